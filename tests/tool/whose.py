# SPDX-License-Identifier: ISC
# needs: tally
"""whose.py - whose code is it: what counts as code, whose name it gets, and which ELF it belongs
to. Small ELFs, of which a text of counts is imported: readelf says what is where. No core runs.
"""
import re

from kit import (CROSS, addresses, end, imported, names, ok, refused, report_json, rows, sh,
                 symbol_list, tally, workdir, write)

MACHINE = "-march=rv32im", "-mabi=ilp32"
WIDE = "-march=rv64im", "-mabi=lp64", "-mcmodel=medany"
AT = "-Wl,-Ttext=0x80000000,-e,go"
C = """
int value = 3, more[4] = { 1 };
__attribute__((noinline)) void in_flash(void) { value++; more[1]++; }
void go(void) { in_flash(); }
"""
RAM = """
	.data
	.globl in_ram
	.type in_ram, @function
in_ram:	addi a0, a0, 1
	ret
%s
	.section .fast, "aw"
fast:	addi a0, a0, 1
	ret
	.section .never
	.globl ghost
	.type ghost, @function
ghost:	addi a0, a0, 1
	ret
	.size ghost, . - ghost
"""
SIZED = "\t.size in_ram, . - in_ram"
OVERLAY_SCRIPT = """
ENTRY(go)
SECTIONS {
	.text 0x80000000 : { *(.text .text.*) }
	.bss : { *(.bss .sbss) }
	OVERLAY 0x80010000 : AT (0x80001000) { .ov1 { *(.ov1) } .ov2 { *(.ov2) } }
}
"""
OVERLAY = """
volatile int g;
__attribute__((section(".ov1"), noinline)) void decode(void) { g = 1; g = 2; g = 3; }
__attribute__((section(".ov2"), noinline)) void encode(void) { g = 4; g = 5; }
__attribute__((section(".ov2"), noinline)) void flush(void) { g = 6; g = 7; g = 8; g = 9; }
void go(void) { decode(); encode(); flush(); }
"""
ROM = """
void rom_copy(void *, const void *, int);
void rom_fill(void *, int);
void rom_put(int);
extern char stack_size[];
char a[8], b[8];
int size(void) { return (int)stack_size; }
void go(void) { rom_copy(a, b, 8); rom_fill(a, 8); rom_put(size()); }
"""
ROM_SCRIPT = """PROVIDE(rom_copy = 0x40000500);
PROVIDE(rom_fill = 0x40000600);
PROVIDE(rom_put = 0x40000680);
stack_size = 0x40002000;
"""
FOLDED = """
volatile int g;
__attribute__((noinline)) int checksum_a(int n) { int s = 0; while (n--) s += g * n; return s; }
int weight_b(int n);
void go(void) { g = checksum_a(30); g += weight_b(70); }
"""
CPP = """
#define F __attribute__((noinline))
volatile int g;
namespace board { struct Uart { void F send(int n) { g = n; } void F poll() { g++; } }; }
struct Spi { void F send(int n) { g += n; } };
extern "C" void go() { board::Uart u; u.send(1); u.poll(); Spi().send(2); }
"""
TWIN = """extern volatile int g;
static __attribute__((noinline)) void init(void) { g += %d; }
void %s_init(void) { init(); }
"""
BOTH = "volatile int g;\nvoid a_init(void), b_init(void);\nvoid go(void) { a_init(); b_init(); }\n"
LOOP = """volatile long g;
__attribute__((noinline)) long work(long n) { long s = 0; while (n--) s += g * n; return s; }
void go(void) { g = work(9); }
"""


def link(name, sources, *flags, machine=MACHINE):
    """NAME.elf of {file name: text}; files that are no sources are only written."""
    for file, text in sources.items():
        write(file, text)
    sh(CROSS + "gcc", *machine, "-nostdlib", "-static", "-O1", "-fno-exceptions",
       "-Wl,--no-warn-rwx-segments", *flags,
       *[f for f in sources if f.endswith((".c", ".cc", ".S"))], "-o", name + ".elf")
    return name + ".elf"


def code_in_data():
    for name, size in ("sized", SIZED), ("unsized", ""):
        elf = link(name, {"f.c": C, "r.S": RAM % size}, "-g", AT, "-Wl,-N")
        at = addresses(elf)
        tape = imported(elf, {at["go"]: 1, at["in_ram"] + 4: 2, at["fast"]: 4, at["more"]: 8})
        ok(f"{name}: functions in .data and in a section without x of an RWE segment, not data",
           names(tape) == {"go": 1, "in_ram": 2, "fast": 4}, names(tape))
    split = link("split", {"f.c": C, "r.S": RAM % SIZED}, AT, "-Wl,-Tdata=0x80010000")
    at = addresses(split)
    tape = imported(split, {at["go"]: 1, at["in_ram"]: 2, at["fast"]: 4})
    ok("in a segment without x: what is a function", names(tape) == {"go": 1, "in_ram": 2},
       names(tape))
    low = link("low", {"f.c": C, "r.S": RAM % ""}, "-Wl,-Ttext=0,-e,go")
    tape = imported(low, {0: 1, addresses(low)["go"]: 2})
    ok("a function of a section that is not loaded owns nothing", addresses(low)["ghost"] == 0
       and names(tape) == {"in_flash": 1, "go": 2}, names(tape))


