# SPDX-License-Identifier: ISC
# needs: tally tests/export/cases.json
"""captures.py - a capture's columns say what `tally report` says, in SQL, too; damage to any of
them is refused; a capture explains itself when its ELF is rebuilt or gone. The captures are
those of export_cases.py.
"""
import os
import random
import re
import sqlite3
import struct
import subprocess
import sys
import time
import zlib
from collections import Counter

from kit import (BUILD, CROSS, TALLY, TOP, Result, build, capture, changed, column, end, joined,
                 ok, put, read, refused, report_json, rows, sh, tally, tally_capture, tally_profile,
                 without, workdir, write, written)

HERE = os.path.join(BUILD, "tests", "export")
SCRATCH = "reader.tally"
ALL = (1 << 64) - 1
DAMAGES = 200
REQUIRED = "run", "last", "elf.path", "elf.size", "elf.crc", "elf.time", "build_id", "counter"
C = r"""
volatile int g;
static inline __attribute__((always_inline)) int square(int n) { return n * n + g; }
__attribute__((noinline)) int work(int n) { int s = 0; while (n--) s += square(n); return s; }
void run(void) { g = work(WORK); }
"""
COUNTED = "counter.", "code.", "branch.taken", "cell.cycles", "cell.instructions", \
    *(f"{table}.{cause}" for table in ("cell", "duration") for cause in tally_profile.CAUSES), \
    *(f"duration.{name}" for name in ("calls", "cycles", "preempted", "below", "instructions")), \
    "worst.open", "worst.rest", "node.calls", "latency.count"
COUNTS = {f"run.{name}" for name in ("ticks", "hits", "outside", "filtered", "idle", "lost",
                                     "pending", "cycles", "instructions", "folded")}
NO_CODE = "[IDLE]", "[PENDING]"		# ticks that are in no node
VIEWS = (["report"], ["report", "--by", "line"], ["report", "--by", "inline"],
         ["report", "--json"], ["annotate"],
         ["export", "html", "-o", "-"], ["export", "callgrind", "-o", "-"])


def equal(name):
    path = f"{HERE}/{name}.tally"
    c, r = tally_profile.read(path), report_json(path)
    ok(f"{name}: accounting and {len(c.bins)} bins are those of report --json", r["counters"]
       == c.counters and c.bins == {b["pc"]: b["count"] for b in r["bins"]}, c.counters)
    members = "period", "scale", "jitter", "unit"
    mine = [c.core, c.columns["elf.path"][0], c.settings["start"], c.settings["code_begin"],
            c.settings["code_end"], *(c.settings[m] for m in members),
            *(c.end[m] for m in ("reason", "cycles", "instructions")), c.last]
    theirs = [r["core"], r["firmware"], r["low"], r["code_low"], r["code_high"],
              *(r[m] for m in members), r["end"]["reason"], r["cycles"], r["instructions"],
              r["end"]["last"]]
    ok(f"{name}: core, ELF, settings, end", mine == theirs, mine, theirs)
    ok(f"{name}: the ELF it keeps", c.elf is None or c.elf == read(c.columns["elf.path"][0]))


# ---- as a database
def database(path):
    """By the command, as people do."""
    name = os.path.basename(path) + ".db"
    if os.path.exists(name):
        return sqlite3.connect(name)
    sh(sys.executable, "-B", tally_capture.__file__, path, name)
    return sqlite3.connect(name)


