#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Whose code is it: what counts as code, whose name it gets, and which ELF it belongs to.

usage: whose.py
Small ELFs, of which a text of counts is imported: readelf says what is where. No core runs.
"""
import os
import re
import struct

from kit import CROSS, end, ok, report_json, rows, sh, tally, workdir

FLAGS = ["-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", "-O1", "-Wl,--no-warn-rwx-segments"]


def link(name, sources, *flags, machine=()):
    """NAME.elf of {file name: text}; files that do not end in .c or .S are only written."""
    files = []
    for file, text in sources.items():
        open(file, "w").write(text)
        files += [file] if file[-2:] in (".c", ".S") else []
    sh(CROSS + "gcc", *(machine or FLAGS), *flags, *files, "-o", name + ".elf")
    return name + ".elf"


def symbols(elf):
    """readelf's: name -> (address, size, type, section)."""
    table = {}
    for line in sh(CROSS + "readelf", "-sW", elf).splitlines():
        f = line.split()
        if len(f) == 8 and f[0].rstrip(":").isdigit():
            table[f[7]] = int(f[1], 16), int(f[2], 0), f[3], f[6]
    return table


def imported(elf, counts, *options, name=None):
    """The capture of {address: count}, and what import said."""
    tape = (name or elf[:-4]) + ".tally"
    r = tally("import", elf, "-o", tape, *options, stdin="".join("0x%x %d\n" % c for c in counts.items()).encode())
    if r.code:
        raise SystemExit("tally import %s: %r" % (elf, r))
    return tape


def names(tape, *options):
    return {r["name"]: r["cycles"] for r in rows("report", tape, *options)}


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


def code_in_data():
    for name, size, flags in ("sized", "\t.size in_ram, . - in_ram", ["-Wl,-N"]), ("unsized", "", ["-Wl,-N"]):
        elf = link(name, {"f.c": C, "r.S": RAM % size}, "-g", "-Wl,-Ttext=0x80000000,-e,go", *flags)
        at = symbols(elf)
        tape = imported(elf, {at["go"][0]: 1, at["in_ram"][0] + 4: 2, at["fast"][0]: 4, at["more"][0]: 8})
        want = {"go": 1, "in_ram": 2, "fast": 4}
        ok(f"{name}: functions in .data and in a section without x of an RWE segment, not data", names(tape) == want, names(tape))
        sections = {r["name"]: r["cycles"] for r in rows("report", "--by", "section", tape)}
        ok(f"{name}: their sections", sections == {".text": 1, ".data": 2, ".fast": 4}, sections)
    split = link("split", {"f.c": C, "r.S": RAM % "\t.size in_ram, . - in_ram"}, "-Wl,-Ttext=0x80000000,-Tdata=0x80010000,-e,go")
    at = symbols(split)
    tape = imported(split, {at["go"][0]: 1, at["in_ram"][0]: 2, at["fast"][0]: 4})
    ok("in a segment without x: what is a function", names(tape) == {"go": 1, "in_ram": 2}, names(tape))
    sh(CROSS + "objcopy", "--only-keep-debug", split, "split.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=split.debug", split, "bare.elf")
    tape = imported("bare.elf", {at["go"][0]: 1, at["in_ram"][0]: 2})
    ok("the symbols are in the debug file: the same", names(tape) == {"go": 1, "in_ram": 2}, names(tape))
    low = link("low", {"f.c": C, "r.S": RAM % ""}, "-Wl,-Ttext=0,-e,go")
    at = symbols(low)
    tape = imported(low, {0: 1, at["go"][0]: 2})
    ok("a function of a section that is not loaded owns nothing", at["ghost"][0] == 0 and names(tape) == {"in_flash": 1, "go": 2}, names(tape))


OVERLAY = {"o.c": """
volatile int g;
__attribute__((section(".ov1"), noinline)) void decode(void) { g = 1; g = 2; g = 3; }
__attribute__((section(".ov2"), noinline)) void encode(void) { g = 4; g = 5; }
__attribute__((section(".ov2"), noinline)) void flush(void) { g = 6; g = 7; g = 8; g = 9; }
void go(void) { decode(); encode(); flush(); }
""", "o.ld": """
ENTRY(go)
SECTIONS {
	.text 0x80000000 : { *(.text .text.*) }
	.bss : { *(.bss .sbss) }
	OVERLAY 0x80010000 : AT (0x80001000) { .ov1 { *(.ov1) } .ov2 { *(.ov2) } }
}
"""}


