#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Captures explain themselves: names, lines, inlined calls and instructions when the ELF is rebuilt or gone.

usage: kept.py
"""
import os
import struct
import time
import zlib

from kit import CROSS, build, capture, end, ok, rows, sh, tally, workdir

C = r"""
volatile int g;
static inline __attribute__((always_inline)) int square(int n) { return n * n + g; }
__attribute__((noinline)) int work(int n) { int s = 0; while (n--) s += square(n); return s; }
void run(void) { g = work(WORK); }
"""
VIEWS = (["report"], ["report", "--by", "line"], ["report", "--by", "inline"], ["report", "--by", "chain"], ["report",
         "--json"], ["annotate"], ["annotate", "--csv", "work"], ["export", "html", "-o", "-"], ["export", "callgrind", "-o", "-"])


def views(tape):
    """What each command prints of it, without notes."""
    return {" ".join(v): tally(*v, tape).out for v in VIEWS}


def kept(name, elf, *options):
    """The views of a capture while its ELF is there, and what must be in them."""
    tape = capture(elf, name, *options)
    before = views(tape)
    ok(name + ": function, line, inlined call, instruction", "work" in before["report"] and "view.c:4" in before["report --by line"]
       and "square" in before["report --by inline"] and "mul" in before["annotate"], before)
    return tape, before


def gone():
    elf = build("kept", {"view.c": C}, "-O2", "-g", "-DWORK=300")
    tape, before = kept("whole", elf)
    os.rename(elf, "away.elf")
    after = views(tape)
    ok("the ELF is gone: the same", after == before, [
       (k, before[k], after[k]) for k in before if before[k] != after[k]][:1])
    open(elf, "w").write("no ELF any more")
    ok("another file has its name: the same", views(tape) == before)
    os.rename("away.elf", elf)
    return elf, tape


def stripped(elf):
    sh(CROSS + "objcopy", "--only-keep-debug", elf, "bare.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=bare.debug", elf, "bare.elf")
    tape, before = kept("bare", "bare.elf")
    os.rename("bare.elf", "gone.elf")
    os.rename("bare.debug", "gone.debug")
    ok("a stripped ELF and its debug file are gone: the same", views(tape) == before)


def rebuilt(tape):
    time.sleep(1.1)                     # the time of a file has whole seconds
    elf = build("kept", {"view.c": C}, "-O2", "-g", "-DWORK=600")
    new = capture(elf, "new")
    by = {r["name"]: r for r in rows("diff", tape, new)}
    ok("edit, build, run, diff: by name", by["work"]["b"] > 1.8 * by["work"]["a"] > 0, by)
    r = tally("annotate", "work", tape)
    ok("a source newer than the ELF is said", "view.c is newer than the ELF" in r.err and r.code == 0, r)
    r = tally("annotate", "work", new)
    ok("... and an older one is not", "newer" not in r.err, r)
    r = tally("report", tape, elf)
    ok("another ELF by its name: said", "is not the ELF" in r.err, r)


def corrupted(tape, name, change):
    """The capture with the payload of its ELFZ chunk changed, and lengths and checksum that fit."""
    b = bytearray(open(tape, "rb").read())
    at = 20
    while b[at:at + 4] != b"ELFZ":
        at += 8 + struct.unpack_from("<I", b, at + 4)[0]
    n = struct.unpack_from("<I", b, at + 4)[0]
    part = change(bytes(b[at + 8:at + 8 + n]))
    b[at:at + 8 + n] = b"ELFZ" + struct.pack("<I", len(part)) + part
    struct.pack_into("<Q", b, 12, len(b))
    struct.pack_into("<I", b, len(b) - 4, zlib.crc32(b[:-4]))
    open(name, "wb").write(b)
    return name


def without_elf(tape, name):
    """The capture as tally wrote it before it kept the ELF."""
    b = open(tape, "rb").read()
    at, parts = 20, b""
    while at < len(b) - 4:
        n = 8 + struct.unpack_from("<I", b, at + 4)[0]
        parts += b[at:at + n] if b[at:at + 4] != b"ELFZ" else b""
        at += n
    b = b[:12] + struct.pack("<Q", 24 + len(parts)) + parts
    open(name, "wb").write(b + struct.pack("<I", zlib.crc32(b)))
    return name


def merged(tape, elf):
    """One capture that keeps the ELF is enough, whichever it is."""
    old = without_elf(tape, "old.tally")
    os.rename(elf, "away.elf")
    for name, order in ("first", (old, tape)), ("second", (tape, old)):
        r = tally("merge", "-o", "sum.tally", *order)
        ok("merge, the older capture %s: names all the same" %
     name, r.code == 0 and " work " in tally("report", "sum.tally").out, r)
    os.rename("away.elf", elf)


def damage(tape):
    other = zlib.compress(b"\x7fELF another")
    for what, change, why in (
            ("a flipped bit", lambda p: p[:40] + bytes([p[40] ^ 1]) + p[41:], "damaged"), ("cut", lambda p: p[:len(p) // 2], "damaged"),
            ("too long a file", lambda p: struct.pack("<Q", 2 ** 62) + p[8:], "ELFZ"), ("no file", lambda p: p[:16], "ELFZ"),
            ("another file", lambda p: struct.pack("<Q", 12) + p[8:16] + other, "ELF")):
        r = tally("report", corrupted(tape, "corrupted.tally", change))
        ok("%s: refused in one line" % what, r.refused(why), r)


def main():
    workdir("kept")
    elf, tape = gone()
    stripped(elf)
    merged(tape, elf)
    damage(tape)
    rebuilt(tape)
    end()


if __name__ == "__main__":
    main()
