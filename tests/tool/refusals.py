# SPDX-License-Identifier: ISC
# needs: tally
"""refusals.py - every kind of bad input gives exit 1 and one line that names it, nothing on the
standard output and no output file; no command overwrites what it reads; numbers as people write
them.

Tables of (a word that must be in the line, the command's arguments). Damaged files at random:
tests/fuzz/.
"""
import json
import os
import shutil
import subprocess

from kit import CROSS, TALLY, end, ok, read, refused, sh, tally, workdir, write

GOOD = """
	.globl _start
	.type _start, @function
_start:	li t0, 0xf0100000
	li t1, 0x5555
	sw t1, 0(t0)
1:	j 1b
	.size _start, . - _start
	.type second, @function
second:	ret
	.size second, . - second
"""
ANY = "void _start(void) { for (;;) ; }\n"
FOREVER = ".globl _start\n_start: addi a0, a0, 1\n\tj _start\n"
OVERLAP = """ENTRY(_start)
PHDRS { a PT_LOAD FLAGS(5); b PT_LOAD FLAGS(6); }
SECTIONS { .text 0x80000000 : { *(.text) } :a  .data 0x40000004 : { LONG(1) LONG(2) } :b }
"""
RAM = "-Wl,-Ttext=0x80000000"
# name: source file, its text, flags
BUILDS = {
    "good": ("good.S", GOOD, "-g", RAM), "forever": ("forever.S", FOREVER, RAM),
    "object": ("good.S", GOOD, "-c"),
    "compressed": ("any.c", ANY, "-march=rv32imc", RAM),
    "atomic": ("any.c", ANY, "-march=rv32ima", RAM),
    "float": ("any.c", ANY, "-march=rv32imafc", "-mabi=ilp32f", RAM),
    "bits": ("any.c", ANY, "-march=rv32im_zbb", RAM),
    "outside": ("good.S", GOOD, "-Wl,-Ttext=0x20000000"),
    "over": ("over.S", FOREVER + "\t.space 0x200\n", "-Wl,-Ttext=0x87ffff00"),
    "overlap": ("good.S", GOOD, "-T", "two.ld"),
    "data": ("data.c", "int x = 1;\n", "-Wl,-Tdata=0x80000000,-e,0"),
    "entry": ("good.S", GOOD, RAM + ",-e,0x80000800")}
# copies of good.elf with a byte changed: name, offset, byte, a word of the line
POKED = (("arm", 18, 0x28, "ARM .*not for RISC-V"), ("big", 5, 2, "big-endian"),
         ("class", 4, 7, "corrupt"),
         ("shared", 16, 3, "shared object"), ("core", 16, 4, "not an executable"))
ELFS = (
    ("not an ELF", "text.elf"), ("not an ELF", "empty.elf"), ("irectory", "directory"),
    ("archive", "archive.a"), ("No such file", "nowhere.elf"), ("x86-64", "/bin/true"),
    ("relocatable", "object.elf"),
    (r"C \(compressed instructions\), which vexriscv .*--core picorv32.*-march=rv32im -mabi=ilp32$",
     "compressed.elf",
     "--core", "vexriscv"), ("which vexriscv ", "bare.elf", "--core", "vexriscv"),
    ("no core here has all it needs", "float.elf", "--core", "vexriscv-linux"),
    ("A .atomic operations., which picorv32 .*--core vexriscv-linux", "atomic.elf", "--core",
     "picorv32"),
    ("Zbb", "bits.elf"), ("riscv.attributes", "attributes.elf"),
    ("0x20000000.* outside RAM", "outside.elf"),
    ("0x87ffff00.* outside RAM", "over.elf"), ("overlap in RAM", "overlap.elf"),
    ("no executable segment", "data.elf"), ("entry point 0x80000800", "entry.elf"))
# options of run, with good.elf
OPTIONS = (
    ("no such core; there are: picorv32, vexriscv", "--core", "z80"),
    ("no such option", "--perod", "3"),
    ("no such option", "-x"), ("one argument too many", "good.elf"),
    *(("--scale .*from 1 to 65536", "--scale", bad)
      for bad in ("0", "65537", "-1", "1.5", "x", "", "9" * 20)),
    *(("--period .*from 1 to 16777215", "--period", bad) for bad in ("0", "16777216")),
    *(("--cycles .*not a number from 1", "--cycles", bad) for bad in (
        "0", "1.5", "1e", "1kk", "1e30", "18446744073709551616", "0x", "0.0001k")),
    ("--jitter .*from 0 to 16", "--jitter", "17"),
    ("--jitter 5: needs a --period above 16", "--period", "16", "--jitter", "5"),
    ("--handlers leaf: not one of: root, interrupted", "--handlers", "leaf"),
    ("--priv x", "--priv", "x"), ('no function "nobody"', "--from", "nobody"),
    ("after --to _start", "--from", "second", "--to", "_start"),
    ("0x123456789: not a 32-bit address", "--from", "0x123456789"),
    ("no code in between", "--from", "0x80000004", "--to", "0x80000004"),
    ("lies behind the code, which ends at", "--from", "0x90000000"),
    ("exchange them", "--from", "0x80000008", "--to", "0x80000004"),
    ("takes no value", "--no-cpi=1"),
    ("--data: needs every cycle and its calls", "--data", "--period", "2"),
    ("--data: needs every cycle and its calls; .*--no-cpi", "--data", "--no-cpi"),
    ("--json: shapes a profile", "--no-profile"),
    ("--period: .*--pty takes none", "--pty", "--period", "3"))
