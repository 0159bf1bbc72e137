# SPDX-License-Identifier: ISC
# needs: tally
"""whose.py - whose code is it: what counts as code, whose name it gets, and which ELF it belongs
to. Small ELFs, of which a text of counts is imported: readelf says what is where. No core runs.
"""
import os
import re
import struct

from kit import (CROSS, addresses, end, imported, names, ok, read, refused, report_json, rows, sh,
                 symbol_list, tally,
                 workdir, write)

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
OVERLAY_LABELS = """
	.globl go, first, second
go:	nop
	.section .ov1, "ax"
first:	nop
1:	j 1b
	.section .ov2, "ax"
second: nop
	nop
third:	nop
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
POINTERS = """
	.globl go
go:	lui a5, 0x40000
	addi a5, a5, 0x500
	jalr a5
	lui a5, 0x40001
	jr 0x80(a5)
"""
FOLDED = """
volatile int g;
__attribute__((noinline)) int checksum_a(int n) { int s = 0; while (n--) s += g * n; return s; }
int weight_b(int n)%s;
void go(void) { g = checksum_a(30); g += weight_b(70); }
"""
DOLLARS = """
volatile int g;
__attribute__((noinline)) void $dispatch(void) { g = 1; }
__attribute__((noinline)) void $xor(void) { g = 2; }
__attribute__((noinline)) void $d(void) { g = 3; }
void go(void) { $dispatch(); $xor(); $d(); }
"""
MARKS = """
	.globl labels
