# SPDX-License-Identifier: ISC
# needs: tally
"""run.py - tally run and tally report end to end, on small programs with known counts: every end,
options, captures, signals, a closed output, the console, files from the firmware.

usage: run.py CORES.LIST TALLY_POLL     the same tool, built to read the unit every 100000 cycles
"""
import base64
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import termios
import time
import zlib

from kit import (CROSS, TALLY, Result, end, ok, read, refused, report_json, rows_of_list, sh, tally,
                 workdir, write)

FINISH = """
	li t0, 0xf0100000
	li t1, %s
	sw t1, 0(t0)
9:	j 9b
"""
# 1 + 3 + 1000 * 2 + 1 instructions before the finisher, in three functions
LOOP = """
	function _start
	li a0, 1000
	call work
	call last
	.size _start, . - _start
	function work
1:	addi a0, a0, -1
	bnez a0, 1b
	ret
	.size work, . - work
	function last
""" + FINISH % "0x5555" + "\t.size last, . - last\n"
ECHOES = """	function _start
	li t2, 0xf0000000
1:	lbu t1, 5(t2)		# line status
	andi t1, t1, 1
	beqz t1, 1b
	lbu a0, 0(t2)
	sb a0, 0(t2)
	li t1, 'q'
	bne a0, t1, 1b
""" + FINISH % "0x5555"
PRINTS = """	function _start
	la t0, text
	li t2, 0xf0000000
1:	lbu t1, 0(t0)
	beqz t1, 2f
	sb t1, 0(t2)
	addi t0, t0, 1
	j 1b
2:""" + FINISH % "0x5555" + """	.data
text:	.incbin "%s.text"
	.byte 0
"""
PROGRAMS = {
    "loop": LOOP, "echoes": ECHOES, "forever": "\tfunction _start\n1:\taddi a0, a0, 1\n\tj 1b\n",
    "fails": "\tfunction _start\n" + FINISH % "0x00073333",
    "selfjump": "\tfunction _start\n\tnop\n\tfunction spot\n\tj spot\n",
    "breaks": "\tfunction _start\n\tnop\n\tebreak\n",
    "traps": "\tfunction _start\n\tnop\n\tnop\n\t.word 0\n\tnop\n",
    "chatters": "\tfunction _start\n\tli t0, 0xf0000000\n\tli t1, '\\n'\n"
                "1:\tsb t1, 0(t0)\n\tj 1b\n",
    # text of 3 MiB: more than the unit has counters for
    "large": "\tfunction _start\n\tlui t0, %hi(far)\n\tjr %lo(far)(t0)\n\t.size _start, . - "
             "_start\n"
             "\t.space 0x300000\n\tfunction far\n" + FINISH % "0x5555",
    # its loop runs at another place
    "copies": "\tfunction _start\n\tla t0, body\n\tli t1, 0x80100000\n\tli a0, 1000\n"
              + "".join(f"\tlw t3, {n}(t0)\n\tsw t3, {n}(t1)\n" for n in (0, 4, 8))
              + "\tjalr t1\n" + FINISH % "0x5555"
              + "\tfunction body\n1:\taddi a0, a0, -1\n\tbnez a0, 1b\n\tret\n",
}
MACRO = "\t.macro function name\n\t.globl \\name\n\t.type \\name, @function\n\\name:\n\t.endm\n"


def assemble(name, text):
    write(name + ".S", MACRO + text)
    sh(CROSS + "gcc", "-march=rv32i", "-mabi=ilp32", "-g", "-nostdlib", "-static",
       "-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments", name + ".S", "-o", name + ".elf")


def run(*arguments, code=0, said="", tool=TALLY, stdin=b""):
    """Runs a program; returns its object of JSON with functions by name, and checks its sums."""
    command = [tool, "run", "--json=j.json", *arguments]
    r = Result(subprocess.run(command, input=stdin, capture_output=True, check=False))
    j = {}
    if r.code == code and os.path.exists("j.json"):
        with open("j.json", encoding="utf-8") as f:
            j = json.load(f)
        j["f"] = {x["name"]: x for x in j["functions"]}
        os.remove("j.json")
    c = j.get("counters", {})
    ok(f"run {' '.join(arguments)}: exit {code}, invariant" + (f", {said!r}" if said else ""),
       r.code == code
       and j.get("invariant") and c["ticks"] == sum(c[k]
                                              for k
                                              in ("hits", "outside", "filtered", "idle", "lost",
                                                      "pending"))
       and sum(b["count"] for b in j["bins"]) == c["hits"] and re.search(said, r.out, re.M), r)
    return j