def views_in_sql(path):
    """The views against the report: functions with causes, inclusive cycles; lines; callers."""
    db, causes = database(path), tally_profile.CAUSES

    def same(what, sql, *arguments, by):
        mine, theirs = db.execute(sql).fetchall(), [
            by(r) for r in rows("report", *arguments, path) if r["name"] not in NO_CODE]
        ok(f"{os.path.basename(path)}: {len(mine)} {what}", sorted(mine, key=repr)
           == sorted(theirs, key=repr) and mine, set(mine) ^ set(theirs))

    with open(os.path.join(TOP, "sw", "CAPTURE.md"), encoding="utf-8") as f:
        asked = re.search(r"```sql\n(.*?)\n```", f.read(), re.S)[1].split(";\n")
    answers = [db.execute(sql).fetchall() for sql in asked]
    ok(f"the page's {len(asked)} questions have answers", all(answers), answers)

    def of_causes(r):
        return tuple(r.get(cause, 0) or 0 for cause in causes)

    known = ", ".join(f"coalesce({cause}, 0)" for cause in causes)
    same("functions", f"SELECT name, count, instructions, inclusive, calls, {known} FROM functions",
         by=lambda r: (r["name"], r["cycles"], r["instructions"], r["inclusive"], r["calls"],
                       *of_causes(r)))
    mine, theirs = Counter(), Counter()         # a line has no function there
    for file, line, *counts in db.execute(f"SELECT file, line, count, {known} FROM lines "
                                          "WHERE line"):
        mine.update({(file, line, i): n for i, n in enumerate(counts)})
    for r in rows("report", "--by", "line", "--match", ":", path):
        theirs.update({(r["file"], int(r["line"]), i): n
                       for i, n in enumerate((r["cycles"], *of_causes(r)))})
    ok(f"{os.path.basename(path)}: lines", mine == theirs and mine, mine - theirs, theirs - mine)
    same("callers", "SELECT caller, callee, calls, cycles, inclusive FROM callers", "--by",
         "caller", by=lambda r: (r["caller"] or None, r["name"], r["calls"], r["cycles"],
                                 r["inclusive"]))


def doubled(tape):
    """A capture merged with itself has every count twice, and all else as it was."""
    write("twin.tally", read(tape))
    r = tally("merge", "-o", "twice.tally", tape, "twin.tally")
    once, twice = tally_capture.read(tape), tally_capture.read("twice.tally")
    wrong = {name: list(zip(twice[name], once[name]))[:3] for name in once.keys() & twice.keys()
             if [*twice[name]] != [n * (2 if name in COUNTS or name.startswith(COUNTED) else 1)
                                   for n in once[name]]}
    ok("merge: all counts are sums, in columns, too", r.code == 0 and not wrong
       and {name.partition(".")[0] for name in once.keys() ^ twice.keys()}
       == {"object", "access"} and "loads and stores are not merged" in r.err, r, wrong)


# ---- what is refused
def no_database(what, pattern, path, into="never.db"):
    r = subprocess.run([sys.executable, "-B", tally_capture.__file__, path, into],
                       capture_output=True, text=True, check=False)
    ok(f"{what}: {r.stderr.strip()}", r.returncode == 1 and not r.stdout and pattern in r.stderr
       and r.stderr.count("\n") == 1 and not os.path.exists("never.db"), r)


def both_refuse(what, pattern, content=None, path=SCRATCH):
    if content is not None:
        write(SCRATCH, content)
    no_database(what, pattern, path)
    refused(f"{path}: .*{pattern}", "report", path)


def refusals(whole):
    both_refuse("not there", "cannot read", path="nowhere.tally")
    for n in 0, 7:
        both_refuse(f"{n} bytes", "not a Tally capture", whole[:n])
    for n in 8, 24, len(whole) // 2, len(whole) - 1:
        both_refuse(f"{n} of {len(whole)} bytes", "truncated", whole[:n])
    both_refuse("a byte more", "corrupt", whole + b"\0")
    both_refuse("another magic", "not a Tally capture", b"t" + whole[1:])
    for version in 2, 4:
        both_refuse(f"version {version}", "record it again, or use the",
                    whole[:8] + bytes([version]) + whole[9:])
    for at in (10, 25, len(whole) // 2, len(whole) - 1):
        both_refuse(f"byte {at} is another", "corrupt",
                    whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1:])


