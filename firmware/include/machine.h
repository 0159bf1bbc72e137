/* SPDX-License-Identifier: ISC
 * machine.h - the memory map of the simulated machines, for C, assembler and linker scripts, and
 * what assembler of 32 and 64 bits differs in.
 *
 * Devices have two addresses: that of QEMU's `virt` (build with VIRT) and a mirror at 0xF0000000
 * that no core caches. The mirror is the default because it works on every core. QEMU has only the
 * first address, where a core with a data cache reads stale bytes or too many. Both builds have the
 * same code size and instruction order; only upper immediates differ. Rocket, of 64 bits, has the
 * mirror at 0x70000000, and a CLINT of its own.
 */
#ifndef MACHINE_H
#define MACHINE_H

#define RAM_BASE 0x80000000
#ifndef RAM_BYTES
#define RAM_BYTES 0x08000000
#endif
/* the same RAM, uncached on every core (not on QEMU) */
#if defined __riscv_xlen && __riscv_xlen == 64
#define RAM_UNCACHED 0x40000000
#define MIRROR 0x70000000
#else
#define RAM_UNCACHED 0xB0000000
#define MIRROR 0xF0000000
#endif
#define UNIT (MIRROR + 0x4000000) /* the Tally unit (not on QEMU) */
#define UNIT_2 (MIRROR + 0x4400000) /* and the full machine's other one */

#ifdef __ASSEMBLER__ /* a register's worth of memory */
#define WORD (__riscv_xlen / 8)
#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#else
#define STORE sw
#define LOAD lw
#endif
#endif

#ifdef VIRT
#define DEVICE(virt) (virt)
#else
#define DEVICE(virt) (MIRROR | ((virt) & 0x0FFFFFFF))
#endif

#define UART DEVICE(0x10000000) /* 16550, one byte per register */
#define UART_DATA 0
#define UART_LSR 5
#define UART_LSR_READY 0x01 /* a byte has arrived */
#define UART_LSR_THRE 0x20 /* a byte may be sent */

#if MIRROR == 0x70000000
#define CLINT 0x02000000
#define CLINT_CYCLES 100 /* of the core in one of mtime */
#else
#define CLINT DEVICE(0x02000000)
#define CLINT_CYCLES 1
#endif
#define CYCLES DEVICE(0x0200BFF8) /* the machine's mtime counts each; not on QEMU */
#define CLINT_MSIP 0x0000
#define CLINT_MTIMECMP 0x4000 /* 64 bits, low word first */
#define CLINT_MTIME 0xBFF8

#define FINISHER DEVICE(0x00100000) /* a 32-bit store ends the run */
#define FINISHER_PASS 0x5555
#define FINISHER_FAIL 0x3333 /* exit code in the upper half */

#endif