COMMANDS = (
    ("which firmware", "run"), ("needs a value", "run", "good.elf", "--core"),
    ("which capture", "report"),
    ("no such command", "fly", "good.elf"),
    ("not a Tally capture", "report", "good.elf"),
    ("not an ELF", "report", "good.tally", "text.elf"),
    ("No such file", "report", "nowhere.tally"), ("--top", "report", "--top", "x", "good.tally"),
    ("nowhere.json: No such file; .*--json=nowhere.json", "report", "--json", "nowhere.json",
     "good.tally"),
    ("not one of: function", "report", "--by", "nothing", "good.tally"),
    ("rows are of one kind", "report", "--by", "line,function", "good.tally"),
    ("one of the two", "report", "--tree", "--callers-of", "x", "good.tally"),
    ("was not called", "report", "--callers-of", "0x80800000", "good.tally"),
    ("given beside --by", "report", "--tree", "--by", "line", "good.tally"),
    ("sorted by inclusive", "report", "--tree", "--sort", "name", "good.tally"),
    ("counted in cycles", "report", "--by", "caller,instructions", "good.tally"),
    ("has no call tree; `tally", "report", "--tree", "bare.tally"),
    ("has no call tree; `tally", "report", "--by", "caller", "bare.tally"),
    ("has no call tree; `tally", "report", "--sort", "inclusive", "bare.tally"),
    ("counted cycles only; take it again", "report", "--by", "instructions", "bare.tally"),
    ("counted only cycles", "report", "--sort", "cpi", "bare.tally"),
    ("no cycles were counted there", "annotate", "0x80700000", "good.tally"),
    ("does not disassemble", "annotate", "--objdump", "true", "good.tally"),
    ("a diff compares", "diff", "--by", "caller", "good.tally", "good.tally"),
    ("one of them at a time", "diff", "--html", "x.tally", "--csv", "good.tally", "good.tally"),
    ("rows are of one kind", "diff", "--contexts", "--by", "line", "good.tally", "good.tally"),
    ("regular expression", "report", "--match", "(", "good.tally"),
    ("one of the two", "report", "--json", "--csv", "good.tally"),
    ("needs --tree", "report", "--depth", "3", "good.tally"),
    ("from 0 to 100", "report", "--tree", "--min", "101", "good.tally"),
    ("give OLD=NEW", "report", "good.tally", "--source-prefix", "nothing"),
    ("cannot read", "report", "good.tally", "--debug-file", "nowhere.debug"),
    ('no function "nothing"', "annotate", "nothing", "good.tally"),
    ("give two captures", "diff", "good.tally"),
    # outputs are opened before the run begins
    ("No such file", "run", "-o", "nowhere/out.tally", "good.elf"),
    ("directory", "run", "-o", "directory", "good.elf"),
    ("name is empty", "run", "-o", "", "good.elf"),
    ("given to both", "run", "-o", "both", "--json=./both", "good.elf"),
    ("cannot write", "run", "-o", "/proc/out.tally", "good.elf"),
    ("symbolic link", "run", "-o", "dangling", "good.elf"),
    ("both on the standard output", "run", "--json", "-o", "-", "good.elf"),
    ("No such file", "report", "--json=nowhere/x", "good.tally"),
    ("no serial bridge; give --core picorv32, ", "run", "--core", "serv", "--pty", "good.elf"),
    # a command never overwrites a file that it reads
    *((f"{out}: is read by this command", *command) for out in ("kept.tally", "link.tally")
      for command in (
        ("export", "html", "-o", out, "kept.tally"), ("report", f"--csv={out}", "kept.tally"),
        ("annotate", f"--json={out}", "kept.tally"),
        ("diff", "--html", out, "good.tally", "kept.tally"))),
    ("kept.elf: is read by this command", "report", "--csv=kept.elf", "good.tally", "kept.elf"),
    # merge
    ("into which file", "merge", "good.tally"), ("which captures", "merge", "-o", "x.tally"),
    ("given twice", "merge", "-o", "x.tally", "good.tally", "./good.tally"),
    ("is read by this command", "merge", "-o", "good.tally", "kept.tally",
     "good.tally"))