def columns_are_checked(tape):
    c = tally_capture.read(tape)
    nodes, cells, other = len(c["node.parent"]), len(c["cell.pc"]), "a call tree of another run"
    node = next(i for i, parent in enumerate(c["node.parent"]) if parent)
    cell = next(i for i in range(1, cells) if c["cell.node"][i] == c["cell.node"][i - 1])
    waited = next(i for i, n in enumerate(c["code.fetch"]) if n)
    ended = next(i for i, n in enumerate(c["worst.number"]) if n)
    for name in c:
        table = name.partition(".")[0]
        if (name in REQUIRED or table in REQUIRED) and name != "run.imported":
            refused(f"wrong: {name}", "report", changed(tape, SCRATCH, without(name)))
        elif table in ("node", "cell"):
            refused(f"wrong: {name[:5]}", "report", changed(
                tape, SCRATCH, lambda c, name=name: c.update({name: c[name][:-1]})))
    for what, *names in (
            ("code.exec", "code.exec"), ("cell.data", "cell.data"), ("measured", "measured.open"),
            ("measured.flow", "measured.flow"),
            ("code.flow", "code.instructions"), ("branch.taken", "branch.taken"),
            ("causes of another run", *(f"cell.{cause}" for cause in tally_profile.CAUSES)),
            ("causes of another run", *(f"code.{cause}" for cause in tally_profile.CAUSES))):
        refused(f"wrong: {what}", "report", changed(tape, SCRATCH, without(*names)))
    refused("wrong: counts behind the last address", "report", changed(
        tape, SCRATCH, without("access", "object"),
        lambda c: c.update({n: c[n][:9] for n in c if n.startswith("code.")})))
    # what stands in the message, if it is not the column's name
    for name, at, value, what in (
            ("run.period", 0, 0, ""), ("run.scale", 0, 65537, ""), ("run.source", 0, 3, ""),
            ("run.reason", 0, 10, ""), ("run.events", 0, 1, "run.period"),
            ("last.pc", 0, 1 << 32, ""), ("counter.count", 0, ALL, ""),
            ("run.ticks", 0, 1, "TICKS of another run"),
            ("run.code_end", 0, c["run.code_begin"][0], "run.period"),
            ("node.parent", nodes - 1, nodes - 1, "the call tree"),	# above itself
            ("node.parent", nodes - 1, nodes, "the call tree"),
            ("node.function", 0, 16, "the call tree"), ("node.calls", 0, 1, "the call tree"),
            ("node.calls", node, ALL, ""), ("node.site", 1, 1 << 32, ""),
            ("node.function", 1, 1 << 32, ""), ("cell.pc", 1, 1 << 32, ""),
            ("cell.pc", cell, c["cell.pc"][cell - 1], "the call tree"),		# twice
            ("cell.node", cells - 1, nodes, "the call tree"),
            ("cell.node", 0, 0, "the call tree"), ("cell.cycles", 1, ALL, ""),
            ("cell.cycles", 1, 1 << 50, other), ("cell.instructions", 1, ALL, ""),
            ("cell.instructions", 1, 1 << 50, other),
            ("cell.instructions", 1, 0, f"({other}|the call tree)"),
            ("cell.fetch", 0, 1 << 40, "the call tree"), ("code.fetch", waited, 1 << 63, ""),
            ("code.fetch", waited, 1 << 40, "causes of another run"),
            ("code.instructions", waited, 0, "causes of another run"),
            ("longest.pc", 0, 1 << 32, ""), ("latency.count", 1000, 1, ""),
            ("latency.count", 0, 0, "latency.cycles"), ("latency.cycles", -1, 0, ""),
            ("latency.cycles", -1, 1 << 40, "a latency of another run"),
            ("measured.open", 0, 1 << 40, "a latency of another run"),
            ("measured.end", 0, 1, "a latency of another run"),
            ("measured.name", 0, "nowhere", "latency.cycles"),
            ("measured.data", 0, 1 << 40, "a latency of another run"),
            ("worst.cycles", ended, 1 << 40, "worst.function"),
            ("worst.cycles", ended, 0, "worst.function"),
            ("worst.node", ended, nodes, "worst.function"),
            ("duration.calls", 0, 1 << 40, "(worst.function|durations of another run)"),
            ("worst.open", 0, 1 << 40, "durations of another run"),
            ("branch.taken", 0, 1 << 50, "branches of another run"),
            ("branch.taken", 0, 0, "branch.pc"),
            ("branch.pc", 0, c["branch.pc"][1], ""), ("branch.pc", 0, 1 << 32, "")):
        refused(f"wrong: {what or name}", "report", changed(tape, SCRATCH, put(name, at, value)))
    heads = [column(*item) for item in c.items()]
    for what, head in (
            ("twice", column("run.period", [1])), ("of a kind that is none", (
                struct.pack("<39sc3Q", b"run.jitter", b"x", 1, 8, 16), zlib.compress(bytes(8)))),
            ("shorter than it says",
             (struct.pack("<39sc3Q", b"run.jitter", b"n", 1, 8, 16), b"x"))):
        others = [h for h in heads if h[0][:8] != head[0][:8] or what == "twice"]
        write(SCRATCH, joined([*others, head]))
        refused("wrong: (the directory|run.jitter)", "report", SCRATCH)
    before = report_json(tape)
    written(SCRATCH, {**c, "weather.rain": [1, 2], "run.mood": ["fine"]})
    ok("columns that nobody knows are skipped", {**report_json(SCRATCH), "firmware": 0}
       == {**before, "firmware": 0})


