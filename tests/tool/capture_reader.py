# SPDX-License-Identifier: ISC
"""sw/python/tally_capture.py says of a capture what `tally report` says, and refuses what it refuses.

usage: capture_reader.py BUILD; the captures are those of export_cases.py
"""
import json
import os
import random
import struct
import subprocess
import sys
import zlib

from kit import end, ok, report_json, rows, tally

READER = "sw/python/tally_capture.py"
sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.dirname(READER))
import tally_capture  # noqa: E402

BUILD = sys.argv[1]
HERE = f"{BUILD}/tests/export"
SCRATCH = f"{BUILD}/tests/tool/reader.tally"
os.makedirs(os.path.dirname(SCRATCH), exist_ok=True)
DAMAGES = 400
OPTIONAL = "RETD", "LAST", "ELFZ", "DBGZ"


def run(path):
    return subprocess.run([sys.executable, "-B", READER, path], capture_output=True, text=True)


def counts(what, mine, table, unit):
    """{pc: count} against the rows of --csv by address."""
    theirs = {int(r["address"], 16): r[unit] for r in table if r[unit]}
    ok(f"{what}: {len(mine)} addresses, {sum(mine.values())} {unit}", mine == theirs and mine,
       list(set(mine.items()) ^ set(theirs.items()))[:8])


def equal(name, path):
    c, r = tally_capture.read(path), report_json(path)
    unit = c.settings["unit"]
    ok(f"{name}: its accounting is that of report --json", r["counters"].items() <= c.counters.items(), c.counters)
    counts(f"{name}: bins", c.bins, rows("report", "--by", "address", path), unit)
    ok(f"{name}: bins add up to report --json's {sum(b['count'] for b in r['bins'])}",
       c.bins == {b["pc"]: b["count"] for b in r["bins"]})
    members = "period", "scale", "jitter", "seed", "code_low", "code_high", "unit"
    mine = [c.core, c.firmware["path"], c.settings["offset"], *(c.settings[m] for m in members)]
    theirs = [r["core"], r["firmware"], r["low"], *(r[m] for m in members)]
    ok(f"{name}: core, ELF, settings", mine == theirs, mine, theirs)
    ending = [c.end[m] for m in ("reason", "cycles", "instructions")]
    ok(f"{name}: end: {ending}", ending == [r["end"]["reason"], r["cycles"], r["instructions"]], r["end"])
    if c.retired:
        counts(f"{name}: retired", c.retired, rows("report", "--by", "address,instructions", path), "instructions")
    printed, hottest = run(path).stdout.splitlines(), c.hottest()
    ok(f"{name}: printed: {printed[-1]}", printed[-1] in tally("report", path).out)
    said = [(int(line.split()[2], 16), int(line.split()[1])) for line in printed[1:-2]]
    ok(f"{name}: the hottest {len(said)}", said == hottest and len(said) == min(10, len(c.bins))
       and said[0][1] == max(c.bins.values()), said)
    if c.elf is not None:
        with open(c.firmware["path"], "rb") as f:
            ok(f"{name}: the ELF it keeps: {len(c.elf)} bytes", c.elf == f.read())
    ok(f"{name}: retired last", c.last == r["end"]["last"], c.last)
    return bool(c.retired)


def save(content):
    with open(SCRATCH, "wb") as f:
        f.write(content)
    return SCRATCH


def sealed(content):
    """With the length and the CRC that fit the content, which comes without one."""
    content = content[:12] + struct.pack("<Q", len(content) + 4) + content[20:]
    return content + struct.pack("<I", zlib.crc32(content))


def refused(what, pattern, content=None, path=SCRATCH):
    if content is not None:
        save(content)
    mine, theirs = run(path), tally("report", path)
    good = mine.returncode == theirs.code == 1 and not mine.stdout and mine.stderr.count("\n") == 1
    ok(f"{what}: {mine.stderr.strip()}", good and pattern in mine.stderr and path in mine.stderr, mine, theirs)


def chunks(content):
    at, found = 20, []
    while at < len(content) - 4:
        n = 8 + struct.unpack_from("<I", content, at + 4)[0]
        found.append(content[at:at + n])
        at += n
    return found