def overlays():
    elf = link("overlay", OVERLAY, "-T", "o.ld", "-g")
    at = symbols(elf)
    ok("decode and encode share an address", at["decode"][0] == at["encode"][0])
    beyond = at["flush"][0] + at["flush"][1] - 4
    tape = imported(elf, {at["go"][0]: 5, at["decode"][0] + 4: 95, beyond: 7})
    r = tally("report", tape)
    ok("overlays: the row tells both", re.search(r" decode .* also encode and 1 more$", r.out, re.M), r)
    for said in report_json(tape)["functions"], report_json(tape)["rows"]["rows"]:
        both = [sorted(x["also"]) for x in said if x["name"] == "decode"]
        ok("... JSON names each", both == [["encode", "flush"]], said)
    ok("... where only one is, it has its name", names(tape) == {"go": 5, "decode": 95, "flush": 7}, names(tape))
    r = tally("annotate", "encode", tape)
    ok("annotate of the other: whose code is shown, and that it is the other's, too", r.code == 0 and r.out.startswith("decode ")
       and re.search(r"\nalso (encode, flush|flush, encode)$", r.out, re.M) and "li      a4,1" in r.out and "a4,4" not in r.out, r)


LABELS = {"l.S": """
	.globl go, first, second
go:	nop
	.section .ov1, "ax"
first:	nop
1:	j 1b
	.section .ov2, "ax"
second: nop
	nop
third:	nop
""", "o.ld": OVERLAY["o.ld"]}


def overlay_labels():
    elf = link("labels", LABELS, "-T", "o.ld")
    tape = imported(elf, {symbols(elf)["first"][0]: 3, symbols(elf)["second"][0] + 4: 2})
    r = tally("report", tape)
    ok("overlays in assembly, without types: both names, not those of labels inside", re.search(r" first +also second$", r.out, re.M) and "third" not in r.out, r)


def rom():
    source = """
void rom_copy(void *, const void *, int);
void rom_fill(void *, int);
void rom_put(int);
extern char stack_size[];
char a[8], b[8];
int size(void) { return (int)stack_size; }
void go(void) { rom_copy(a, b, 8); rom_fill(a, 8); rom_put(size()); }
"""
    script = "PROVIDE(rom_copy = 0x40000500);\nPROVIDE(rom_fill = 0x40000600);\nPROVIDE(rom_put = 0x40000680);\nstack_size = 0x40002000;\n"
    open("rom.ld", "w").write(script)
    counts = {0x42000000: 5, 0x40000504: 60, 0x400004fc: 1, 0x40000500: 20, 0x40000610: 15, 0x40000680: 7, 0x40002004: 3}
    for where in "0x42000000", "0x40008000":          # far: auipc and jalr; near: jal
        elf = link("rom", {"f.c": source}, "-Wl,-Ttext=" + where + ",-e,size", "rom.ld")
        counts = {(int(where, 16) if a == 0x42000000 else a): n for a, n in counts.items()}
        tape = imported(elf, counts)
        ok(f"ROM functions of a linker script, called from {where}", names(tape) == {"size": 5, "rom_copy": 80, "rom_fill": 15, "rom_put": 7}, names(tape))
        r = tally("report", tape)
        ok("... what the code does not call is none", "OUTSIDE 4 " in r.out and "stack_size" not in r.out, r)
        counts[0x42000000] = counts.pop(int(where, 16))
    pointer = """
	.globl go
go:	lui a5, 0x40000
	addi a5, a5, 0x500
	jalr a5
	lui a5, 0x40001
	jr 0x80(a5)
"""
    open("rom.ld", "w").write("rom_a = 0x40000500;\nrom_b = 0x40001080;\nnumber = 0x40001800;\n")
    elf = link("pointer", {"p.S": pointer}, "-march=rv32imc", "-Wl,-Ttext=0x42000000,-e,go", "rom.ld")
    tape = imported(elf, {0x40000504: 1, 0x40001080: 2, 0x40001804: 4})
    ok("... called by address, with compressed jumps; a label behind them ends their code",
       names(tape) == {"rom_a": 1, "rom_b": 2} and re.search(r"\bjalr\ta5$", sh(CROSS + "objdump", "-d", elf), re.M), names(tape))
    boot = link("boot", {"b.c": "int rom_add(int a) { return a + 1; }\nint rom_sub(int a) { return a - 1; }\n"}, "-Wl,-Ttext=0x40000000,-e,rom_add")
    elf = link("user", {"f.c": "int rom_add(int);\nint go(void) { return rom_add(1); }\n"}, "-Wl,-Ttext=0x40100000,-e,go,--just-symbols=" + boot)
    tape = imported(elf, {0x40100000: 1, 0x40000004: 2, symbols(boot)["rom_sub"][0]: 4})
    ok("ROM functions of another ELF", names(tape) == {"go": 1, "rom_add": 2, "rom_sub": 4}, names(tape))