def overlays():
    elf = link("overlay", {"o.c": OVERLAY, "o.ld": OVERLAY_SCRIPT}, "-T", "o.ld", "-g")
    at, size = addresses(elf), {name: n for name, _, n, *_ in symbol_list(elf)}
    tape = imported(elf, {at["go"]: 5, at["decode"] + 4: 95, at["flush"] + size["flush"] - 4: 7})
    r = tally("report", tape)
    ok("overlays: the row tells both", at["decode"] == at["encode"]
       and re.search(r" decode .* also encode and 1 more$", r.out, re.M), r)
    both = [sorted(x["also"]) for x in report_json(tape)["functions"] if x["name"] == "decode"]
    ok("... JSON names each", both == [["encode", "flush"]], both)
    ok("... where only one is, it has its name",
       names(tape) == {"go": 5, "decode": 95, "flush": 7}, names(tape))
    r = tally("annotate", "encode", tape)
    ok("annotate of the other: whose code is shown, and that it is the other's, too", r.code == 0
       and r.out.startswith("decode ") and re.search(r"\nalso (encode, flush|flush, encode)$",
               r.out, re.M)
       and "li      a4,1" in r.out and "a4,4" not in r.out, r)


def rom():
    counts = {0x40000504: 60, 0x400004fc: 1, 0x40000500: 20, 0x40000610: 15, 0x40000680: 7,
              0x40002004: 3}
    for where in 0x42000000, 0x40008000:          # far: auipc and jalr; near: jal
        elf = link("rom", {"f.c": ROM, "rom.ld": ROM_SCRIPT}, f"-Wl,-Ttext={where:#x},-e,size",
                   "rom.ld")
        tape = imported(elf, {where: 5, **counts})
        r = tally("report", tape)
        ok(f"ROM functions of a linker script, called from {where:#x}; what the code does not call "
           f"is none", names(tape)
           == {"size": 5, "rom_copy": 80, "rom_fill": 15, "rom_put": 7} and "OUTSIDE 4 " in r.out,
           r)
    functions = "int rom_add(int a) { return a + 1; }\nint rom_sub(int a) { return a - 1; }\n"
    boot = link("boot", {"b.c": functions}, "-Wl,-Ttext=0x40000000,-e,rom_add")
    user = "int rom_add(int);\nint go(void) { return rom_add(1); }\n"
    elf = link("user", {"f.c": user}, "-Wl,-Ttext=0x40100000,-e,go,--just-symbols=" + boot)
    tape = imported(elf, {0x40100000: 1, 0x40000004: 2, addresses(boot)["rom_sub"]: 4})
    ok("ROM functions of another ELF", names(tape) == {"go": 1, "rom_add": 2, "rom_sub": 4},
       names(tape))


def folded():
    elf = link("folded", {"f.c": FOLDED}, "-g", AT, "-Wl,--defsym=weight_b=checksum_a")
    tape = imported(elf, {addresses(elf)["checksum_a"]: 7})
    r = tally("report", tape)
    ok("the row has the name that the compiler gave its line, and the other one",
       re.search(r" checksum_a +f\.c:3  also weight_b$", r.out, re.M), r)
    r = tally("annotate", "weight_b", tape)
    ok("annotate finds it by the other name", r.out.startswith("checksum_a ")
       and "\nalso weight_b\n" in r.out, r)