def each_core(core):
    on = "--core", core
    j = run(*on, "loop.elf", said="^end: the firmware wrote the finisher: pass$")
    ok(f"{core}: every cycle was counted; work has most of it",
       j["counters"]["ticks"] == j["cycles"]
       and not j["counters"]["lost"] and j["functions"][0]["name"] == "work"
       and j["f"]["work"]["count"] > 2000
       and j["f"].keys() == {"_start", "work", "last"} and j["f"]["work"]["instructions"] == 2001
       and all(x["file"].endswith("loop.S") and x["line"] > 0 for x in j["functions"]), j)
    j = run(*on, "--by", "instructions", "loop.elf")
    ok(f"{core}: by instructions: as many as retired", j["f"]["work"]["count"] == 2001
       and j["counters"]["ticks"] == j["instructions"] and j["by"] == "instructions", j)
    run(*on, "traps.elf", code=1,
        said=r"^end: a trap without a handler at _start\+0x8 \(0x80000008\): .*instruction 0x0+ ")


def ends():
    run("selfjump.elf", said=r"^end: an endless jump to itself at spot \(0x80000004\)$")
    run("breaks.elf", said=r"^end: ebreak at _start\+0x4 \(0x80000004\), and no handler for it$")
    run("fails.elf", code=1, said="^end: the firmware wrote the finisher: failure, code 7$")
    j = run("--cycles", "12345", "forever.elf")
    ok("--cycles, to the cycle", j["cycles"] == 12345 == j["counters"]["ticks"]
       and j["end"]["reason"] == "limit")
    run("--cycles", "300k", "echoes.elf", said="^abcq$", stdin=b"abcq\n")
    r = tally("run", "--no-profile", "--cycles", "12345", "forever.elf")
    ok("--no-profile", r.code == 0 and "\ncycles 12345, " in r.out and "TICKS" not in r.out, r)


def captures(poll):
    polled = run("--cycles", "1M", "forever.elf", tool=poll)
    plain = run("--cycles", str(polled["cycles"]), "forever.elf")
    ok("polled all the time: every cycle was counted, as without", polled == plain
       and polled["counters"]["ticks"] == polled["cycles"] >= 1000000)
    r = tally("run", "-o", "c.tally", "--json=run.json", "loop.elf")
    for arguments in ["c.tally"], ["c.tally", "loop.elf"]:
        ok(f"report {' '.join(arguments)} prints what run did",
           tally("report", *arguments).out.replace(
            " loop.elf`", "`") == r.out and not r.err, r)
    ok("report --json is that of run", tally("report", "--json", "c.tally").bytes
       == read("run.json"))
    r = tally("report", "c.tally", "forever.elf")
    ok("another ELF: one line", r.code == 0 and r.err.count("\n") == 1
       and "not the ELF this profile" in r.err, r)


def regions():
    for options, check in (
            (["--from", "work", "--to", "work"], lambda j: j["f"].keys() == {"work"}
             and j["counters"]["outside"] > 0),
            (["--from", "last"], lambda j: j["outside"][0]["count"] > 2000),
            (["--from", "0x80000000", "--to", "0x80000004"],
             lambda j: (j["low"], j["high"]) == (0x80000000, 0x80000004)),
            (["--priv", "u"], lambda j: j["counters"]["hits"] == 0 and j["counters"]["filtered"]
             > 2000),
            (["--scale", "0x1000"], lambda j: all(b["bytes"] == 32 for b in j["bins"]))):
        j = run(*options, "loop.elf", said="cover several functions" if "--scale" in options
                else "^OUTSIDE .*: work 0x.*; --from and --to cover it" if "last" in options
                else "")
        ok(f"{' '.join(options)}: what it counts", check(j), j["f"], j["counters"])
    r = tally("run", "--from", "0x1000", "--to", "0x1fff", "loop.elf")
    ok("counters elsewhere: said, and not that it is another program", "cover none of its code"
       in r.err and "cover none of the code that ran" in r.out and "is this the" not in r.out, r)
    j = run("--period", "100", "--cycles", "100k", "forever.elf", said=r"est\. cycles")
    ok("samples: one in a hundred", j["counters"]["ticks"] == 1000 and j["unit"] == "samples")
    j = run("--period", "100", "--jitter", "6", "--cycles", "1M", "forever.elf")
    ok("jitter keeps the mean", abs(j["counters"]["ticks"] - 10000) < 40 and j["jitter"] == 6)
    j = run("large.elf", said="^code from 0x801fffe0 to 0x8030.* lies beyond the counters: it is "
                              "counted OUTSIDE")
    ok("code beyond the counters is OUTSIDE",
       "far" not in j["f"] and j["counters"]["outside"] > 25)
    j = run("copies.elf", said=r"^OUTSIDE [\d.]+%: 0x80100000-0x80100008 [\d.]+%, .*link what")
    ok("code that the program copied: where it ran, all of OUTSIDE", sum(
        x["count"] for x in j["outside"]) == j["counters"]["outside"], j["outside"])
    ok("... --from reaches it", run("--from", "far", "large.elf")["f"]["far"]["count"] > 0)