OUTPUTS = "out.tally", "out.json", "x.tally"


def programs():
    write("two.ld", OVERLAP)
    for name, (file, text, *flags) in BUILDS.items():
        write(file, text)
        sh(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static",
           "-Wl,-n,--no-warn-rwx-segments",
           *flags, file, "-o", name + ".elf")
    good = read("good.elf")
    for name, at, byte, _ in POKED:
        write(name + ".elf", good[:at] + bytes([byte]) + good[at + 1:])
    at = good.index(b"riscv\0") - 4			# the length of the first attributes
    write("attributes.elf", good[:at] + b"\xff\xff\xff\x7f" + good[at + 4:])
    write("text.elf", "no ELF\n")
    write("empty.elf", "")
    os.makedirs("directory")
    sh("ar", "rc", "archive.a", "good.elf")
    sh(CROSS + "objcopy", "-R", ".riscv.attributes", "compressed.elf", "bare.elf")
    sh(CROSS + "strip", "-o", "stripped.elf", "good.elf")
    r = tally("run", "-o", "good.tally", "good.elf")
    ok("the good one runs", r.code == 0, r)
    tally("run", "--no-calls", "--no-cpi", "-o", "bare.tally", "good.elf")
    for kind in "elf", "tally":
        shutil.copy(f"good.{kind}", f"kept.{kind}")
    os.symlink("kept.tally", "link.tally")
    os.symlink("nowhere/else", "dangling")


def run(why, elf, *options):
    for output in OUTPUTS:
        if os.path.exists(output):
            os.remove(output)
    refused(why, "run", "-o", "out.tally", "--json=out.json", *options, elf, absent=OUTPUTS)


def numbers():
    r = tally("run", "--core", "vexriscv-imac", "--cycles", "1K", "atomic.elf")
    ok("a core with half of A: said", "built for Zaamo" in r.err, r)
    for text in "20K", "2e4", "0.02M", "0x4e20":
        r = tally("run", "--json", "--cycles", text, "forever.elf")
        ok(f"--cycles {text}", r.code == 0 and json.loads(r.out)["cycles"] == 20000, r)


def closed():
    """A closed standard output gives a message, and no other file gets its descriptor."""
    for closing in ">&-", ">/dev/full":
        for command in ("report good.tally", "run --cycles 10k good.elf", "--help",
                        "export folded good.tally", "merge -o - good.tally part.tally"):
            done = subprocess.run(f"'{TALLY}' {command} {closing}", shell=True,
                                  stderr=subprocess.PIPE, check=False)
            ok(f"{command} {closing}", done.returncode == 1
               and b"cannot write to the standard output" in done.stderr, done)
    subprocess.run(f"'{TALLY}' run -o out.tally --json=out.json good.elf >&- 2>&- <&-", shell=True,
                   check=False)
    with open("out.json", encoding="utf-8") as f:
        ok("all standard files closed: capture and JSON are whole",
           read("out.tally") == read("good.tally")
           and json.load(f)["invariant"])
    r = tally("run", "-o", "/dev/full", "good.elf")
    ok("-o /dev/full: said, and the report is printed", r.code == 1 and "TICKS" in r.out
       and "/dev/full: cannot write: No space" in r.err, r)


def limited(*arguments):
    """With a limit of a file's size: one line, and no half of a file."""
    before = set(os.listdir("."))
    r = subprocess.run(["prlimit", "--fsize=100", TALLY, *arguments], capture_output=True,
                       check=False)
    lines = [line for line in r.stderr.split(b"\n") if line
             and not line.startswith(b"tally: note: ")]
    ok(f"{' '.join(arguments)}: a limit of file size", r.returncode == 1 and len(lines) == 1
       and lines[0].endswith(b": cannot write: File too large") and set(os.listdir(".")) == before,
       r)


def main():
    workdir()
    programs()
    for why, *command in ELFS:
        run(why, *command)
    for name, _, _, why in POKED:
        run(why, name + ".elf")
    for why, *options in OPTIONS:
        run(why, "good.elf", *options)
    run("has no symbols; give an address", "stripped.elf", "--from", "_start")
    for why, *command in COMMANDS:
        refused(why, *command, absent=OUTPUTS)
    ok("what was read is as it was", all(read(f"kept.{k}") == read(f"good.{k}")
                                         for k in ("elf", "tally")))
    numbers()
    tally("run", "-o", "part.tally", "--cycles", "5", "good.elf")
    for command in (("run", "-o", "c.tally", "good.elf"), ("report", "--csv=c.csv", "good.tally"),
                    ("export", "html", "-o", "c.html", "good.tally"),
                    ("merge", "-o", "c.tally", "good.tally", "part.tally")):
        limited(*command)
    closed()
    end()


main()
