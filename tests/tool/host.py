# SPDX-License-Identifier: ISC
# needs: tally
"""host.py - what a program asks of its host, on every core: ends and text by semihosting and by
HTIF's tohost, as QEMU and Spike serve them; what is not served is named.

usage: host.py CORES.LIST [all]     of each adapter the first core, or all
"""
import json
import re
import sys

from kit import CROSS, end, ok, refused, rows_of_list, sh, tally, workdir, write

FLAGS = ["-march=rv32i", "-mabi=ilp32", "-nostdlib", "-static", "-g", "-O1", "-ffreestanding",
         "-Wl,-n,-Ttext=0x80000000,--no-relax,--no-warn-rwx-segments"]
SEMIHOST = r"""
	.macro host call, argument, set=la
	li a0, \call
	\set a1, \argument
	.balign 4
	.option push
	.option norvc
	slli x0, x0, 0x1f
	ebreak
	srai x0, x0, 7
	.option pop
	.endm
	.globl _start
_start:	host 1, opened			# OPEN ":tt" for writing
	la t0, written
	sw a0, 0(t0)
	host 4, hello			# WRITE0
	host 5, written			# WRITE
	mv s0, a0			# 0: all
	host 3, mark			# WRITEC
	host 9, written			# ISTTY
	add s0, s0, a0			# 1
	host 1, missing			# OPEN of a file: -1
	add s0, s0, a0
	host CALL, ARGUMENT
	host 0x20, code
	.data
opened:	.word tt, 4, 3
missing: .word name, 0, 4
written: .word 0, world, 6
code:	.word 0x20026, 0
bad:	.word 0x20026, 42
fatal:	.word 0x20023, 0
tt:	.asciz ":tt"
name:	.asciz "file"
hello:	.asciz "hello, "
world:	.ascii "world\nx"
mark:	.ascii "!"
"""
# In C, as riscv-tests' benchmarks and others have it.
HTIF = r"""
#include <stdint.h>
#define SHARED __attribute__((section(".tohost"), aligned(64)))
volatile uint64_t tohost SHARED, fromhost SHARED;
static volatile uint64_t memory[8] __attribute__((aligned(64)));
static char text[] = "system call\n";
static void call(uint32_t number, uint32_t a, uint32_t b, uint32_t c)
{
	memory[0] = number; memory[1] = a; memory[2] = b; memory[3] = c;
	__sync_synchronize();
	tohost = (uint32_t)memory;
	while (fromhost == 0)
		;
	fromhost = 0;
}
static void put(char c)
{
	while (tohost)
		fromhost = 0;
	tohost = 0x0101000000000000 | (unsigned char)c;
}
__asm__(".globl _start\n_start: lui sp, 0x80100\n\tj run\n");
void run(void)
{
	END
	for (;;)
		;
}
"""
LONG = "call(64, 1, 0x87ffffff, 0x40000000); tohost = (int)memory[0] < 0 ? 7 << 1 | 1 : 1;"
TEXT = "call(64, 1, (uint32_t)text, 12); call(64, 1, (uint32_t)text, 7); tohost = 1;"
DEVICE = "for (const char *s = \"AbCdE\\n\"; *s; s++) put(*s); while (tohost) ; tohost = 1;"
ASM = r"""
	.globl _start
_start:	li a0, 100
1:	addi a0, a0, -1
	bnez a0, 1b
	la t5, tohost
	END
	.section .tohost, "aw"
	.balign 64
	.globl tohost, fromhost
tohost:	.WIDTH 0
after:	.word 7
"""
VARIABLE = """#include <stdint.h>
volatile unsigned tohost __attribute__((aligned(64)%s)), done;
void _start(void) { tohost = 1; done = 1; __asm__("ebreak"); }
"""
UNSERVED = "tally: note: the firmware's semihosting call 0x15 is not served: it gets -1\n"
CACHED = r"(tally: note: the data cache of this core may hide .*\n)?"


def cores(path, every):
    """The names of a list of cores of 32 bits: of every one, or the first of each adapter."""
    first = {}
    for row in rows_of_list(path):
        if row["isa"].startswith("rv32"):
            first.setdefault(row["name"] if every else row["adapter"], row["name"])
    return [*first.values()]


def program(name, text, *flags):
    source = name + (".c" if "#include" in text else ".S")
    write(source, text)
    sh(CROSS + "gcc", *FLAGS, *flags, source, "-o", name + ".elf")
    return name + ".elf"


def ends(what, elf, core, code, reason, output="", notes=""):
    """code None: a request that is not served."""
    r = tally("run", "--core", core, "--cycles", "1M", "--json=j.json", elf)
    with open("j.json", encoding="utf-8") as f:
        j = json.load(f)
    told = "\nend: the firmware wrote tohost: a request that is not served\n" in r.out
    served = told if code is None else j["end"]["exit_code"] == code
    ok(f"{core}: {what}: {reason}, code {code}, what it said, every cycle counted",
       served and r.code == (code != 0)
       and j["end"]["reason"] == reason and j["end"]["failed"] == (code != 0)
       and r.out.startswith(output)
       and re.fullmatch(notes, r.err) and j["counters"]["ticks"] == j["cycles"] < 500000, r,
       j["end"], j["counters"])