def interrupted(number, code, said, *options, ignored=False):
    before = (lambda: signal.signal(number, signal.SIG_IGN)) if ignored else None
    with subprocess.Popen([TALLY, "run", "-o", "g.tally", *options, "chatters.elf"],
                          stdout=subprocess.PIPE,
                          preexec_fn=before) as child:
        child.stdout.read(1)		# it runs
        child.send_signal(number)
        out = child.stdout.read().decode()
    holds = report_json("g.tally")["invariant"]
    ok(f"signal {number}: {said}; the invariant holds, the capture is there",
       child.returncode == code and holds
       and re.search(said, out, re.M) and re.search("^TICKS .*: holds$", out, re.M), out)


def closed_output():
    """Of a program that prints for ever, and of the report alone."""
    for elf in "chatters.elf", "loop.elf":
        out, into = os.pipe()
        os.close(out)
        r = subprocess.run([TALLY, "run", "-o", "g.tally", "--json=g.json", "--cycles", "1G", elf],
                           stdout=into,
                           stderr=subprocess.PIPE, check=False)
        os.close(into)
        with open("g.json", encoding="utf-8") as f:
            whole = json.load(f)["invariant"] and report_json("g.tally")["invariant"]
        ok(f"closed output, {elf}: exit 1, not a word; the capture and JSON are there",
           r.returncode == 1 and whole
           and not r.stderr, r)


def frame(name, data):
    """As firmware/lib/frames.c writes a file."""
    parts = [data[i:i + 57] for i in range(0, len(data), 57)]
    lines = ["%s %08x" % (base64.b64encode(p).decode(), zlib.crc32(p)) for p in parts]
    return "\n".join(["\1TALLY-FILE %s %d %08x" % (name, len(data), zlib.crc32(data)), *lines,
                      "\1END %08x" % zlib.crc32(data), ""])


def files():
    data = random.Random(1).randbytes(1000)
    good = "hello\n" + frame("gmon.out", data) + frame("empty", b"") + "bye\n"
    for name, text in ("sends", good), ("corrupt", good.replace("=", "A", 1)):
        write(name + ".text", text)
        assemble(name, PRINTS % name)
    r = tally("run", "--files", "b", "sends.elf")
    ok("files from the firmware, with a line each; the rest of the console is there", r.code == 0
       and read("b/gmon.out") == data and read("b/empty") == b""
       and r.err.count("note: received b/") == 2 and r.out.startswith("hello\nbye\n"), r)
    r = tally("run", "--no-profile", "--files", "c", "corrupt.elf")
    ok("a damaged file: exit 1, one line, not written; the good one is",
       r.code == 1 and os.listdir("c") == ["empty"]
       and re.search("^tally: file gmon.out from the firmware: not written: .*after line", r.err,
                     re.M), r)
    refused("--files sends.text: is no directory", "run", "--no-profile", "--files", "sends.text",
            "sends.elf")


def terminal():
    """Each key goes to the firmware at once, and only the firmware echoes it; the terminal is as it
    was afterwards."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    child = subprocess.Popen([TALLY, "run", "--no-profile", "echoes.elf"], stdin=theirs,
                             stdout=theirs, stderr=theirs)
    while termios.tcgetattr(theirs)[3] & termios.ICANON:
        time.sleep(0.02)
    os.write(ours, b"abcq")
    child.wait(60)
    out = os.read(ours, 4096)
    ok("keys without a newline, echoed once, no progress in between; the terminal is as it was",
       termios.tcgetattr(theirs) == before and out.startswith(b"abcq")
       and out.count(b"abc") == 1 and b"cycles/s" not in out, out)


def no_host():
    child = subprocess.Popen([TALLY, "run", "--pty", "fails.elf"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    said = child.stderr.readline()
    child.send_signal(signal.SIGINT)
    child.communicate()
    ok("--pty, and the firmware ends before a host comes: what holds it", "--wait" in said, said)


def main():
    listed = rows_of_list(sys.argv[1])
    poll = os.path.abspath(sys.argv[2])
    workdir()
    for name, text in PROGRAMS.items():
        assemble(name, text)
    offered = re.findall(r"^  (\S+)", tally("run", "--help").out.partition("\ncores:\n")[2],
                         re.M)
    ok("help offers all cores", offered == [c["name"] for c in listed], offered)
    for core in [c["name"] for c in listed if c["builds"] == "all"]:
        each_core(core)
    captures(poll)
    regions()
    for number in signal.SIGINT, signal.SIGHUP:
        interrupted(number, 128 + number, "^end: interrupted")
    interrupted(signal.SIGHUP, 0, "^end: 2000000 cycles of --cycles", "--cycles", "2M",
                ignored=True)
    closed_output()
    ends()
    files()
    terminal()
    no_host()
    end()


main()