def bombs(tape):
    """Small files that claim much, or have much of nothing: refused, and not for want of memory."""
    c = tally_capture.read(tape)
    for what, most, table, n, there in (
            ("2^40 nodes", 128, "node", 1 << 40, 1), ("2^63 cells", 128, "cell", 1 << 63, 1),
            ("2^25 nodes of zeros", 128, "node", 1 << 25, 1 << 25),
            ("2^23 cells of zeros", 900, "cell", 1 << 23, 1 << 23)):
        zeros = zlib.compress(bytes(there))
        write("bomb.tally", joined([
            (struct.pack("<39sc3Q", name.encode(), b"n", n, n, len(zeros)), zeros)
            if name.partition(".")[0] == table else column(name, rows)
            for name, rows in c.items()]))
        r = Result(subprocess.run(["prlimit", f"--as={most << 20}", TALLY, "report", "bomb.tally"],
                                  capture_output=True, check=False))
        ok(f"{what}, {os.path.getsize('bomb.tally')} bytes: refused within {most} MB",
           r.refused(f"wrong: ({table}|the call tree)"), r)


def damages(path):
    """A byte is another, the CRC fits: refused, or read as before; never another number."""
    def said():
        found = [tally(*view, SCRATCH) for view in (["report", "--json"], ["report", "--tree"])]
        return max(r.code for r in found), [r.out for r in found]
    random.seed(7)
    whole, refusals_, wrong = read(path), 0, []
    write(SCRATCH, whole)
    truth = said()
    for _ in range(DAMAGES):
        content, at = bytearray(whole[:-4]), random.randrange(8, len(whole) - 4)
        content[at] ^= random.randrange(1, 256)
        write(SCRATCH, bytes(content) + struct.pack("<I", zlib.crc32(content)))
        code, out = said()
        refusals_ += code == 1
        wrong += [at] if code > 1 or (code == 0 and (code, out) != truth) else []
    ok(f"{os.path.basename(path)}: {DAMAGES} damaged bytes: {refusals_} refused, "
       f"{DAMAGES - refusals_ - len(wrong)} without effect, {len(wrong)} wrong in silence",
       not wrong and refusals_ > DAMAGES / 2, wrong)


# ---- what a capture keeps of its ELF
def views(tape):
    return {" ".join(v): tally(*v, tape).out for v in VIEWS}


