# SPDX-License-Identifier: ISC
# needs: tally tests/export/cases.json
"""captures.py - sw/python/tally_capture.py says of a capture what `tally report` says, and refuses
what it refuses; a capture explains itself when its ELF is rebuilt or gone. The captures are those
of export_cases.py.
"""
import json
import os
import random
import struct
import subprocess
import sys
import time
import zlib

from kit import (BUILD, CROSS, build, capture, changed, chunks, end, joined, ok, packed, read,
                 report_json, rows, sh,
                 tally, tally_capture, workdir, write)

HERE = os.path.join(BUILD, "tests", "export")
SCRATCH = "reader.tally"
DAMAGES = 300
OPTIONAL = (b"RETD", b"LAST", b"ELFZ", b"DBGZ", b"CALZ", b"WHYZ", b"CAWZ", b"DATZ", b"LATY",
            b"STAK", b"TASK", b"TAKN")
C = r"""
volatile int g;
static inline __attribute__((always_inline)) int square(int n) { return n * n + g; }
__attribute__((noinline)) int work(int n) { int s = 0; while (n--) s += square(n); return s; }
void run(void) { g = work(WORK); }
"""
VIEWS = (["report"], ["report", "--by", "line"], ["report", "--by", "inline"],
         ["report", "--json"], ["annotate"],
         ["export", "html", "-o", "-"], ["export", "callgrind", "-o", "-"])


def reader(path):
    return subprocess.run([sys.executable, "-B", tally_capture.__file__, path],
                          capture_output=True, text=True,
                          check=False)


def counts(what, mine, unit, *arguments):
    """{pc: count} against the rows of --csv by address."""
    theirs = {int(r["address"], 16): r[unit] for r in rows("report", *arguments) if r[unit]}
    ok(f"{what}: {len(mine)} addresses, {sum(mine.values())} {unit}", mine == theirs and mine,
       list(set(mine.items()) ^ set(theirs.items()))[:8])


def equal(name):
    path = f"{HERE}/{name}.tally"
    c, r = tally_capture.read(path), report_json(path)
    unit = c.settings["unit"]
    ok(f"{name}: its accounting is that of report --json",
       r["counters"].items() <= c.counters.items(), c.counters)
    counts(f"{name}: bins", c.bins, unit, "--by", "address", path)
    ok(f"{name}: bins are report --json's", c.bins == {b["pc"]: b["count"] for b in r["bins"]})
    members = "period", "scale", "jitter", "code_low", "code_high", "unit"
    mine = [c.core, c.firmware["path"], c.settings["offset"], *(c.settings[m] for m in members)]
    theirs = [r["core"], r["firmware"], r["low"], *(r[m] for m in members)]
    ok(f"{name}: core, ELF, settings", mine == theirs, mine, theirs)
    ending = [*(c.end[m] for m in ("reason", "cycles", "instructions")), c.last]
    ok(f"{name}: end: {ending[:3]}",
       ending == [r["end"]["reason"], r["cycles"], r["instructions"], r["end"]["last"]], r["end"])
    if c.retired:
        counts(f"{name}: retired", c.retired, "instructions", "--by", "address,instructions", path)
    printed, hottest = reader(path).stdout.splitlines(), c.hottest()
    said = [(int(line.split()[2], 16), int(line.split()[1])) for line in printed[1:-2]]
    ok(f"{name}: printed: {printed[-1]}; the hottest {len(said)}",
       printed[-1] in tally("report", path).out
       and said == hottest and len(said) == min(10, len(c.bins))
       and said[0][1] == max(c.bins.values()), said)
    ok(f"{name}: the ELF it keeps", c.elf is None or c.elf == read(c.firmware["path"]))


def save(content):
    write(SCRATCH, content)
    return SCRATCH


def both_refuse(what, pattern, content=None, path=SCRATCH):
    if content is not None:
        save(content)
    mine, theirs = reader(path), tally("report", path)
    good = mine.returncode == theirs.code == 1 and not mine.stdout and mine.stderr.count("\n") == 1
    ok(f"{what}: {mine.stderr.strip()}", good and pattern in mine.stderr and path in mine.stderr,
       mine, theirs)


def refusals(whole):
    both_refuse("not there", "cannot read", path="nowhere.tally")
    for n in 0, 7:
        both_refuse(f"{n} bytes", "not a Tally capture", whole[:n])
    for n in 8, 24, len(whole) // 2, len(whole) - 1:
        both_refuse(f"{n} of {len(whole)} bytes", "truncated", whole[:n])
    both_refuse("a byte more", "corrupt", whole + b"\0")
    both_refuse("another magic", "not a Tally capture", b"t" + whole[1:])
    both_refuse("another version", "version 3", whole[:8] + b"\3" + whole[9:])
    for at in (10, 25, len(whole) // 2, len(whole) - 1):
        both_refuse(f"byte {at} is another", "corrupt",
                    whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1:])
    parts = chunks(whole)
    for i, (tag, data) in enumerate(parts):
        if tag not in OPTIONAL:
            both_refuse(f"without {tag}", f"{tag.decode()} is missing",
                        joined(parts[:i] + parts[i + 1:]))
            both_refuse(f"{tag} twice", f"wrong: {tag.decode()}", joined([*parts, (tag, data)]))