def found_by_name():
    elf = link("names", {"names.cc": CPP}, "-g", AT)
    tape = imported(elf, {at: 1 for _, at, _, kind, _ in symbol_list(elf) if kind == "FUNC"})
    for asked, want in (("poll", "board::Uart::poll()"), ("Uart::send", "board::Uart::send(int)"),
                        ("Spi::send", "Spi::send(int)")):
        r = tally("annotate", asked, tape)
        ok(f"annotate {asked}: {want}", r.out.startswith(want) and "only function" not in r.err, r)
    at = {name: pc for pc, _, name in re.findall(r"^(\w+) \w+ (\w) (.*)$",
            sh(CROSS + "nm", "-CS", elf), re.M)}
    refused(f"0x{at['board::Uart::send(int)']} board::Uart::send.*0x{at['Spi::send(int)']} "
            f"Spi::send",
            "annotate", "send(int)", tape)
    r = tally("annotate", "art::po", tape)
    ok("a part of a name that only one has: taken, and said",
       r.out.startswith("board::Uart::poll()")
       and "only function with that" in r.err, r)
    elf = link("twins", {"a.c": TWIN % (1, "a"), "b.c": TWIN % (2, "b"), "g.c": BOTH}, "-g",
               "-fno-optimize-sibling-calls", AT)
    twins = sorted(at for name, at, *_ in symbol_list(elf) if name == "init")
    tape = imported(elf, {a: 3 for a in twins})
    r = tally("report", tape)
    ok("equal names show their addresses", len(twins) == 2 and all(
        re.search(rf" init +0x{a:08x}  [ab]\.c:2$", r.out, re.M) for a in twins), r)
    refused("0x%08x.*0x%08x" % tuple(twins), "annotate", "init", tape)


def identity():
    """A build id that is made up stays when the program changes."""
    elf, other, near = (
        link(name, {"i.c": f"volatile int g;\nvoid work(void) {{ g {change}; }}\nvoid go(void) {{ "
                           f"work(); }}\n"}, "-g",
             AT + ",--build-id=0x12345678") for name, change
             in (("id", "+= 1"), ("other", "*= 3"), ("near", "+= 2")))
    work = addresses(elf)["work"]
    tape, more = imported(elf, {work: 5}), imported(other, {addresses(other)["work"]: 5})
    for what, changed in ("other code", other), ("another constant", near):
        r = tally("report", tape, changed)
        ok(f"the same build id, {what}: said", r.code == 0
           and "is not the ELF this profile was taken from" in r.err, r)
    sh(CROSS + "strip", "-g", "-o", "stripped.elf", elf)
    sh(CROSS + "strip", "-o", "naked.elf", elf)
    sh(CROSS + "objcopy", "--only-keep-debug", elf, "id.debug")
    sh(CROSS + "objcopy", "--only-keep-debug", other, "other.debug")
    for what, *given in (("a stripped copy", "stripped.elf"),
                         ("its debug file", "naked.elf", "--debug-file", "id.debug")):
        r = tally("report", tape, *given)
        ok(f"{what}: the same program", r.code == 0 and not r.err and " work" in r.out, r)
    refused("belongs to another ELF", "report", tape, elf, "--debug-file", near)
    refused("belongs to another ELF", "report", tape, "naked.elf", "--debug-file", "other.debug")
    refused("their ELFs differ", "merge", "-o", "never.tally", tape, more)
    ok("diff knows that they differ", "different programs" in tally("diff", tape, more).out)


def wide():
    elf = link("wide", {"w.c": LOOP}, "-g", AT, machine=WIDE)
    at, size = {name: (at, n) for name, at, n, *_ in symbol_list(elf)}["work"]
    code = re.findall(r"^ *(\w+):\t(\w{8}) ", sh(CROSS + "objdump", "-d", elf), re.M)
    log = "".join(f"core   0: 0x{pc:0>16} (0x{word}) DASM({word})\n" for pc, word in code
                  if at <= int(pc, 16) < at + size)
    r = tally("import", "--rvfi", elf, "-o", "wide.tally", stdin=log.encode())
    said = rows("report", "wide.tally")
    ok("64-bit ELF: import, report", r.code == 0
       and [(x["name"], 4 * x["instructions"]) for x in said]
       == [("work", size)], r, said)
    r = tally("annotate", "work", "wide.tally")
    ok("annotate: its instructions", r.code == 0 and "mul" in r.out and "ld " in r.out, r)
    tape = imported(elf, {at: 5, addresses(elf)["go"]: 6}, name="hist")
    tally("export", "gmon", tape, "-o", "gmon.out")
    told = sh(CROSS + "gprof", "-b", "-p", elf, "gmon.out")
    ok("gprof reads its gmon.out", re.search(r"^ *54\.\d+ .* go$\n *45\.\d+ .* work$", told, re.M),
       told)
    high = link("high", {"w.c": LOOP}, "-Wl,-Ttext=0x180000000,-e,go", machine=WIDE)
    for why, *command in (("64 bits, which picorv32 .* lacks; use --core rocket", "run"),
                          ("/dev/null", "record", "-o", "never.tally", "/dev/null"),
                          ("/dev/null", "top", "/dev/null")):
        refused(why, *command, elf)
        refused("code above 4 GiB", *command, high)
    refused("code above 4 GiB", "import", high, "-o", "never.tally", stdin=b"0x80000000 1\n")


def main():
    workdir()
    code_in_data()
    overlays()
    rom()
    folded()
    found_by_name()
    identity()
    wide()
    end()


main()