FOLDED = """
volatile int g;
__attribute__((noinline)) int checksum_a(int n) { int s = 0; while (n--) s += g * n; return s; }
int weight_b(int n)%s;
void go(void) { g = checksum_a(30); g += weight_b(70); }
"""


def folded():
    for name, attribute, flags in ("defsym", "", ["-Wl,--defsym=weight_b=checksum_a"]), ("alias", ' __attribute__((alias("checksum_a")))', []):
        elf = link(name, {"f.c": FOLDED % attribute}, "-g", "-Wl,-Ttext=0x80000000,-e,go", *flags)
        tape = imported(elf, {symbols(elf)["checksum_a"][0]: 7})
        r = tally("report", tape)
        ok(f"{name}: the row has the name that the compiler gave its line, and the other one",
           re.search(r" checksum_a +f\.c:3  also weight_b$", r.out, re.M), r)
        for said in report_json(tape)["functions"], report_json(tape)["rows"]["rows"]:
            ok(f"{name}: JSON", [(x["name"], x.get("also")) for x in said] == [("checksum_a", ["weight_b"])], said)
        for asked in "checksum_a", "weight_b":
            r = tally("annotate", asked, tape)
            ok(f"{name}: annotate {asked}", r.code == 0 and r.out.startswith("checksum_a ") and "\nalso weight_b\n" in r.out, r)


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


def dollars():
    elf = link("dollars", {"f.c": DOLLARS, "m.S": MARKS}, "-g", "-Wl,-Ttext=0x80000000,-e,go")
    at = symbols(elf)
    functions = {n: s[0] for n, s in at.items() if s[2] == "FUNC" or n in ("labels", "$xenon", "$data")}
    tape = imported(elf, {a: 5 for a in functions.values()})
    ok("functions and labels that begin as mapping symbols do", names(tape) == {n: 5 for n in functions} and "$d" in functions, names(tape), functions)
    tape = imported(elf, {at["labels"][0] + 4 * i: 1 for i in range(4)})
    ok("mapping symbols are none", names(tape) == {"labels": 4}, names(tape))


CPP = """
volatile int g;
namespace board { struct Uart { void __attribute__((noinline)) send(int n) { g = n; } void __attribute__((noinline)) poll() { g++; } }; }
struct Spi { void __attribute__((noinline)) send(int n) { g += n; } };
extern "C" void go() { board::Uart u; u.send(1); u.poll(); Spi().send(2); }
"""
TWIN = "extern volatile int g;\nstatic __attribute__((noinline)) void init(void) { g += %d; }\nvoid %s_init(void) { init(); }\n"


def found_by_name():
    open("names.cc", "w").write(CPP)
    sh(CROSS + "g++", *FLAGS, "-g", "-fno-exceptions", "-Wl,-Ttext=0x80000000,-e,go", "names.cc", "-o", "names.elf")
    tape = imported("names.elf", {a: 1 for a, _, kind, _ in symbols("names.elf").values() if kind == "FUNC"})
    at = {n: a for a, _, _, n in (line.split(maxsplit=3) for line in sh(CROSS + "nm", "-C", "-S", "names.elf").splitlines() if " " in line and len(line.split(maxsplit=3)) == 4)}
    for asked, want in ("poll", "board::Uart::poll()"), ("Uart::send", "board::Uart::send(int)"), ("Spi::send", "Spi::send(int)"), ("send(int)", None):
        r = tally("annotate", asked, tape)
        if want:
            ok(f"annotate {asked}: {want}", r.code == 0 and r.out.startswith(want) and not r.err.count("only function"), r)
        else:
            ok(f"annotate {asked}: the candidates and their addresses", r.refused("0x%s board::Uart::send.*0x%s Spi::send" % (at["board::Uart::send(int)"], at["Spi::send(int)"])), r, at)
    r = tally("annotate", "art::po", tape)
    ok("a part of a name that only one has: taken, and said", r.code == 0 and r.out.startswith("board::Uart::poll()") and "only function with that" in r.err, r)
    r = tally("annotate", "nothing", tape)
    ok("no name", r.refused('no function "nothing"'), r)
    elf = link("twins", {"a.c": TWIN % (1, "a"), "b.c": TWIN % (2, "b"), "g.c": "volatile int g;\nvoid a_init(void), b_init(void);\nvoid go(void) { a_init(); b_init(); }\n"},
               "-g", "-fno-optimize-sibling-calls", "-Wl,-Ttext=0x80000000,-e,go")
    twins = re.findall(r"([0-9a-f]{8}) +\d+ FUNC +LOCAL .* init$", sh(CROSS + "readelf", "-sW", elf), re.M)
    tape = imported(elf, {int(a, 16): 3 for a in twins})
    r = tally("report", tape)
    ok("equal names show their addresses", len(twins) == 2 and all(re.search(r" init +0x%s  [ab]\.c:2$" % a, r.out, re.M) for a in twins), r)
    r = tally("annotate", "init", tape)
    ok("... and annotate lists them", r.refused("0x%s.*0x%s" % tuple(sorted(twins))), r)
    r = tally("annotate", "0x" + twins[0], tape)
    ok("... by address it takes one", r.code == 0 and r.out.startswith("init  0x" + twins[0]), r)