def refusals(whole):
    refused("not there", "cannot read", path="nowhere.tally")
    for n in 0, 7:
        refused(f"{n} bytes", "not a Tally capture", whole[:n])
    for n in 8, 23, 24, len(whole) // 2, len(whole) - 1:
        refused(f"{n} of {len(whole)} bytes", "truncated", whole[:n])
    refused("a byte more", "corrupt", whole + b"\0")
    refused("another magic", "not a Tally capture", b"t" + whole[1:])
    refused("another version", "version 2", whole[:8] + b"\2" + whole[9:])
    for at in (10, 25, len(whole) // 2, len(whole) - 1):
        refused(f"byte {at} is another", "corrupt", whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1:])
    parts = chunks(whole)
    for i, part in enumerate(parts):
        tag = part[:4].decode()
        if tag in OPTIONAL:
            continue
        refused(f"without {tag}", f"{tag} is missing", sealed(whole[:20] + b"".join(parts[:i] + parts[i + 1:])))
        refused(f"{tag} twice", f"wrong: {tag}", sealed(whole[:-4] + part))


def later_minor(whole):
    """A chunk nobody knows, and one that a later minor version lengthened."""
    counters = next(p for p in chunks(whole) if p[:4] == b"LAWC")
    longer = struct.pack("<4sI", b"LAWC", 84) + counters[8:] + b"more"
    content = whole[:10] + b"\1\0" + whole[12:-4].replace(counters, longer) + struct.pack("<4sI", b"SYMB", 3) + b"abc"
    c = tally_capture.read(save(sealed(content)))
    ok("a later minor version: its chunk is kept for who knows it", c.others == {"SYMB": b"abc"}, c.others)
    before = tally_capture.decode(whole, "")
    ok("... and the rest is as ever", c.bins == before.bins and c.counters == before.counters)
    ok("... also for tally", report_json(SCRATCH)["counters"].items() <= c.counters.items())


def mappings(whole):
    """A bin begins where tally says."""
    for scale in 65536, 50001, 16384, 3:
        at = whole.index(b"SETT") + 16
        bins = tally_capture.read(save(sealed(whole[:at] + struct.pack("<I", scale) + whole[at + 4:-4]))).bins
        theirs = {b["pc"]: b["count"] for b in report_json(SCRATCH)["bins"]}
        ok(f"scale {scale}: {len(bins)} bins, the last at 0x{max(bins):x}", bins == theirs)


def first_unit(whole):
    """What only a unit of VERSION 1 could be told."""
    settings = whole.index(b"SETT") + 8
    for what, at, value in (("another source", 31, 3), ("attribution last", 32, 1), ("full counters stop", 33, 0),
                            ("16-bit counters", 34, 2), ("System V's rounding", 35, 1), ("sleep charged", 37, 1)):
        at += settings
        refused(what, "VERSION 1", sealed(whole[:at] + bytes([value]) + whole[at + 1:-4]))


def damages(whole):
    """Corrupted anywhere, with a CRC that fits: both readers take it, or neither."""
    random.seed(1)
    taken, different = 0, []
    for _ in range(DAMAGES):
        content = bytearray(whole[:-4])
        for _ in range(random.randint(1, 3)):
            content[random.randrange(20, len(content))] = random.choice((0, 1, 127, 255, random.randrange(256)))
        save(sealed(bytes(content)))
        try:
            mine = tally_capture.read(SCRATCH).bins
        except tally_capture.CaptureError:
            mine = None
        r = tally("export", "json", SCRATCH)
        theirs = {b["pc"]: b["count"] for b in json.loads(r.bytes)["bins"]} if r.code == 0 else None
        taken += mine is not None
        if mine != theirs:
            different.append(bytes(content).hex())
    good = not different and 0 < taken < DAMAGES
    ok(f"{DAMAGES} damaged captures: {taken} taken, the others refused, as by tally", good, different[:1])


def main():
    names = "dhrystone", "lua", "sampled", "wide", "hostile", "huge", "instructions"
    retired = [equal(name, f"{HERE}/{name}.tally") for name in names]
    ok("a capture has instructions beside cycles, others have not", 0 < sum(retired) < len(names))
    with open(f"{HERE}/moved.tally", "rb") as f:
        whole = f.read()
    refusals(whole)
    # damage of the ELF is found when it is unpacked; most bytes are its
    whole = sealed(whole[:20] + b"".join(p for p in chunks(whole) if p[:4] != b"ELFZ"))
    later_minor(whole)
    mappings(whole)
    first_unit(whole)
    damages(whole)
    end()


main()