labels:	nop
$x.1:	nop
$d:	.word 0
$xrv32i2p1: nop
$xenon:	nop
$data:	nop
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
    sh(CROSS + "objcopy", "--only-keep-debug", split, "split.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=split.debug", split, "bare.elf")
    tape = imported("bare.elf", {at["go"]: 1, at["in_ram"]: 2})
    ok("the symbols are in the debug file: the same", names(tape) == {"go": 1, "in_ram": 2},
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
    for said in report_json(tape)["functions"], report_json(tape)["rows"]["rows"]:
        both = [sorted(x["also"]) for x in said if x["name"] == "decode"]
        ok("... JSON names each", both == [["encode", "flush"]], said)
    ok("... where only one is, it has its name",
       names(tape) == {"go": 5, "decode": 95, "flush": 7}, names(tape))
    r = tally("annotate", "encode", tape)
    ok("annotate of the other: whose code is shown, and that it is the other's, too", r.code == 0
       and r.out.startswith("decode ") and re.search(r"\nalso (encode, flush|flush, encode)$",
               r.out, re.M)
       and "li      a4,1" in r.out and "a4,4" not in r.out, r)
    elf = link("labels", {"l.S": OVERLAY_LABELS, "o.ld": OVERLAY_SCRIPT}, "-T", "o.ld")
    r = tally("report", imported(elf, {addresses(elf)["first"]: 3,
                                       addresses(elf)["second"] + 4: 2}))
    ok("in assembly, without types: both names, not those of labels inside",
       re.search(r" first +also second$", r.out, re.M) and "third" not in r.out, r)


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
    script = "rom_a = 0x40000500;\nrom_b = 0x40001080;\nnumber = 0x40001800;\n"
    elf = link("pointer", {"p.S": POINTERS, "p.ld": script}, "-march=rv32imc",
               "-Wl,-Ttext=0x42000000,-e,go", "p.ld")
    tape = imported(elf, {0x40000504: 1, 0x40001080: 2, 0x40001804: 4})
    ok("... called by address, with compressed jumps; a label behind them ends their code",
       names(tape) == {"rom_a": 1, "rom_b": 2}, names(tape))
    functions = "int rom_add(int a) { return a + 1; }\nint rom_sub(int a) { return a - 1; }\n"
    boot = link("boot", {"b.c": functions}, "-Wl,-Ttext=0x40000000,-e,rom_add")
    user = "int rom_add(int);\nint go(void) { return rom_add(1); }\n"
    elf = link("user", {"f.c": user}, "-Wl,-Ttext=0x40100000,-e,go,--just-symbols=" + boot)
    tape = imported(elf, {0x40100000: 1, 0x40000004: 2, addresses(boot)["rom_sub"]: 4})
    ok("ROM functions of another ELF", names(tape) == {"go": 1, "rom_add": 2, "rom_sub": 4},
       names(tape))


def folded():
    for name, attribute, flags in (("defsym", "", ["-Wl,--defsym=weight_b=checksum_a"]),
                                   ("alias", ' __attribute__((alias("checksum_a")))', [])):
        elf = link(name, {"f.c": FOLDED % attribute}, "-g", AT, *flags)
        tape = imported(elf, {addresses(elf)["checksum_a"]: 7})
        r = tally("report", tape)
        ok(f"{name}: the row has the name that the compiler gave its line, and the other one",
           re.search(r" checksum_a +f\.c:3  also weight_b$", r.out, re.M), r)
        for said in report_json(tape)["functions"], report_json(tape)["rows"]["rows"]:
            ok(f"{name}: JSON", [(x["name"], x.get("also")) for x in said]
               == [("checksum_a", ["weight_b"])], said)
        for asked in "checksum_a", "weight_b":
            r = tally("annotate", asked, tape)
            ok(f"{name}: annotate {asked}", r.out.startswith("checksum_a ")
               and "\nalso weight_b\n" in r.out, r)


def dollars():
    elf = link("dollars", {"f.c": DOLLARS, "m.S": MARKS}, "-g", AT)
    functions = {name: at for name, at, _, kind, _ in symbol_list(elf)
                 if kind == "FUNC" or name in ("labels", "$xenon", "$data")}
    tape = imported(elf, {at: 5 for at in functions.values()})
    ok("functions and labels that begin as mapping symbols do",
       names(tape) == {n: 5 for n in functions}
       and "$d" in functions, names(tape), functions)
    tape = imported(elf, {addresses(elf)["labels"] + 4 * i: 1 for i in range(4)})
    ok("mapping symbols are none", names(tape) == {"labels": 4}, names(tape))


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
    r = tally("annotate", hex(twins[0]), tape)
    ok("... by address it takes one", r.out.startswith(f"init  0x{twins[0]:08x}"), r)


def patched(elf, name, change):
    """A copy whose program headers and section headers `change` may change."""
    b = bytearray(read(elf))
    phoff, shoff = struct.unpack_from("<II", b, 28)
    phnum, _, shnum = struct.unpack_from("<HHH", b, 44)
    for kind, at, size, n in ("segment", phoff, 32, phnum), ("section", shoff, 40, shnum):
        for i in range(n):
            header = struct.unpack_from("<8I", b, at + size * i)
            change(kind, header, lambda offset, *values, at=at + size * i: struct.pack_into(
                f"<{len(values)}I", b, at + offset, *values))
    write(name, b)
    return name


def nothing_there():
    """Offsets of what has no bytes in the file."""
    sources = {"f.c": "char big[64];\nvoid go(void) { big[1] = 2; }\n",
               "e.S": '\t.section .none, "a"\n\t.data\n'}
    elf = link("empty", sources, AT, "-Wl,-Tbss=0x80010000")
    tape = imported(elf, {0x80000000: 5})

    def far_segment(kind, header, put):
        if kind == "segment" and header[4] == 0:
            put(4, 0xfffffff0)

    def far_section(kind, header, put):
        if kind == "section" and header[2] == 0x30:     # .comment, emptied
            put(16, 0xfffffff0, 0)

    def full_section(kind, header, put):
        if kind == "section" and header[1] == 2:
            put(16, 0xfffffff0)

    for what, change in ("segment", far_segment), ("section", far_section):
        r = tally("report", tape, patched(elf, "far.elf", change))
        ok(f"a {what} without bytes may be anywhere in the file", r.code == 0 and "go" in r.out
           and "truncated" not in r.err and read(elf) != read("far.elf"), r)
    refused("truncated or corrupt", "report", tape, patched(elf, "far.elf", full_section))


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
    ok("near is of the same size", os.path.getsize(near) == os.path.getsize(elf))
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
    sh(CROSS + "objcopy", "--add-gnu-debuglink=id.debug", "naked.elf", "linked.elf")
    os.rename("other.debug", "id.debug")
    r = tally("report", tape, "linked.elf")
    ok("found by its link: not taken, and said", r.code == 0 and " work" not in r.out
       and "is not the debug file" in r.err, r)
    refused("their ELFs differ", "merge", "-o", "never.tally", tape, more)
    ok("diff knows that they differ", "different programs" in tally("diff", tape, more).out)
    r = tally("diff", tape, imported("stripped.elf", {work: 6}))
    ok("diff with the stripped copy: the same program",
       r.code == 0 and "the same program" in r.out, r)


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
    r = tally("export", "gmon", tape, "-o", "gmon.out")
    told = sh(CROSS + "gprof", "-b", "-p", elf, "gmon.out") if r.code == 0 else r
    ok("gprof reads its gmon.out", re.search(r"^ *54\.\d+ .* go$\n *45\.\d+ .* work$", told, re.M),
       told)
    high = link("high", {"w.c": LOOP}, "-Wl,-Ttext=0x180000000,-e,go", machine=WIDE)
    for why, *command in (("64 bits, which picorv32 .* lacks; use --core rocket", "run"),
                          ("/dev/null", "record", "-o", "never.tally", "/dev/null"),
                          ("/dev/null", "top", "/dev/null")):
        refused(why, *command, elf)
        refused("code above 4 GiB", *command, high)
    refused("code above 4 GiB", "import", high, "-o", "never.tally", stdin=b"0x80000000 1\n")
    source = 'long far[9] __attribute__((section(".far"))) = { 1 };\nlong go(void) { return 1; }\n'
    data = link("high-data", {"w.c": source}, AT + ",--section-start=.far=0x180000000",
                machine=WIDE)
    ok("data there does not matter", names(imported(data, {0x80000000: 4})) == {"go": 4})


def main():
    workdir("whose")
    code_in_data()
    overlays()
    rom()
    folded()
    dollars()
    found_by_name()
    nothing_there()
    identity()
    wide()
    end()


main()
