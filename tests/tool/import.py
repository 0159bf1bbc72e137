#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""tally import: a histogram of text as a capture that every command reads; its accounting; what it refuses.

usage: import.py
"""
import os
import sys

from kit import CROSS, build, capture, end, ok, report_json, rows, sh, tally, workdir

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sw", "python"))
import tally_capture  # noqa: E402

C = r"""
volatile int g;
__attribute__((noinline)) int work(int n) { int s = 0; while (n--) s += g * n; return s; }
__attribute__((noinline)) int rest(int n) { while (n--) g += n; return g; }
void run(void) { g = work(300) + rest(40); }
"""
FAR = {
    "near.c": C +
     '__attribute__((noinline, section(".far"))) int far(int n) { return n + g; }\nint (*volatile at)(int) = far;\n'}


def histogram(tape, line="0x%08x %d\n"):
    return "".join(line % (int(r["address"], 16), r["cycles"]) for r in rows("report", "--by", "address", tape))


def same_rows(elf, tape):
    """What a run counted, printed and imported, is the same in every view."""
    text = histogram(tape)
    with open("uart.log", "w") as f:
        f.write(text)
    r = tally("import", elf, "-o", "imported.tally", "uart.log")
    ok("import: silent", r.code == 0 and not r.out and not r.err, r)
    for by in "function", "line", "inline", "chain", "address", "section":
        mine, theirs = (sorted((x["name"], x["address"], x["cycles"])
                        for x in rows("report", "--by", by, t)) for t in ("imported.tally", tape))
        ok(f"by {by}: {len(mine)} rows, those of the run", mine == theirs, mine, theirs)
    r = tally("report", "imported.tally")
    ok("the report: from where, and nothing that nobody knows", "end: imported from uart.log" in r.out and "on imported: every cycle" in r.out
       and "run: unknown" in r.out and "DOES NOT" not in r.out and not r.err, r)
    for words in (["annotate", "work"], ["export", "html", "-o", "-"], ["export", "pprof",
                  "-o", "p.pb.gz"], ["export", "gmon", "-o", "gmon.out"], ["report", "--json"]):
        r = tally(*words, "imported.tally")
        ok("tally %s reads it" % " ".join(words), r.code == 0 and not r.err, r)
    d = rows("diff", tape, "imported.tally")
    ok("diff with the run: no change", len(d) > 2 and all(x["change"] == 0 for x in d), d)
    os.rename(elf, "away.elf")
    ok("it keeps the ELF", any(x["name"] == "work" for x in rows("report", "imported.tally")))
    os.rename("away.elf", elf)
    return text


def accounting(elf, text):
    spelt = text.encode().replace(b" ", b",\t: ").replace(b"\n", b"\r\n")
    spelt = b"# what the board said\r\n\r\n  \r\n" + spelt + b"4096:17\n0xfffffffff0 5\n0x80000000, 0"
    r = tally("import", "-o", "spelt.tally", "--period", "1000", "--core", "GD32 on my desk", elf, stdin=spelt)
    ok("other separators, comments, \\r, no last end of line, standard input", r.code == 0 and not r.err, r)
    j, before = report_json("spelt.tally"), report_json("imported.tally")
    c, hits = j["counters"], before["counters"]["hits"]
    ok(f"TICKS {c['ticks']} = HITS + OUTSIDE {c['outside']}", (c["hits"],
       c["outside"], c["ticks"]) == (hits, 22, hits + 22) and j["law"], c)
    ok("samples, the core's words, the end", (j["unit"], j["period"], j["core"], j["end"]["reason"], j["end"]["text"])
       == ("samples", 1000, "GD32 on my desk", "imported", "imported from the standard input"), j["end"])
    ok("the bins are the same", j["bins"] == before["bins"])
    mine = tally_capture.read("spelt.tally")
    ok("tally_capture.py: where it is from", (mine.imported, mine.end["reason"]) == (
        "the standard input", "imported") and not mine.others)
    r = tally("import", elf, "-", "-o", "-", stdin=(text + text).encode())
    open("twice.tally", "wb").write(r.bytes)
    tally("import", elf, "-o", "again.tally", "-", stdin=text.encode())
    merged = tally("merge", "-o", "merged.tally", "imported.tally", "again.tally")
    ok("lines of one address add up, as merge does", merged.code == 0 and report_json(
        "twice.tally")["bins"] == report_json("merged.tally")["bins"], merged)
    ok("a merge names all its texts", report_json("merged.tally")[
       "end"]["text"] == "imported from uart.log, the standard input")
    decimal = "".join("%d %s\n" % (int(a, 16), n) for a, n in (line.split() for line in text.splitlines()))
    tally("import", elf, "-o", "decimal.tally", stdin=decimal.encode())
    ok("decimal addresses", report_json("decimal.tally")["bins"] == before["bins"])


FORMS = {
    "Ibex": ("Time\tCycle\tPC\tInsn\tDecoded instruction\n", "%15d\t%10d\t%08x\t00000013\tnop\t\n", lambda n, cycle, pc: (cycle * 10, cycle, pc)),
    "NEORV32": ("", "%d %d 0x%08x 0x00000013 M addi x0, x0, 0\n", lambda n, cycle, pc: (n, cycle, pc)),
    "CVA6": ("", "core   0: 0x%016x (0x00000013) DASM(00000013)\n3 0x%016x (0x00000013) x5 0x1\n", lambda n, cycle, pc: (pc, pc)),
}


def retirements(elf, text):
    """A log with a retirement for each address, after as many cycles as were counted there."""
    counts = [(int(a, 16), int(n)) for a, n in (line.split() for line in text.splitlines())]
    counts.sort(key=lambda count: count[1] > 1000)		# a log that begins late gets a note
    for name, (head, line, fields) in FORMS.items():
        cycle, log = -1, head
        for n, (pc, count) in enumerate(counts):
            cycle += count
            log += line % fields(n, cycle, pc)
        r = tally("import", "--rvfi", elf, "-o", "log.tally", stdin=log.encode())
        j, before = report_json("log.tally"), report_json("imported.tally")
        ok(f"a log of {name}: read", r.code == 0 and not r.err and j["law"], r)
        if name == "CVA6":
            ok("... it has no cycles: instructions", j["by"] == "instructions" and [b["count"] for b in j["bins"]] == [1] * len(counts), j["by"])
        else:
            ok("... the cycles of each address", j["bins"] == before["bins"], j["bins"][:3])
    for what, log, why in (("no log", "hello\n", "no line of a retirement"), ("two runs", "0 5 0x80000000 0x13 M x\n1 4 0x80000000 0x13 M x\n", "line 2: cycle 4 comes after 5")):
        r = tally("import", "--rvfi", elf, "-o", "never.tally", stdin=log.encode())
        ok(f"--rvfi, {what}: refused, nothing written", r.refused(why) and not os.path.exists("never.tally"), r)
    r = tally("import", "--rvfi", elf, "-o", "other.tally", stdin=b"0 5 0x00001000 0x13 M x\n1 9 0x00001004 0x13 M x\n")
    ok("a log of another program: the report says so", r.code == 0 and "is this the program that the core ran?"
       in tally("report", "other.tally").out, r)
    r = tally("import", "--rvfi", "--period", "2", elf, "-o", "never.tally", "uart.log")
    ok("--rvfi with --period: refused", r.refused("leave out --rvfi or --period"), r)


NOP = "(0x00000013)"
# What retires at 0x80000000, +4, +8, +12 of each log, by hand. {n}: the address of the n-th instruction.
LOGS = (
    ("Spike -l", "core   0: >>>>  _start\ncore   0: 0x{0} (0x00000013) nop\ncore   0: 0x{1} (0x00000013) nop\n", (1, 1, 0, 0)),
    ("Spike -l, an instruction that trapped: it did not retire", "core   0: 0x{0} (0x00000013) nop\ncore   0: 0x{1} (0x00002003) lw zero, 0(zero)\n"
     "core   0: exception trap_load_access_fault, epc 0x{1}\ncore   0:           tval 0x0000000000000000\ncore   0: 0x{3} (0x00000013) nop\n", (1, 0, 0, 1)),
    ("Spike -l, an interrupt: what was before it did", "core   0: 0x{0} (0x00000013) nop\ncore   0: exception interrupt #7, epc 0x{0}\ncore   0: 0x{3} (0x00000013) nop\n", (1, 0, 0, 1)),
    ("Spike -l, a loop to itself", "core   0: 0x{0} (0x0000006f) j pc + 0x0\ncore   0: Executed 5 times\ncore   0: 0x{1} (0x00000013) nop\n", (5, 1, 0, 0)),
    ("Spike -l, a loop that trapped in the end", "core   0: 0x{0} (0x0000006f) j pc + 0x0\ncore   0: exception trap_instruction_page_fault, epc 0x{0}\n"
     "core   0: Executed 5 times\ncore   0: 0x{3} (0x00000013) nop\n", (4, 0, 0, 1)),
    ("Spike --log-commits", "core   0: 3 0x{0} (0x00000013) x5  0x00000001\ncore   0: 3 0x{1} (0x0001)\ncore   0: 0 0x{0} (0x00000013) mem 0x80001000 0x00\n", (2, 1, 0, 0)),
    ("older Spike", "3 0x{0} (0x00000013) x 5 0x00000001\n3 0x{1} (0x00000013) f 1 0x00000001\n", (1, 1, 0, 0)),
    ("Spike -l --log-commits: each once; not what trapped", "core   0: 0x{0} (0x00000013) nop\ncore   0: 3 0x{0} (0x00000013)\ncore   0: 0x{1} (0x00000073) ecall\n"
     "core   0: exception trap_machine_ecall, epc 0x{1}\ncore   0: 0x{2} (0x00000013) nop\ncore   0: 3 0x{2} (0x00000013)\ncore   0: 0x{3} (0x00002003) lw\n", (1, 0, 1, 0)),
    ("Spike, repeated and committed: each once", "core   0: 0x{0} (0x0000006f) j\ncore   0: 3 0x{0} (0x0000006f)\ncore   0: 3 0x{0} (0x0000006f)\ncore   0: Executed 2 times\n"
     "core   0: 0x{1} (0x00000013) nop\ncore   0: 3 0x{1} (0x00000013)\n", (2, 1, 0, 0)),
    ("Spike of 32 bits, sign-extended", "core   0: 0xffffffff{0} (0x00000013) nop\ncore   0: 3 0xffffffff{0} (0x00000013)\n", (1, 0, 0, 0)),
    ("CVA6", "core   0: 0x00000000{0} (0x00000013) DASM(00000013)\n3 0x00000000{0} (0x00000013) x 5 0x0\ncore   INTERRUPT 0: 0x00000000{2} (0x00000013) DASM(00000013)\n"
     "3 0x00000000{2} (0x00000013)\nILLEGAL_INSTR exception @ 0x00000000{3} (0x00000000)\nexception : 0x00000000{3}\n", (1, 0, 1, 0)),
    ("NEORV32 of 2025", "0 5 {0} 00000013 M\n1 9 {1} 00000013 M c.addi <TRAP_ENTRY>\n", (6, 4, 0, 0)),
    ("NEORV32 of 2026", "0 5 0x{0} 0x00000013 M addi x0, x0, 0\n1 9 0x{1} 0x0001     U c.addi      x0, x0, 0 <TRAP_ENTRY>\n2 12 0x{2} 0x00000073 U ecall\n3 15 0x{3} 0x00000013 M nop\n", (6, 4, 0, 6)),
    ("Ibex, an instruction that trapped", "Time\tCycle\tPC\tInsn\tDecoded instruction\tRegister and memory contents\n  10\t  1\t{0}\t00000013\taddi\tx0,x0,0\t\n  20\t  4\t{1}\t    0001\tc.nop\t\t\n"
     "  30\t  6\t{2}\t00002003\t-->lw\tx0,0(x0)\t\n  40\t  9\t{3}\t00000013\t==>addi\tx0,x0,0\t\n", (2, 3, 0, 5)),
    ("CV32E40P", "            Time           Cycle PC       Instr    Ctx Decoded instruction Register and memory contents\n       130.000 ns              50 {0} 00000013     addi x0, x0, 0\n"
     "       140.000 ns              51 {1} 00000013     addi x0, x0, 0  x2=80001000\n       160.000 ns              53 {2} 00002003 (C) lw x0, 0(x0)\n", (51, 2, 0, 0)),
    ("CV32E40P's ancestor", "    Time           Cycles       PC            Instr          Mnemonic\n    18880000       0          {0}      00000013       nop\n    18960000       2          {1}      00000013       nop\n", (2, 1, 0, 0)),
    ("CV32E40P: a division works until the next one starts", "Time\tCycle\tPC\tInstr\tDecoded\n 100ns 10 {0} 06400513 li\n 110ns 11 {1} 02a545b3 div\n 470ns 47 {2} 00000013 nop\n 480ns 48 {3} 00000013 nop\n", (11, 36, 1, 1)),
    ("CV32E40P: what traps does so from its start on", "Time Cycle PC Instr Ctx\n 1ns 4 {0} 00000013 nop\n 2ns 9 {1} 00000073 (C) ecall\n 3ns 20 {2} 00000013 nop\n 4ns 20 {3} 00000013 nop\n", (9, 0, 12, 0)),
    ("Ibex's heading, blanks for tabs", "Time Cycle PC Insn\n 1 10 {0} 00000013 nop\n 2 47 {1} 02a545b3 div\n", (11, 37, 0, 0)),
    ("Ibex without its heading", " 1\t10\t{0}\t00000013\n 2\t47\t{1}\t02a545b3\tdiv\n", (11, 37, 0, 0)),
    ("one hart of two", "core   1: 0x{0} (0x00000013) nop\ncore   0: 0x{2} (0x00000013) nop\n3 0x{2} (0x00000013)\ncore   1: 3 0x{0} (0x00000013)\ncore   1: 3 0x{1} (0x00000013)\n", (1, 1, 0, 0), "--hart", "1"),
    ("lines that are nothing, counted", "bbl loader\n\ncore   0: 0x{0} (0x00000013) nop\nHello\n", (1, 0, 0, 0)),
)


# Lines that hold more than they seem to: what each counts, and the number of lines that are said not to.
A, B = "core   0: 3 0x{0} (0x00000013)", "core   0: 3 0x{1} (0x00000013)"
DAMAGED = (
    ("a NUL in a line", A + "\n" + A + "\0\0" + B + "\n", (1, 0, 0, 0), 1),
    ("a NUL before a line", A + "\n\0" + B + "\n", (1, 0, 0, 0), 1),
    ("nothing but NULs", A + "\n\0\0\0\0\n" + B, (1, 1, 0, 0), 1),
    ("CR for an end of line", A + "\r" + B + "\r" + B, (1, 2, 0, 0), 0),
    ("CR, CR, LF", A + "\r\r\n" + B + "\r\r\n", (1, 1, 0, 0), 0),
    ("progress, and CR", A + "\n 50%\r" + B + "\n", (1, 1, 0, 0), 1),
    ("two commits in a line", A + " " + B + "\n" + B, (0, 1, 0, 0), 1),
    ("a commit in a listing", "core   0: 0x{0} (0x00000013) nop " + B + "\n" + B, (0, 1, 0, 0), 1),
    ("a commit behind a label", "core   0: >>>>  core " + B + "\n" + B, (0, 1, 0, 0), 1),
    ("a function's name is core", "core   0: >>>>  core\n" + B, (0, 1, 0, 0), 0),
    ("an exception and what comes next", "core   0: exception trap_x, epc 0x{0} " + A + "\n" + B, (0, 1, 0, 0), 1),
    ("two of CVA6", "3 0x{0} (0x00000013) x 5 0x0 3 0x{1} (0x00000013)\n3 0x{2} (0x00000013)\n", (0, 0, 1, 0), 1),
    ("two rows of NEORV32", "0 5 0x{0} 0x00000013 M addi x0, x0, 0 1 9 0x{1} 0x00000013 M nop\n2 12 0x{2} 0x00000013 M nop\n", (0, 0, 13, 0), 1),
    ("two rows of CV32E40P", "Time Cycle PC Instr\n 1.0 ns 2 {0} 00000013 addi x0, x0, 0 x5=00000001 2.0 ns 3 {1} 00000013 nop\n 3.0 ns 4 {2} 00000013 nop\n"
     " 4.0 ns 9 {3} 00000013 fdiv.s x5=00000001 12345678 1234.000 ns\n", (0, 0, 9, 1), 1),
)


def log_of(text):
    return text.format(*("%08x" % (0x80000000 + 4 * n) for n in range(4)))


def retired(elf, log, *options):
    """The command, and what it counted at the four addresses."""
    r = tally("import", "--rvfi", elf, "-o", "log.tally", *options, stdin=log)
    j = report_json("log.tally") if r.code == 0 else {"bins": []}
    counts = {b["pc"]: b["count"] for b in j["bins"]}
    return r, tuple(counts.get(0x80000000 + 4 * n, 0) for n in range(4)) if r.code == 0 and j["law"] else None


def forms(elf):
    for what, log, want, *options in LOGS:
        r, got = retired(elf, log_of(log).encode(), *options)
        ok(what, got == want and ("nothing" in what or not r.err), got, r)
    ok("... and said, with the first of them", "not understood and not counted: 2; the first is line 1: `bbl loader`" in r.err, r)
    ok("a log without cycles has inclusive instructions, and a tree of them", rows("report", "log.tally")[0]["inclusive"] == 1
       and report_json("--tree", "log.tally")["tree"]["unit"] == "instructions"
       and "instructions 1" in tally("report", "log.tally").out and "CPI" not in tally("report", "log.tally").out)
    two = log_of(LOGS[-2][1]).encode()
    many = "".join("core   %d: 3 0x{0} (0x00000013)\n" % n for n in range(33))
    for what, log, why, *options in (
            ("33 harts", log_of(many).encode(), r"30, 31, \.\.\.; choose"), ("... and one that is not there", log_of(many).encode(), r"but 0, .*30, 31, \.\.\.$", "--hart", "99"),
            ("32 harts", log_of(many[:many.index("core   32")]).encode(), r"30, 31; choose"),
            ("two harts, none chosen", two, "has the harts 1, 0; choose one of them with --hart"), ("a hart that is not there", two, "--hart 7: there is none in .*, but 1, 0", "--hart", "7"),
            ("cycles and none", log_of("0 5 0x{0} 0x13 M x\ncore 0: 0x{1} (0x00000013) nop\ncore 0: 0x{2} (0x00000013) nop\n").encode(), "line 3: some lines have cycles"),
            ("Sail", log_of("[0] [M]: 0x{0} (0x00000013) addi zero, zero, 0x0\n[1] [M]: 0x{1} (0x00000013) addi zero, zero, 0x0\n").encode(), r"not `\[0\] \[M\]: 0x80000000"),
            ("Whisper", log_of("#1 0 M {0} 00000013 r 00 00000000  addi x0, x0, 0\n#2 0 M {1} 00000013 r 00 00000000  addi x0, x0, 0\n").encode(), "no line of a retirement"),
            ("Snitch", log_of("807000 804 M 0x{0} csrw 0x3cd, a4 #; a4 = 80\n808000 805 M 0x{1} fadd.d ft0, ft1\n").encode(), "no line of a retirement"),
            ("a table of other numbers", b"1 2 00000010 0004\n5 6 00000020 0008\n", "no instruction leads to the address in the line after it"),
            ("an odd address", b"core   0: 3 0x80000001 (0x00000013)\n", "no line of a retirement"),
            ("nothing but an ecall", log_of("core   0: 3 0x{0} (0x00000073)\n").encode(), "no line of a retirement"), ("nothing", b"", "no line of a retirement")):
        os.path.exists("never.tally") and os.remove("never.tally")
        r = tally("import", "--rvfi", elf, "-o", "never.tally", *options, stdin=log)
        ok(f"--rvfi, {what}: refused, nothing written", r.refused(why) and not os.path.exists("never.tally"), r)
    r = tally("import", elf, "-o", "never.tally", "--hart", "1", stdin=b"0x80000000 1\n")
    ok("--hart of a histogram: refused", r.refused("--hart: needs --rvfi"), r)
    for first, last, said in (1500, 150100, False), (1500, 1600, True), (900, 910, False):
        r, got = retired(elf, log_of("0 %d 0x{0} 0x13 M x\n1 %d 0x{1} 0x13 M x\n" % (first, last)).encode())
        ok(f"a log from cycle {first} to {last}: {'said' if said else 'silent'}", got == (first + 1, last - first, 0, 0) and
           ("begins at cycle 1500: its first instruction has them all" in r.err if said else not r.err), got, r)
    r, got = retired(elf, log_of(" 1ns 10 {0} 00000013 nop\n 2ns 47 {1} 00000013 nop\n").encode())
    ok("CV32E40P without its heading: said", got == (47, 1, 0, 0) and "has no heading: cycles count as those in which instructions start" in r.err, got, r)
    r, got = retired(elf, log_of("Time Cycle PC Instr\n 1 2 {0} 00000013 nop\n 2 4 ffffffc0{0} 00000013 nop\n 3 9 {1} 00000013 nop\n").encode())
    ok("... above 4 GiB, its time is OUTSIDE, too", got == (4, 1, 0, 0) and report_json("log.tally")["counters"]["outside"] == 5, got, r)
    r, _ = retired(elf, log_of("core   0: 3 0xffffffc0{0} " + NOP + "\ncore   0: 3 0x{0} " + NOP + "\n").encode())
    ok("addresses above 4 GiB: OUTSIDE, and said", report_json("log.tally")["counters"]["outside"] == 1 and "above 4 GiB" in r.err, r)


def damaged(elf):
    for what, log, want, lost in DAMAGED:
        r, got = retired(elf, log_of(log).encode())
        said = "not understood and not counted: %d;" % lost
        ok(what + (": said" if lost else ""), got == want and (said in r.err if lost else not r.err), got, r)


def encodings(elf, text):
    """What Windows' shells make of a text."""
    log = log_of(LOGS[0][1])
    for encoding, mark in ("utf-8-sig", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"), ("utf-16-le", b""), ("utf-16-be", b""):
        r = tally("import", elf, "-o", "wide.tally", stdin=mark + text.replace("\n", "\r\n").encode(encoding))
        ok(f"a histogram in {encoding}{', with a mark' if mark else ''}", r.code == 0 and not r.err and report_json("wide.tally")["bins"] == report_json("imported.tally")["bins"], r)
        r, got = retired(elf, mark + log.replace("\n", "\r\n").encode(encoding))
        ok(f"... and a log", got == LOGS[0][2] and not r.err, got, r)


def far_apart():
    """Code in two places, as in flash and RAM: all of it has bins."""
    elf = build("far", FAR, "-O2", "-g", "-Wl,--section-start=.far=0xa0000000")
    text = "".join(
    "0x%s 3\n" %
    line.split()[0] for line in sh(
        CROSS +
        "nm",
        elf).splitlines() if line.split()[2] in (
            "work",
            "rest",
             "run"))
    r = tally("import", elf, "-o", "near.tally", stdin=text.encode())
    ok("only one place counted: a counter every 2 bytes", r.code ==
       0 and not r.err and report_json("near.tally")["scale"] == 65536, r)
    r = tally("import", elf, "-o", "both.tally", stdin=(text + "0xa0000000 9\n").encode())
    j = report_json("both.tally")
    ok("both: coarser, and said", r.code ==
       0 and "each covers 32" in r.err and j["counters"]["outside"] == 0 and j["law"], r, j["counters"])
    by = {x["name"]: x["cycles"] for x in rows("report", "both.tally")}
    ok("the far function has its own", by.get("far") == 9, by)


def refusals(elf, tape, text):
    lines = (("0x80000000", "line 2: `0x80000000` is no"), ("80000010 5x", "line 2"), ("0x80000000 1 2", "line 2"), ("-4 2", "line 2"), ("0x 2", "line 2"),
             ("hello, world", "line 2: `hello, world` is no .address count.; write two numbers"), ("0x80000000 1.5", "line 2"), ("8000001c 5", "0x80000010 42"),
             ("0x80000000 \0", "line 2"), ("x" * 300, r"`x{40}\.\.\.`"), ("0x80000000 99999999999999999999", "line 2"), ("0x10 %d\n0x10 1" % (2 ** 64 - 2), "line 3: .*64 bits"))
    for line, why in lines:
        r = tally("import", elf, "-o", "never.tally", stdin=b"0x80000000 1\n" + line.encode() + b"\n")
        ok("%r: refused, nothing written" % line[:30], r.refused(why) and not os.path.exists("never.tally"), r)
    r = tally("import", elf, "-o", "never.tally", "--period", "2", stdin=b"0 %d" % 2 ** 63)
    ok("samples x period beyond 64 bits: refused", r.refused("line 1: .*--period"), r)
    for what, arguments, why in (
            ("no ELF", ["-o", "never.tally"], "which firmware"), ("no output", [elf], "into which file"), ("no histogram", [elf, "-o", "never.tally", "nowhere"], "nowhere: cannot read"),
            ("no line", [elf, "-o", "never.tally"], "no line"), ("no ELF but a text", ["uart.log", "-o", "never.tally"], "not an ELF"),
            ("over the ELF", [elf, "-o", elf, "uart.log"], "firmware itself"), ("over the text", [elf, "-o", "uart.log", "uart.log"], "both the histogram"),
            ("--period 0", [elf, "--period", "0", "-o", "never.tally", "uart.log"], "--period")):
        r = tally("import", *arguments)
        ok("%s: refused" % what, r.refused(why) and not os.path.exists("never.tally"), r)
    ok("the texts are as they were", open("uart.log").read() == text)
    r = tally("import", elf, "-o", "outside.tally", stdin=b"80000010 5\n")
    ok("nothing is in the code: said", r.code == 0 and "do hexadecimal numbers begin with 0x?" in r.err and report_json(
        "outside.tally")["counters"]["outside"] == 5, r)
    tally("import", elf, "-o", "core.tally", "--core", "picorv32", "uart.log")
    r = tally("merge", "-o", "never.tally", tape, "core.tally")
    ok("merge with a run: refused", r.refused("only core.tally was imported"), r)


def main():
    workdir("import")
    elf = build("histogram", {"histogram.c": C}, "-O2", "-g")
    tape = capture(elf, "run", "--no-cpi")
    text = same_rows(elf, tape)
    accounting(elf, text)
    retirements(elf, text)
    forms(elf)
    damaged(elf)
    encodings(elf, text)
    far_apart()
    refusals(elf, tape, text)
    end()


main()
