/* SPDX-License-Identifier: ISC
 * machine.h - a simulated RISC-V machine with a Tally unit, in C.
 *
 * One machine is a core of the list (sim/cores.list), RAM, UART, CLINT,
 * finisher and the unit on one Wishbone (sim/machine.v), Verilated.
 * A run: machine_open, load and program through the host port while the core
 * is held in reset, machine_release, machine_run until it says why it
 * stopped, read the unit through the host port, machine_close.
 *
 * The host port is a bus master of the testbench. While the core is held, it is alone on
 * the bus. While the core runs, only the unit may be reached (its own port: no cycle of the core is
 * taken).
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MACHINE_RAM 0x80000000u /* also 0x40000000, 0xB0000000, first MiB at 0 */
#define MACHINE_RAM_BYTES (128u << 20)
#define MACHINE_UNIT 0xF4000000u /* the unit's registers and bin window */
#define MACHINE_UNIT_2 0xF4400000u /* those of the full machine's other unit */
#define MACHINE_BIN_BYTES (4u << 20) /* the unit's private bin memory as built */

struct machine;

struct machine_ops;

/* What unit a core's machine has. Every core has bare, none, and plain, which are one build of
 * machine.v. The other build is full or link. Full has two units with every source, mode and sink;
 * where its counters are in RAM it shares the core's bus (share.v). Link has a board's: 4,096
 * words, a second unit for who called, and pins (rtl/link/tally_bridge.v). */
enum machine_build { MACHINE_BARE, MACHINE_PLAIN, MACHINE_FULL, MACHINE_LINK };

/* One of the cores that were built in. */
struct core {
	const char *name; /* as on the command line: "picorv32" */
	/* what it executes: "rv32imc", extensions in canonical order, _zicsr if it has CSRs */
	const char *isa;
	const char *about; /* one line: package, version, variant */
	/* virt's device addresses are unreliable: use the mirror at 0xF0000000 */
	bool data_cache;
	bool causes; /* its tap shows them */
	bool late; /* some instructions retire before their result is there (profile.h) */
	bool pairs; /* two instructions may retire in a cycle, of which the unit sees the older */
	const struct machine_ops *builds[4]; /* by enum machine_build; NULL: not built in */
};

/* Cores in the order of sim/cores.list; *n their number. */
const struct core *cores(size_t *n);
const struct core *core_find(const char *name); /* NULL: no such core */

/* What the core did in one clock cycle, from its raw signals, before the tap's adapter. */
struct machine_cycle {
	bool retire; /* an instruction retired */
	uint32_t pc, insn;
	uint32_t sp; /* x2 after that instruction */
	uint32_t space; /* of the addresses: the root page of U mode's, 0 without Sv32 */
	bool handler; /* what retires is the first instruction since a trap was taken */
	uint8_t priv; /* 0 U, 1 S, 3 M */
	bool sleep; /* waits for an interrupt */
	/* the tap's cause line that is 1, bit 0 FLOW (rtl/tap/CAUSES.md): why it does neither */
	uint8_t causes;
	/* it asks for the bus, and waits because the unit has it (or by MACHINE_BLOCK) */
	bool stolen;
	bool irq; /* an interrupt line of the core is 1 */
	/* the instruction was a load, a store or an atomic access, of this address; a load of
	 * PicoRV32's: of this word */
	bool data;
	uint32_t data_adr;
	/* another one retires after it, and has no cycle of its own; for what it changes see
	 * machine_younger */
	bool younger;
	uint32_t younger_pc, younger_insn, younger_sp;
};

/* c of the younger one, as if it had retired alone. */
static inline struct machine_cycle machine_younger(struct machine_cycle c)
{
	c.pc = c.younger_pc;
	c.insn = c.younger_insn;
	c.sp = c.younger_sp;
	c.younger = c.handler = false;
	return c;
}

/* Called for every clock edge between the end of reset and the end of the run, in order. */
typedef void machine_observer(void *ctx, uint64_t cycle, const struct machine_cycle *c);

enum machine_end {
	/* the cycles asked for have passed; machine_run may be called again */
	MACHINE_LIMIT,
	MACHINE_STOPPED, /* *stop became nonzero; machine_run may be called again */
	MACHINE_FINISHER, /* firmware wrote the finisher; exit_code says what */
	MACHINE_SELF_JUMP, /* an endless jump to itself that no interrupt can end */
	MACHINE_EBREAK, /* ebreak, and no handler was installed */
	/* any other trap without a handler, or one that traps for ever; cause and pc say which */
	MACHINE_TRAP,
};