def gone():
    """The same views when the ELF is gone or another file has its name; a stripped ELF and its
    debug file."""
    elf = build("kept", {"view.c": C}, "-O2", "-g", "-DWORK=300")
    sh(CROSS + "objcopy", "--only-keep-debug", elf, "bare.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=bare.debug", elf, "bare.elf")
    for name, files in (elf, [elf]), ("bare.elf", ["bare.elf", "bare.debug"]):
        tape = capture(name)
        before = views(tape)
        ok(f"{name}: function, line, inlined call, instruction", "work" in before["report"]
           and "view.c:4" in before["report --by line"] and "square" in before["report --by inline"]
           and "mul" in before["annotate"], before)
        for file in files:
            os.rename(file, file + ".away")
        write(name, "no ELF any more")
        ok("... when it is gone and another file has its name", views(tape) == before)
        os.remove(name)
    bare = changed("kept.tally", "bare.tally", without("elf.content"))
    for order in (bare, "kept.tally"), ("kept.tally", bare):
        r = tally("merge", "-o", "sum.tally", *order)
        ok(f"merge of {order}: names all the same",
           r.code == 0 and " work " in tally("report", "sum.tally").out, r)
        ok("... in its columns, too", "work" in tally_capture.read("sum.tally")["function.name"])


def rebuilt():
    elf, later = build("kept", {"view.c": C}, "-O2", "-g", "-DWORK=600"), time.time() + 2
    for file in elf, "kept/view.c":     # the time of a file has whole seconds
        os.utime(file, (later, later))
    new = capture(elf, "new")
    by = {r["name"]: r for r in rows("diff", "kept.tally", new)}
    ok("edit, build, run, diff: by name", by["work"]["b"] > 1.8 * by["work"]["a"] > 0, by)
    r = tally("annotate", "work", "kept.tally")
    ok("a source newer than the ELF is said", "view.c is newer than the ELF" in r.err
       and r.code == 0, r)
    r = tally("annotate", "work", new)
    ok("... and an older one is not", "newer" not in r.err, r)
    tiny = capture(build("tiny", {"view.c": C}, "-O2", "-g", "-DWORK=5"))
    for command in ["check", "--against", tiny], ["export", "html", "-o", "-"]:
        said = [tally(*command, tape).err.count("is newer than the ELF")
                for tape in ("kept.tally", new)]
        ok(f"... by {command[0]}", said == [1, 0], said)
    r = tally("report", "kept.tally", elf)
    ok("another ELF by its name: said", "is not the ELF" in r.err, r)


def damaged_elf(tape):
    """The ELF is deflated by tally; here its stream is broken, or another file's."""
    c = tally_capture.read(tape)
    stored = zlib.compress(c["elf.content"])
    other = zlib.compress(b"\x7fELF another")
    for what, size, data, why in (
            ("a flipped bit", len(c["elf.content"]),
             stored[:40] + bytes([stored[40] ^ 1]) + stored[41:], "damaged"),
            ("cut", len(c["elf.content"]), stored[:len(stored) // 2], "damaged"),
            ("no file", 0, b"", "elf.content"), ("too long a file", 2 ** 62, stored, "elf.content"),
            ("another", 12, other, "ELF")):
        head = struct.pack("<39sc3Q", b"elf.content", b"b", 1, size, len(data)), data
        write("corrupted.tally", joined([head if name == "elf.content" else column(name, values)
                                         for name, values in c.items()]))
        r = tally("report", "corrupted.tally")
        ok(f"the ELF is damaged, {what}: refused in one line", r.refused(why), r)


def main():
    workdir()
    for name in "sampled", "wide", "hostile", "instructions", "huge":
        equal(name)
    elf = os.path.join(BUILD, "firmware", "dhrystone.elf")
    tape = capture(elf, "data", "--data", "--latency", "Proc_8:Func_2", core="vexriscv")
    views_in_sql(tape)
    doubled(tape)
    names = database(f"{HERE}/strange.calls.tally").execute("SELECT name FROM functions").fetchall()
    ok(f"names that no page expects: {names[:5]}", len(names) > 5 and all(name for name, in names))
    no_database("a database that is there", "give a new name", tape, "data.tally.db")
    most = written("most.tally", {**tally_capture.read(f"{HERE}/endless.tally"),
                                  "run.lost": [1 << 63]})
    no_database("a count that SQLite has not", "above 2^63", most)
    moved = f"{HERE}/moved.tally"
    refusals(read(moved))
    columns_are_checked(tape)
    bombs(f"{HERE}/tree.tally")
    damages(f"{HERE}/unit-tree.tally")
    gone()
    damaged_elf("kept.tally")
    rebuilt()
    end()


main()
