# SPDX-License-Identifier: ISC
# needs: tally
"""import.py - tally import: a histogram of text, or a log of retirements, as a capture that every
command reads; its accounting; what it refuses.
"""

import os
import re
import signal
import subprocess
import time

from kit import (CROSS, TALLY, Result, build, capture, end, ok, read, refused, report_json, rows,
                 sh, tally, tally_profile, workdir, write)

C = r"""
volatile int g;
__attribute__((noinline)) int work(int n) { int s = 0; while (n--) s += g * n; return s; }
__attribute__((noinline)) int rest(int n) { while (n--) g += n; return g; }
void run(void) { g = work(300) + rest(40); }
"""
# Logs in short have nops and more at any address: the ELF has no bytes there.
BLANK = """.section .code, "ax", @nobits
	.globl _start
	.type _start, @function
_start:	.space 64
"""
BEFORE = "__attribute__((noinline)) int before(int n) { return n * g + n + g * 7; }"
MANY = "volatile int g;" + "".join(
    "__attribute__((noinline)) int f%d(int a) { if (g == %d) a += g; g = a * 3; return a; }\n"
    % (n, n) for n in range(12)) + "void run(void) { %s }\n" % " ".join(
    f"f{n}({n});" for n in range(12))
MARKS = (("utf-8-sig", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"),
         ("utf-16-le", b""),
         ("utf-16-be", b""))
# Logs in short: | ends a line, c: is Spike's "core   0:", ~ is "(0x00000013)", a nop; {n} is the
# address of the n-th of
# four instructions. What each counts there, by hand.
SPIKE = (
    ("-l", "c: >>>>  _start|c: 0x{0} ~ nop|c: 0x{1} ~ nop|", (1, 1, 0, 0)),
    ("-l, an instruction that trapped: it did not retire",
     "c: 0x{0} ~ nop|c: 0x{1} (0x00002003) lw zero, 0(zero)|"
     "c: exception trap_load_access_fault, epc 0x{1}|c:           tval 0x0000000000000000|c: 0x{3} "
     "~ nop|",
     (1, 0, 0, 1)),
    ("-l, an interrupt: what was before it did",
     "c: 0x{0} ~ nop|c: exception interrupt #7, epc 0x{0}|c: 0x{3} ~ nop|", (1, 0, 0, 1)),
    ("-l, a loop to itself",
     "c: 0x{0} (0x0000006f) j pc + 0x0|c: Executed 5 times|c: 0x{1} ~ nop|", (5, 1, 0, 0)),
    ("--log-commits", "c: 3 0x{0} ~ x5  0x00000001|c: 3 0x{1} (0x0001)|c: 0 0x{0} ~ mem 0x80001000 "
                      "0x00|",
     (2, 1, 0, 0)),
    ("of old", "3 0x{0} ~ x 5 0x00000001|3 0x{1} ~ f 1 0x00000001|", (1, 1, 0, 0)),
    ("-l --log-commits: each once; not what trapped",
     "c: 0x{0} ~ nop|c: 3 0x{0} ~|c: 0x{1} (0x00000073) ecall|"
     "c: exception trap_machine_ecall, epc 0x{1}|c: 0x{2} ~ nop|c: 3 0x{2} ~|c: 0x{3} (0x00002003) "
     "lw|", (1, 0, 1, 0)),
    ("of 32 bits, sign-extended", "c: 0xffffffff{0} ~ nop|c: 3 0xffffffff{0} ~|", (1, 0, 0, 0)),
    ("one hart of two", "core   1: 0x{0} ~ nop|c: 0x{2} ~ nop|3 0x{2} ~|core   1: 3 0x{0} ~|core   "
                        "1: 3 0x{1} ~|",
     (1, 1, 0, 0), "--hart", "1"))
OTHERS = (
    ("CVA6", "c: 0x00000000{0} ~ DASM(00000013)|3 0x00000000{0} ~ x 5 0x0|"
     "core   INTERRUPT 0: 0x00000000{2} ~ DASM(00000013)|3 0x00000000{2} ~|"
     "ILLEGAL_INSTR exception @ 0x00000000{3} (0x00000000)|exception : 0x00000000{3}|",
     (1, 0, 1, 0)),
    ("NEORV32 of 2025", "0 5 {0} 00000013 M|1 9 {1} 00000013 M c.addi <TRAP_ENTRY>|", (6, 4, 0, 0)),
    ("NEORV32 of 2026", "0 5 0x{0} 0x00000013 M addi x0, x0, 0|"
     "1 9 0x{1} 0x0001     U c.addi      x0, x0, 0 <TRAP_ENTRY>|"
     "2 12 0x{2} 0x00000073 U ecall|3 15 0x{3} 0x00000013 M nop|", (6, 4, 0, 6)),
    ("Ibex, an instruction that trapped", "Time\tCycle\tPC\tInsn\tDecoded instruction\tRegister "
                                          "and memory contents|"
     "  10\t  1\t{0}\t00000013\taddi\tx0,x0,0\t|  20\t  4\t{1}\t    0001\tc.nop\t\t|"
     "  30\t  6\t{2}\t00002003\t-->lw\tx0,0(x0)\t|  40\t  9\t{3}\t00000013\t==>addi\tx0,x0,0\t|",
     (2, 3, 0, 5)),
    ("Ibex without its heading", " 1\t10\t{0}\t00000013| 2\t47\t{1}\t02a545b3\tdiv|",
     (11, 37, 0, 0)),
    ("CV32E40P", "            Time           Cycle PC       Instr    Ctx Decoded instruction|"
     "       130.000 ns              50 {0} 00000013     addi x0, x0, 0|"
     "       140.000 ns              51 {1} 00000013     addi x0, x0, 0  x2=80001000|"
     "       160.000 ns              53 {2} 00002003 (C) lw x0, 0(x0)|", (51, 2, 0, 0)),
    ("CV32E40P: a division works until the next one starts",
     "Time\tCycle\tPC\tInstr\tDecoded| 100ns 10 {0} 06400513 li| 110ns 11 {1} 02a545b3 div|"
     " 470ns 47 {2} 00000013 nop| 480ns 48 {3} 00000013 nop|", (11, 36, 1, 1)),
    ("CV32E40P: what traps does so from its start on",
     "Time Cycle PC Instr Ctx| 1ns 4 {0} 00000013 nop|"
     " 2ns 9 {1} 00000073 (C) ecall| 3ns 20 {2} 00000013 nop| 4ns 20 {3} 00000013 nop|",
     (9, 0, 12, 0)),
    ("tally_rvfi: a trap by its mark alone, sp, a handler, the number of reset on; a last line "
     "without its end", "Order\tCycle\tPC\tInsn|0\t5\t{0}\t00000013\t\tx2=0x80001000|"
     "1\t5\t{1}\t00000073\t|2\t9\t{1}\t0001\t-->|3\t12\t{2}\t0001\t==>|4\t20\t{3}\t00",
     (6, 0, 7, 0)),
    ("Rocket: a bubble, 64 bits", "C0:         10 [1] pc=[00000000{0}] W[r 2=0000000080001000][1] "
     "R[r 0=0000000000000000] R[r 0=0000000000000000] inst=[00000013] DASM(00000013)|"
     "C0:         11 [0] pc=[0000000000000001] W[r 0=0000000000000000][0] "
     "R[r 0=0000000000000000] R[r 0=0000000000000000] inst=[00000013] DASM(00000013)|"
     "C0:         12 [1] pc=[00000000{1}] W[r 0=0000000000000000][0] "
     "R[r 0=0000000000000000] R[r 0=0000000000000000] inst=[00000013] DASM(00000013)|",
     (11, 2, 0, 0)),
    ("Sodor", "Cyc=          7 [1] pc=[{0}] W[r 2=80001000][1] Op1=[r 0][00000000] "
     "Op2=[r 0][00000000] inst=[00000013]    DASM(00000013)|"
     "Cyc=          9 [1] pc=[{1}] W[r 0=00000000][0] Op1=[r 0][00000000] Op2=[r 0][00000000] "
     "inst=[00000013]  B DASM(00000013)|", (8, 2, 0, 0)),
    ("VeeR, two in a cycle", "//   Cycle : #inst  hart   pc    opcode    reg=value   ; mnemonic|"
     "//-------------------|        14 :     #1 0 {0} 00000013   sp=f0040000   ; addi sp,zero,0|"
     "        17 :     #2 0 {1} 0001                 ; c.nop|"
     "        17 :     #3 0 {2} 00000013             ; nop|", (15, 3, 0, 0)))
# Lines that hold more than they seem to: what each log counts, and the number of lines that are
# said not to count.
A, B = "c: 3 0x{0} ~", "c: 3 0x{1} ~"
DAMAGED = (
    ("other lines", f"bbl loader||{A}|Hello|", (1, 0, 0, 0), 2),
    ("a NUL in a line", f"{A}|{A}\0\0{B}|", (1, 0, 0, 0), 1),
    ("CR for an end of line", f"{A}\r{B}\r{B}", (1, 2, 0, 0), 0),
    ("CR, CR, LF", f"{A}\r\r|{B}\r\r|", (1, 1, 0, 0), 0),
    ("two commits in a line", f"{A} {B}|{B}", (0, 1, 0, 0), 1),
    ("a commit in a listing", f"c: 0x{{0}} ~ nop {B}|{B}", (0, 1, 0, 0), 1),
    ("a function's name is core", f"c: >>>>  core|{B}", (0, 1, 0, 0), 0),
    ("an exception and what comes next", f"c: exception trap_x, epc 0x{{0}} {A}|{B}", (0, 1, 0, 0),
     1),
    ("two rows of NEORV32", "0 5 0x{0} 0x00000013 M addi x0, x0, 0 1 9 0x{1} 0x00000013 M nop|"
     "2 12 0x{2} 0x00000013 M nop|", (0, 0, 13, 0), 1),
    ("two rows of CV32E40P", "Time Cycle PC Instr|"
     " 1.0 ns 2 {0} 00000013 addi x0, x0, 0 x5=00000001 2.0 ns 3 {1} 00000013 nop| 3.0 ns 4 {2} "
     "00000013 nop|"
     " 4.0 ns 9 {3} 00000013 fdiv.s x5=00000001 12345678 1234.000 ns|", (0, 0, 9, 1), 1),
    ("two of VeeR", "3 : #1 0 {0} 0001 ; c.nop 4 : #2 0 {1} 0001 ; c.nop|5 : #3 0 {2} 0001|",
     (0, 0, 6, 0), 1))
TWO = SPIKE[-1][1]
HARTS = "".join(f"core   {n}: 3 0x{{0}} ~|" for n in range(33))
NO_LOGS = (
    *(("no line of a retirement", log) for log
      in ("hello|", "", "c: 3 0x80000001 ~|", "c: 3 0x{0} (0x00000073)|")),
    ("no line of a retirement", "#1 0 M {0} 00000013 r 00 00000000  addi x0, x0, 0|"),
    (r"not `\[0\] \[M\]: 0x80000000", "[0] [M]: 0x{0} ~ addi zero, zero, 0x0|[1] [M]: 0x{1} ~ addi "
                                      "zero, zero, 0x0|"),
    ("line 2: cycle 4 comes after 5", "0 5 0x80000000 0x13 M x|1 4 0x80000000 0x13 M x|"),
    ("line 3: some lines have cycles", "0 5 0x{0} 0x13 M x|c: 0x{1} ~ nop|c: 0x{2} ~ nop|"),
    ("no instruction leads to the address in the line after it",
     "1 2 00000010 0004|5 6 00000020 0008|"),
    ("line 3: instruction 7 comes after 5; give the whole log of one core",
     "Order Cycle PC Insn|5 5 {0} 00000013|7 9 {1} 00000013|"),
    ("nothing has retired; does the core leave its reset", "Order Cycle PC Insn|"),
    ("has the harts 1, 0; choose one of them with --hart", TWO),
    ("--hart 7: there is none in .*, but 1, 0", TWO, "--hart", "7"),
    (r"30, 31, \.\.\.; choose", HARTS))
# a line of a histogram, and what is said of it
NO_LINES = (("0x80000000", "line 2: `0x80000000` is no"), ("80000010 5x", "line 2"),
            ("-4 2", "line 2"), ("0x80000000 1.5", "line 2"),
            ("8000001c 5", "0x80000010 42"),
            ("hello, world", "line 2: `hello, world` is no .address count.; write two numbers"),
            ("0x80000000 \0", "line 2"), ("x" * 300, r"`x{40}\.\.\.`"),
            ("0x80000000 99999999999999999999", "line 2"),
            ("0x10 %d\n0x10 1" % (2 ** 64 - 2), "line 3: .*64 bits"))


def text_of(tape):
    return [f"{r['address']} {r['cycles']}\n" for r in rows("report", "--by", "address", tape)]


def same_rows(elf, tape):
    """What a run counted, printed and imported, is the same in every view. Returns the text."""
    text = "".join(text_of(tape))
    write("uart.log", text)
    r = tally("import", elf, "-o", "imported.tally", "uart.log")
    ok("import: silent", r.code == 0 and not r.out and not r.err, r)
    mine, theirs = (tally_profile.read(t).bins for t in ("imported.tally", tape))
    ok(f"{len(mine)} bins, those of the run", mine == theirs, mine, theirs)
    r = tally("report", "imported.tally")
    ok("the report: from where, and nothing that nobody knows",
       "end: imported from uart.log" in r.out
       and "on imported: every cycle" in r.out and "run: unknown" in r.out
       and "DOES NOT" not in r.out and not r.err, r)
    for words in ["annotate", "work"], ["export", "html", "-o", "-"], ["diff", tape]:
        r = tally(*words, "imported.tally")
        ok(f"tally {' '.join(words)} reads it", r.code == 0 and not r.err, r)
    return text


def accounting(elf, tape, text):
    spelt = text.encode().replace(b" ", b",\t: ").replace(b"\n", b"\r\n")
    spelt = (b"# what the board said\r\n\r\n  \r\n" + spelt
             + b"4096:17\n0xfffffffff0 5\n0x80000000, 0")
    r = tally("import", "-o", "spelt.tally", "--period", "1000", "--core", "GD32 on my desk", elf,
              stdin=spelt)
    ok("other separators, comments, \\r, no last end of line, standard input",
       r.code == 0 and not r.err, r)
    j, before = report_json("spelt.tally"), report_json("imported.tally")
    mine = tally_profile.read("spelt.tally")
    c, hits = j["counters"], before["counters"]["hits"]
    ok(f"TICKS = HITS + OUTSIDE {c['outside']}; the bins are the same",
       j["invariant"] and j["bins"] == before["bins"]
       and (c["hits"], c["outside"], c["ticks"]) == (hits, 22, hits + 22), c)
    ok("samples, the core's words, the end; in its columns, too",
       (j["unit"], j["period"], j["core"], j["end"]["text"]) 
       == ("samples", 1000, "GD32 on my desk", "imported from the standard input")
       and (mine.imported, mine.end["reason"]) == ("the standard input", j["end"]["reason"]),
       j["end"])
    tally("import", elf, "-o", "twice.tally", "-", stdin=2 * text.encode())
    tally("import", elf, "-o", "again.tally", "-", stdin=text.encode())
    tally("merge", "-o", "merged.tally", "imported.tally", "again.tally")
    merged = report_json("merged.tally")
    ok("lines of one address add up, as merge does; it names all its texts",
       report_json("twice.tally")["bins"]
       == merged["bins"] and merged["end"]["text"] == "imported from uart.log, the standard input",
       merged["end"])
    decimal = "".join("%d %s\r\n" % (int(a, 16), n) for a, n in map(str.split, text.splitlines()))
    for encoding, mark in MARKS:
        tally("import", elf, "-o", "decimal.tally", stdin=mark + decimal.encode(encoding))
        ok(f"decimal addresses, {encoding}", report_json("decimal.tally")["bins"]
           == before["bins"])
    tally("import", elf, "-o", "core.tally", "--core", "picorv32", "uart.log")
    refused("only core.tally was imported", "merge", "-o", "never.tally", tape, "core.tally")


def log_of(text):
    text = text.replace("~", "(0x00000013)").replace("|", "\n").replace("c:", "core   0:")
    return text.format(*("%08x" % (0x80000000 + 4 * n) for n in range(4)))


def retired(elf, log, *options):
    """The command, and what it counted at the four addresses."""
    r = tally("import", "--rvfi", elf, "-o", "log.tally", *options, stdin=log)
    if r.code != 0:
        return r, None
    j = report_json("log.tally")
    counts = {b["pc"]: b["count"] for b in j["bins"]}
    return r, tuple(counts.get(0x80000000 + 4 * n, 0) for n in range(4)) if j["invariant"] else None


def logs(elf):
    for what, log, want, *options in (*SPIKE, *OTHERS):
        r, got = retired(elf, log_of(log).encode(), *options)
        ok(what if (what, log, want, *options) in OTHERS else "Spike " + what,
           got == want and not r.err, got, r)
    for what, log, want, lost in DAMAGED:
        r, got = retired(elf, log_of(log).encode())
        said = f"not understood and not counted: {lost};" in r.err if lost else not r.err
        ok(what + (": said" if lost else ""), got == want and said, got, r)
    retired(elf, log_of(SPIKE[0][1]).encode())
    ok("a log without cycles has inclusive instructions, and a tree of them",
       rows("report", "log.tally")[0]["inclusive"] and "CPI" not in tally("report", "log.tally").out
       and report_json("--tree", "log.tally")["tree"]["unit"] == "instructions")
    for why, log, *options in NO_LOGS:
        refused(why, "import", "--rvfi", elf, "-o", "never.tally", *options,
                stdin=log_of(log).encode())
    refused("--hart: needs --rvfi", "import", elf, "-o", "never.tally", "--hart", "1",
            stdin=b"0x80000000 1\n")
    refused("leave out --rvfi or --period", "import", "--rvfi", "--period", "2", elf, "-o",
            "never.tally", "uart.log")


SIMULATOR = 'test "$0" = "+tally_rvfi=$TALLY_RVFI" && cat rvfi.log >$TALLY_RVFI; '


def simulate(elf, script, *options, **more):
    return tally("import", "--rvfi", elf, "-o", "pipe.tally", *options, "--", "sh", "-c", script,
                 "+tally_rvfi", **more)


def simulators(elf):
    """What writes into the pipe: how it ends, and that its end is the tool's, too."""
    write("rvfi.log", log_of("Order\tCycle\tPC\tInsn|0\t5\t{0}\t00000013|1\t7\t{1}\t00000013|"))
    for what, script, said in (
            ("well", "cat >&2; echo its output", ""),
            ("with a status", "exit 3", r"tally: sh: ended with status 3; pipe.tally holds what "),
            ("by a signal", "kill -9 $$", r"tally: sh: died by signal 9 \(Killed\); pipe.tally")):
        r = simulate(elf, SIMULATOR + script, stdin=b"its input")
        counts = report_json("pipe.tally")["bins"]
        ok(f"a simulator that ends {what}", [b["count"] for b in counts] == [6, 2]
           and (r.code == 1 and re.match(said, r.err) if said else r.code == 0
                and (r.out, r.err) == ("its output\n", "its input")), r, counts)
        ok("... and of how much of the run it is", report_json("pipe.tally")["end"]["reason"]
           == ("interrupt" if "signal" in said else "imported"))
        os.remove("pipe.tally")
    with open("pipe.tally", "wb") as out:
        done = subprocess.run([TALLY, "import", "--rvfi", elf, "-o", "-", "--", "sh", "-c",
                               SIMULATOR + "echo text", "+tally_rvfi"], stdout=out,
                              stderr=subprocess.PIPE)
    ok("its output is not in a capture on standard output",
       done.stderr == b"text\n" and report_json("pipe.tally")["bins"] == counts, done.stderr)
    os.remove("pipe.tally")
    for why, script, *options in (
            ("sh: ended with status 0, and nothing has opened the pipe; is tally_rvfi", "true"),
            ("sh: died by signal 15", "kill $$"),
            (r"sh: has run for 1 s \(--patience\), and nothing has", "exec sleep 99", "--patience",
             "1"), ("sh: no line of a retirement", ": >$TALLY_RVFI")):
        r = simulate(elf, script, *options)
        ok(f"refused: {script} ({why})", r.refused(why) and not os.path.exists("pipe.tally"), r)
    for why, *words in (("which simulator", "--"), ("leave out this file", "x", "--", "true"),
                        ("nowhere: cannot be run", "--", "nowhere"),
                        ("needs a simulator", "--patience", "3")):
        refused(why, "import", "--rvfi", elf, "-o", "never.tally", *words)


def interrupted(elf):
    """^C, while the simulator goes on."""
    for script, said in (("exec 3>$TALLY_RVFI; cat rvfi.log >&3; echo; exec sleep 99",
                          "sh: interrupted; pipe.tally holds what retired until then"),
                         ("echo; exec sleep 99", "sh: interrupted before anything retired")):
        run = subprocess.Popen([TALLY, "import", "--rvfi", elf, "-o", "pipe.tally", "--", "sh",
                                "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.readline()
        time.sleep(0.3)		# the tool has read what its simulator wrote before
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=20)
        r = Result(subprocess.CompletedProcess((), run.returncode, out, err))
        ok(f"^C: {said}", r.code == 130 and said in r.err, r)
    ok("... and what it read is there", [b["count"] for b in report_json("pipe.tally")["bins"]]
       == [6, 2])


def notes(elf):
    for first, last, said in (1500, 150100, False), (1500, 1600, True):
        log = f"0 {first} 0x{{0}} 0x13 M x|1 {last} 0x{{1}} 0x13 M x|"
        r, got = retired(elf, log_of(log).encode())
        ok(f"a log from cycle {first} to {last}: {'said' if said else 'silent'}",
           got == (first + 1, last - first, 0, 0)
           and ("begins at cycle 1500: its first instruction has them all" in r.err if said
                else not r.err), got, r)
    log = ("Time Cycle PC Instr| 1 2 {0} 00000013 nop| 2 4 ffffffc0{0} 00000013 nop|"
           " 3 9 {1} 00000013 nop|")
    r, got = retired(elf, log_of(log).encode())
    ok("above 4 GiB: OUTSIDE with its time, and said",
       got == (4, 1, 0, 0) and "above 4 GiB" in r.err
       and report_json("log.tally")["counters"]["outside"] == 5, got, r)
    r, _ = retired(elf, b"0 5 0x00001000 0x13 M x\n1 9 0x00001004 0x13 M x\n")
    ok("a log of another program: the report says so", r.code == 0
       and "is this the program that the core ran?" in tally("report", "log.tally").out, r)


def words(march):
    """The instructions of a log are the ELF's, or another build's, or but a few were patched."""
    new, old = (build(name + march, {"c.c": text}, "-O1", "-march=" + march) for name, text
                in (("new", C), ("old", C.replace("int rest", BEFORE + " int rest"))))
    code = sh(CROSS + "objdump", "-d", "--disassemble=rest", old)
    log = [f"core   0: 0x{at} (0x{word}) x\n"
           for at, word in re.findall(r"^ *(\w+):\t(\w+) ", code, re.M)]
    r, _ = retired(old, "".join(log).encode())
    ok(f"{march}: a log of this ELF: silent", r.code == 0 and not r.err, r)
    refused(r"\d+ of \d+ instructions that ran differ from those of new.*, the first at 0x"
            r"\w+ \(\S+\): 0x\w+ in the log, 0x\w+ in the ELF; give the ELF",
            "import", "--rvfi", new, "-o", "never.tally", stdin="".join(log).encode())
    log[3] = re.sub(r"\(0x\w+\)", "(0x00000013)", log[3])
    r, _ = retired(old, "".join(log).encode())
    ok("... one word was patched: said", r.code == 0 and "does the program patch" in r.err, r)


def doubts():
    """Counts that cannot be of this ELF: another program's, samples, in the middle of code."""
    mine = build("mine", {"m.c": MANY}, "-O1", "-march=rv32imc")
    other = build("other", {"o.c": MANY.replace("if (g", "g++; if (g")}, "-Os")
    counts = text_of(capture(mine))
    some, odd = counts[::3], [f"{0x80000002 + 4 * n} 1\n" for n in range(9)]
    for what, elf, lines, options, why in (
            ("its own", mine, counts, (), None), ("another's", other, counts, (), "leads to has"),
            ("samples", mine, some, (), r"not samples \(--period\)"),
            ("no instruction", other, odd, ("--period", "9"), "no instruction begins")):
        r = tally("import", elf, *options, "-o", "doubt.tally", stdin="".join(lines).encode())
        ok(f"counts, {what}: {why or 'silent'}", r.code == 0 and (re.search(
            f"note: the standard input: is {elf} the program that ran.*{why}", r.err) if why
            else not r.err), r)


def refusals(elf, text):
    for line, why in NO_LINES:
        refused(why, "import", elf, "-o", "never.tally",
                stdin=b"0x80000000 1\n" + line.encode() + b"\n")
    refused("line 1: .*--period", "import", elf, "-o", "never.tally", "--period", "2",
            stdin=b"0 %d" % 2 ** 63)
    for why, *arguments in (
            ("which firmware", "-o", "never.tally"), ("into which file", elf),
            ("no line", elf, "-o", "never.tally"),
            ("nowhere: cannot read", elf, "-o", "never.tally", "nowhere"),
            ("is read by this command", elf, "-o", "uart.log", "uart.log"),
            ("--period", elf, "--period", "0", "-o", "never.tally", "uart.log")):
        refused(why, "import", *arguments)
    ok("the texts are as they were", read("uart.log").decode() == text)
    r = tally("import", elf, "-o", "outside.tally", stdin=b"80000010 5\n")
    ok("nothing is in the code: said", r.code == 0 and "code of histogram.elf, such as those of "
       "0x04c4b40a" in r.err and "do hexadecimal numbers begin with 0x?" in r.err, r)


def main():
    workdir()
    elf = build("histogram", {"histogram.c": C}, "-O2", "-g")
    tape = capture(elf, "run", "--no-cpi")
    text = same_rows(elf, tape)
    accounting(elf, tape, text)
    blank = build("blank", {"start.S": BLANK}, "-Wl,--section-start=.code=0x80000000")
    logs(blank)
    simulators(blank)
    interrupted(blank)
    notes(blank)
    words("rv32imc")
    doubts()
    refusals(elf, text)
    end()


main()