struct machine_result {
	enum machine_end end;
	uint32_t exit_code; /* FINISHER: 0 pass; else the code firmware gave */
	uint32_t pc; /* SELF_JUMP, EBREAK, TRAP: of the instruction */
	uint32_t cause; /* TRAP: mcause where the core has it, else 0xFFFFFFFF */
	uint64_t cycles; /* clock edges since the end of reset, in all */
	uint64_t retired; /* instructions since the end of reset, in all */
};

/* The core in reset, RAM zero. NULL: the core lacks this build, or out of memory. */
struct machine *machine_open(const struct core *c, enum machine_build build);
void machine_close(struct machine *m);

/* Host port. 0, or a negative errno value: -EFAULT nothing answers there, -EBUSY the core runs and
 * addr is not the unit's, -ETIMEDOUT the core's own accesses to the unit left no time for it. */
int machine_read(struct machine *m, uint32_t addr, uint32_t *value);
int machine_write(struct machine *m, uint32_t addr, uint32_t value);

/* Copies bytes into RAM (core held). -EFAULT: not wholly RAM (all its addresses are known). */
int machine_load(struct machine *m, uint32_t addr, const void *bytes, size_t n);

/* The core leaves reset and begins at `entry`. The first clock edge it sees is cycle 0, and the
 * unit's run_i is 1 from there on. */
int machine_release(struct machine *m, uint32_t entry);

/* Console: bytes the firmware sends; and bytes for it, asked for when it looks (NULL: none; returns
 * -1: none now). */
typedef void machine_tx(void *ctx, uint8_t byte);
typedef int machine_rx(void *ctx);
void machine_console(struct machine *m, machine_tx *tx, machine_rx *rx, void *ctx);

/* What the program asks of its host: each word that it stores to MACHINE_PORT and the word after
 * it, and to the two at tohost (0: none), from a multiple of 8 on. In that call the host may look
 * into RAM, change it, and set what the program reads at MACHINE_PORT; a core's data cache does not
 * see what changed. RAM has all its addresses; elsewhere is 0. */
#define MACHINE_PORT 0xFFFFFFF0u
typedef void machine_asked(void *ctx, bool port, bool second, uint32_t word);
void machine_host(struct machine *m, uint32_t tohost, machine_asked *asked, void *ctx);
uint32_t machine_peek(struct machine *m, uint32_t addr);
void machine_poke(struct machine *m, uint32_t addr, uint32_t value);
/* machine_run returns with LIMIT, after this cycle's edge if an observer says so: what was asked in
 * a cycle came before its edge. */
void machine_pause(struct machine *m);

/* MACHINE_LINK: the other end of the bridge's serial line, a bit of which takes
 * MACHINE_LINK_CLOCKS:
 * bytes the bridge sends; and bytes for it, asked for whenever the line is free. The line works
 * whenever the machine is clocked, the core held or not. machine_link_host: the other end's rate,
 * 4 .. 65535 clocks a bit, where it is not the bridge's. */
#define MACHINE_LINK_CLOCKS 12u
void machine_link(struct machine *m, machine_tx *tx, machine_rx *rx, void *ctx);
void machine_link_host(struct machine *m, unsigned clocks);

/* NULL: off (faster) */
void machine_observe(struct machine *m, machine_observer *f, void *ctx);

/* Lines that the testbench drives while the core runs: asked for before every clock edge, in order;
 * all 0 without a driver. BLOCK and LATE: MACHINE_FULL only; the others need a unit. */
enum machine_line {
	MACHINE_EVENT = 1, /* line 5 of source EVENT */
	/* the core does not get the bus in this cycle, unless an access or burst of it is
	 * under way */
	MACHINE_BLOCK = 4,
	MACHINE_LATE = 8, /* nor does the unit, unless it has it */
	/* the unit's tap shows loads and stores only, by address; of struct core's pairs, each that
	 * retires, one after the other */
	MACHINE_DATA = 16,
};
typedef unsigned machine_driver(void *ctx, uint64_t cycle);
void machine_drive(struct machine *m, machine_driver *f, void *ctx); /* NULL: off (faster) */

/* Runs at most `cycles` clock edges. After any end but LIMIT and STOPPED the core is held, run_i is
 * 0, and the unit can be read. */
struct machine_result machine_run(struct machine *m, uint64_t cycles, const volatile int *stop);

/* Holds the core and drops run_i, after LIMIT or STOPPED. */
void machine_hold(struct machine *m);

/* Clocks the machine n times with the core held (for the unit to drain). */
void machine_idle(struct machine *m, unsigned n);

#endif