def patched(elf, name, change):
    """A copy whose program headers or section headers `change` changes."""
    b = bytearray(open(elf, "rb").read())
    phoff, shoff = struct.unpack_from("<II", b, 28)
    phnum, _, shnum = struct.unpack_from("<HHH", b, 44)
    for i in range(phnum):
        change("segment", b, phoff + 32 * i)
    for i in range(shnum):
        change("section", b, shoff + 40 * i)
    open(name, "wb").write(b)
    return name


def nothing_there():
    """Offsets of what has no bytes in the file."""
    elf = link("empty", {"f.c": "char big[64];\nvoid go(void) { big[1] = 2; }\n", "e.S": '\t.section .none, "a"\n\t.data\n'},
               "-Wl,-Ttext=0x80000000,-Tbss=0x80010000,-e,go")
    tape = imported(elf, {0x80000000: 5})
    want = names(tape)

    def far_segment(kind, b, at):
        if kind == "segment" and struct.unpack_from("<I", b, at + 16)[0] == 0:
            struct.pack_into("<I", b, at + 4, 0xfffffff0)

    def far_section(kind, b, at):
        if kind == "section" and struct.unpack_from("<I", b, at + 8)[0] == 0x30:     # .comment, emptied
            struct.pack_into("<II", b, at + 16, 0xfffffff0, 0)

    def full_section(kind, b, at):
        if kind == "section" and struct.unpack_from("<I", b, at + 4)[0] == 2:
            struct.pack_into("<I", b, at + 16, 0xfffffff0)

    for what, change in ("segment", far_segment), ("section", far_section):
        r = tally("report", tape, patched(elf, "far.elf", change))
        ok(f"a {what} without bytes may be anywhere in the file", r.code == 0 and "go" in r.out and "truncated" not in r.err, r, want)
        ok("... readelf agrees", open(elf, "rb").read() != open("far.elf", "rb").read() and sh(CROSS + "readelf", "-lSW", "far.elf"))
    r = tally("report", tape, patched(elf, "far.elf", full_section))
    ok("one with bytes may not", r.refused("truncated or corrupt"), r)