def versions(tape):
    """A later minor version: a chunk nobody knows, and one that it lengthened. A bin begins where
    tally says."""
    parts = [(tag, data + (b"more" if tag == b"LAWC" else b"")) for tag, data in chunks(read(tape))]
    head = b"TALLYCAP" + struct.pack("<HH", 2, 1)
    c, before = tally_capture.read(save(joined([*parts, (b"SYMB", b"abc")],
            head))), tally_capture.read(tape)
    ok("a later minor version: the rest is as ever, its chunk is kept", c.others == {"SYMB": b"abc"}
       and c.bins == before.bins and report_json(SCRATCH)["counters"].items()
       <= before.counters.items(), c.others)
    for scale in 65536, 50001, 16384, 3:
        bins = tally_capture.read(changed(tape, SCRATCH, b"SETT", packed("<I", 8, scale))).bins
        theirs = {b["pc"]: b["count"] for b in report_json(SCRATCH)["bins"]}
        ok(f"scale {scale}: {len(bins)} bins, the last at 0x{max(bins):x}", bins == theirs)


def damages(whole):
    """Corrupted anywhere, with a CRC that fits: both readers take it, or neither."""
    random.seed(1)
    taken, different = 0, []
    for _ in range(DAMAGES):
        content = bytearray(whole[:-4])
        for _ in range(random.randint(1, 3)):
            content[random.randrange(20, len(content))] = random.choice((0, 1, 127, 255,
                    random.randrange(256)))
        save(bytes(content) + struct.pack("<I", zlib.crc32(content)))
        try:
            mine = tally_capture.read(SCRATCH).bins
        except tally_capture.CaptureError:
            mine = None
        r = tally("report", "--json", SCRATCH)
        theirs = {b["pc"]: b["count"] for b in json.loads(r.bytes)["bins"]} if r.code == 0 else None
        taken += mine is not None
        different += [bytes(content).hex()] if mine != theirs else []
    ok(f"{DAMAGES} damaged captures: {taken} taken, the others refused, as by tally",
       not different and 0 < taken < DAMAGES, different[:1])


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
        ok("... when it is gone", views(tape) == before)
        write(name, "no ELF any more")
        ok("... when another file has its name", views(tape) == before)
        os.remove(name)
    # as tally wrote it before it kept the ELF
    old = changed("kept.tally", "old.tally", b"ELFZ", lambda data: None)
    for order in (old, "kept.tally"), ("kept.tally", old):
        r = tally("merge", "-o", "sum.tally", *order)
        ok(f"merge of {order}: names all the same",
           r.code == 0 and " work " in tally("report", "sum.tally").out, r)


def rebuilt():
    time.sleep(1.1)                     # the time of a file has whole seconds
    elf = build("kept", {"view.c": C}, "-O2", "-g", "-DWORK=600")
    new = capture(elf, "new")
    by = {r["name"]: r for r in rows("diff", "kept.tally", new)}
    ok("edit, build, run, diff: by name", by["work"]["b"] > 1.8 * by["work"]["a"] > 0, by)
    r = tally("annotate", "work", "kept.tally")
    ok("a source newer than the ELF is said", "view.c is newer than the ELF" in r.err
       and r.code == 0, r)
    r = tally("annotate", "work", new)
    ok("... and an older one is not", "newer" not in r.err, r)
    r = tally("report", "kept.tally", elf)
    ok("another ELF by its name: said", "is not the ELF" in r.err, r)


def damaged_elf(tape):
    other = (struct.pack("<Q", 12) + dict(chunks(read(tape)))[b"ELFZ"][8:16]
             + zlib.compress(b"\x7fELF another"))
    for what, change, why in (
            ("a flipped bit", lambda p: p[:40] + bytes([p[40] ^ 1]) + p[41:], "damaged"),
            ("cut", lambda p: p[:len(p) // 2], "damaged"), ("no file", lambda p: p[:16], "ELFZ"),
            ("too long a file", lambda p: struct.pack("<Q", 2 ** 62) + p[8:], "ELFZ"),
            ("another", lambda p: other, "ELF")):
        r = tally("report", changed(tape, "corrupted.tally", b"ELFZ", change))
        ok(f"the ELF is damaged, {what}: refused in one line", r.refused(why), r)


def main():
    workdir("captures")
    for name in "dhrystone", "sampled", "wide", "hostile", "huge", "instructions":
        equal(name)
    moved = f"{HERE}/moved.tally"
    refusals(read(moved))
    versions(moved)
    damages(read(moved))
    gone()
    damaged_elf("kept.tally")
    rebuilt()
    end()


main()