def programs():
    """what, ELF, exit code, reason, output, notes"""
    for i, (call, argument, code, notes) in enumerate((
            (0x20, "bad", 42, ""), (0x18, "0x20023, li", 1, ""), (0x15, "code", 0, UNSERVED))):
        elf = program(f"semihost{i}", SEMIHOST.replace("CALL", str(call)).replace("ARGUMENT",
                argument))
        yield (f"semihosting 0x{call:x} {argument}", elf, code, "semihosting",
               "hello, world\n!\n", notes)
    places = "-Wl,--section-start=.tohost=0x80002000", "-Wl,--section-start=.data=0x80003000"
    for i, (what, body, output, code) in enumerate((
            ("text by system calls", TEXT, "system call\nsystem \n", 0),
            ("the console's device", DEVICE, "AbCdE\n", 0),
            ("a text that leaves RAM gets -1", LONG, "", 7),
            ("the system call exit", "call(93, 5, 0, 0);", "", 5),
            ("a file", "call(1024, 0, 0, 0);", "", None))):
        notes = CACHED if code is not None else (
            r"tally: note: the firmware asked its host for 0x\w{16} by tohost, which is not "
            r"served\n")
        yield "tohost: " + what, program(f"htif{i}", HTIF.replace("END", body),
                                         *places), code, "tohost", output, notes
    for i, (width, body, code) in enumerate((
            ("dword", "li gp, 27\n2:\tsw gp, 0(t5)\n\tsw zero, 4(t5)\n\tj 2b", 13),
            ("dword", "li gp, 5\n\tsb gp, 0(t5)\n2:\tj 2b", 2),
            ("word 0\nfromhost: .word", "li gp, -1\n\tsw gp, 4(t5)\n\tli gp, 7\n\tsw gp, "
                                        "0(t5)\n2:\tj 2b", 3))):
        text = ASM.replace("END", body).replace("WIDTH", width)
        elf = program(f"tohost{i}", text, "-Wl,--section-start=.tohost=0x80001000")
        yield "tohost: " + body.replace("\n", ";").replace("\t", " "), elf, code, "tohost", "", ""


def others(core="vexriscv"):
    """Ends that are those of the machine."""
    elf = program("plain", ".globl _start\n_start: slli x0, x0, 0x1e\n ebreak\n srai x0, x0, 7\n")
    r = tally("run", "--core", core, "--cycles", "10k", elf)
    ok(f"{core}: another ebreak is none of semihosting", "\nend: ebreak at " in r.out, r)
    for name, section, htif in ("variable", "", False), ("pk", ", section(\".htif\")", True):
        r = tally("run", "--core", core, "--cycles", "10k", program(name, VARIABLE % section))
        said = "\nend: the firmware wrote tohost: " if htif else "\nend: ebreak at "
        ok(f"{core}: tohost alone, {name}: HTIF's {htif}", said in r.out, r)
    elf = program("waits", ".globl _start\n_start: nop\n1: wfi\n j 1b\n")
    r = tally("run", "--core", core, "--cycles", "100k", elf)
    ok(f"{core}: wfi in a loop without an interrupt ends the run",
       "end: an endless jump to itself at " in r.out, r)


def main():
    listed = cores(sys.argv[1], "all" in sys.argv)
    workdir()
    text = SEMIHOST.replace("CALL", "0x18").replace("ARGUMENT", "0x20026, li")
    wide = program("wide", text, "-march=rv64i", "-mabi=lp64")
    refused("asks its host by semihosting", "run", "--core", "rocket", wide)
    refused("64 bits.*--core rocket", "run", "--core", "vexriscv", wide)
    elf = program("bytes", ".globl _start\n_start: la t0, 1f\n csrw mtvec, t0\n li a0, 0x100000\n"
                  " li a1, 0x55\n sb a1, (a0)\n1: li a1, 0x3333\n sh a1, (a0)\n2: j 2b\n",
                  "-march=rv64i_zicsr", "-mabi=lp64")
    r = tally("run", "--core", "rocket", "--cycles", "10k", elf)
    ok("rocket: a byte does not finish, 16 bits do, without a code",
       "\nend: the firmware wrote the finisher: failure, code 1" in r.out, r)
    every = list(programs())
    for core in listed:
        for what, elf, *right in every:
            # a cached word does not change
            hidden = core in ("vexriscv-linux", "cva6") and elf == "htif0.elf"
            if (core == "vexriscv" or elf in ("semihost0.elf", "htif0.elf")) and not hidden:
                ends(what, elf, core, *right)
    others()
    end()


main()