def identity():
    """A build id that is made up stays when the program changes."""
    one, two, near = ({"i.c": "volatile int g;\nvoid %s(void) { g %s; }\nvoid go(void) { work(); }\n" % ("work", e)} for e in ("+= 1", "*= 3", "+= 2"))
    flags = ["-g", "-Wl,-Ttext=0x80000000,-e,go,--build-id=0x12345678"]
    elf = link("id", one, *flags)
    tape = imported(elf, {symbols(elf)["work"][0]: 5})
    other = link("other", two, *flags)
    r = tally("report", tape, other)
    ok("the same build id, other code: said", r.code == 0 and "is not the ELF this profile was taken from" in r.err, r)
    near = link("near", near, *flags)
    same_size = os.path.getsize(near) == os.path.getsize(elf) and symbols(near)["work"] == symbols(elf)["work"]
    r = tally("report", tape, near)
    ok("... where only a constant is another, too", same_size and r.code == 0 and "is not the ELF" in r.err, r)
    r = tally("report", tape, elf, "--debug-file", near)
    ok("... and as a debug file that has its code", r.refused("belongs to another ELF"), r)
    sh(CROSS + "strip", "-g", "-o", "stripped.elf", elf)
    r = tally("report", tape, "stripped.elf")
    ok("a stripped copy: the same program", r.code == 0 and not r.err and " work" in r.out, r)
    sh(CROSS + "strip", "-o", "naked.elf", elf)
    sh(CROSS + "objcopy", "--only-keep-debug", elf, "id.debug")
    sh(CROSS + "objcopy", "--only-keep-debug", other, "other.debug")
    r = tally("report", tape, "naked.elf", "--debug-file", "id.debug")
    ok("its debug file: taken", r.code == 0 and not r.err and " work" in r.out, r)
    r = tally("report", tape, "naked.elf", "--debug-file", "other.debug")
    ok("the debug file of the other program: refused", r.refused("belongs to another ELF"), r)
    sh(CROSS + "objcopy", "--add-gnu-debuglink=id.debug", "naked.elf", "linked.elf")
    os.rename("other.debug", "id.debug")
    r = tally("report", tape, "linked.elf")
    ok("found by its link: not taken, and said", r.code == 0 and " work" not in r.out and "is not the debug file" in r.err, r)
    more = imported(other, {symbols(other)["work"][0]: 5})
    r = tally("merge", "-o", "sum.tally", tape, more)
    ok("merge refuses two programs", r.refused("their ELFs differ"), r)
    r = tally("diff", tape, more)
    ok("diff knows that they differ", r.code == 0 and "different programs" in r.out, r)
    r = tally("diff", tape, imported("stripped.elf", {symbols(elf)["work"][0]: 6}))
    ok("diff with the stripped copy: the same program", r.code == 0 and "the same program" in r.out, r)


WIDE = ["-march=rv64im", "-mabi=lp64", "-mcmodel=medany", "-nostdlib", "-static", "-O1", "-g", "-Wl,--no-warn-rwx-segments"]


def wide():
    source = {"w.c": "volatile long g;\n__attribute__((noinline)) long work(long n) { long s = 0; while (n--) s += g * n; return s; }\nvoid go(void) { g = work(9); }\n"}
    elf = link("wide", source, "-Wl,-Ttext=0x80000000,-e,go", machine=WIDE)
    at = symbols(elf)
    log = "".join("core   0: 0x%016x (0x00000013) DASM(00000013)\n" % a for a in range(at["work"][0], at["work"][0] + at["work"][1], 4))
    r = tally("import", "--rvfi", elf, "-o", "wide.tally", stdin=log.encode())
    said = rows("report", "wide.tally")
    ok("64-bit ELF: import, report", r.code == 0 and [x["name"] for x in said] == ["work"] and said[0]["instructions"] * 4 == at["work"][1], r, said)
    r = tally("annotate", "work", "wide.tally")
    ok("annotate: its instructions", r.code == 0 and "mul" in r.out and "ld " in r.out, r)
    tape = imported(elf, {at["work"][0]: 5, at["go"][0]: 6}, name="hist")
    r = tally("export", "gmon", tape, "-o", "gmon.out")
    told = sh(CROSS + "gprof", "-b", "-p", elf, "gmon.out") if r.code == 0 else r
    ok("gprof reads its gmon.out", re.search(r"^ *54\.\d+ .* go$", told, re.M) and re.search(r"^ *45\.\d+ .* work$", told, re.M), told)
    for command in ["run", elf], ["record", "/dev/null", elf, "-o", "x.tally"], ["top", "/dev/null", elf], ["attach", "/dev/null", elf]:
        r = tally(*command)
        ok("tally %s refuses it in words of its own" % command[0], r.code == 1 and "64-bit ELF" in r.err and "import" in r.err and r.err.count("\n") == 1, r)
    high = link("high", source, "-Wl,-Ttext=0x180000000,-e,go", machine=WIDE)
    r = tally("import", high, "-o", "x.tally", stdin=b"0x80000000 1\n")
    ok("code above 4 GiB: refused", r.refused("code above 4 GiB"), r)
    data = link("high-data", {"w.c": "long far[9] __attribute__((section(\".far\"))) = { 1 };\nlong go(void) { return 1; }\n"},
                "-Wl,-Ttext=0x80000000,-e,go,--section-start=.far=0x180000000", machine=WIDE)
    ok("data there does not matter", names(imported(data, {0x80000000: 4})) == {"go": 4})


def main():
    workdir("whose")
    code_in_data()
    overlays()
    overlay_labels()
    rom()
    folded()
    dollars()
    found_by_name()
    nothing_there()
    identity()
    wide()
    end()


main()
