# SPDX-License-Identifier: ISC
"""export_cases.py - makes the profiles that test the exports, in BUILD/tests/export.

usage: export_cases.py BUILD TALLY

They are runs of real programs; an ELF without symbols; names that no format expects; and a capture written here, from
sw/CAPTURE.md, with 40-bit counts, empty functions, and 8-byte bins that straddle functions.
cases.json lists them: name, capture, ELF, and the ELF before stripping for readers that need symbols.
"""
import json
import os
import struct
import subprocess
import sys
import zlib

CROSS = "riscv64-unknown-elf-"
NAMES = [
    'a<b>&"c\'',
    "semi;colon",
    "=1+1",
    "new\\nline",
    "back\\\\slash",
    "</script><b>",
    "(7) number",
    "space name ",
    "caf\\303\\251",
    "\\377\\376",
    "\\342\\200\\256rtl",
    "]]>",
    "a b;c 77",
    "tab\\there",
    "-dash",
    "*star",
    "#hash",
     "fn=(1) x"]


def run(*command, **more):
    subprocess.run([str(c) for c in command], check=True, stdin=subprocess.DEVNULL, **more)


def assemble(path, source):
    with open(path + ".S", "wb") as f:
        f.write(source)
    run(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", "-x", "assembler", path + ".S",
        "-Wl,-n,-e,0x80000000,-Ttext=0x80000000,--no-warn-rwx-segments", "-o", path)


def hostile(path):
    """A function and a source file for each name, 16 bytes of code each. The assembler knows only octal escapes, so
    names are converted."""
    text = b".text\n"
    for i, name in enumerate(NAMES):
        quoted = name.replace('"', '\\"').replace("\\n", "\\012").replace("\\t", "\\011")
        text += f'.file {i + 1} "dir{i}/{quoted}.c"\n'.encode()
    for i, name in enumerate(NAMES):
        text += f'.globl hostile_{i:03}_{"x" * 60}\n.type hostile_{i:03}_{"x" * 60}, @function\nhostile_{i:03}_{"x" * 60}:\n'.encode()
        text += f".loc {i + 1} {i + 1}\n\tnop\n\tnop\n.loc {i + 1} {i + 2}\n\tnop\n\tnop\n.size hostile_{i:03}_{'x' * 60}, 16\n".encode()
    assemble(path, text)
    with open(path, "rb") as f:
        elf = f.read()
    for i, name in enumerate(NAMES):		# names of arbitrary bytes: overwrites the string table
        raw = name.encode().decode("unicode_escape").encode("latin-1")
        old = f"hostile_{i:03}_{'x' * 60}".encode()
        elf = elf.replace(old + b"\0", raw + b"\0" * (len(old) + 1 - len(raw)))
    with open(path, "wb") as f:
        f.write(elf)


def capture(path, elf, low, bins, *, period=1, scale=65536, rest=(0, 0, 0, 0, 0), slots=None, source=0):
    """bins: {index: count}."""
    slots = slots or max(bins) + 1
    hits = sum(bins.values())
    outside, filtered, idle, lost, pending = rest
    ticks = hits + sum(rest)
    with open(elf, "rb") as f:
        content = f.read()
    high = low + (2 * slots * 65536 + scale - 1) // scale
    chunks = [(b"CORE", b"picorv32"),
              (b"SETT", struct.pack("<IIIIIQH8B", period, low, scale, 4 * slots, low, high, 0, 0, source, 0, 2, 4, 0, 15, 0)),
              (b"LAWC", struct.pack("<7Q24x", ticks, hits, outside, filtered, idle, lost, pending)),
              (b"DONE", struct.pack("<BBIIIIIQQ", 0, 0, 0, 0, 0, 0, 0, ticks * period, ticks)),
              (b"FIRM", struct.pack("<QIB", len(content), zlib.crc32(content), 0) + os.path.abspath(elf).encode()),
              (b"BINS", struct.pack("<I", slots) + b"".join(struct.pack("<IQ", i, n) for i, n in sorted(bins.items())))]
    body = b"".join(tag + struct.pack("<I", len(data)) + data for tag, data in chunks)
    whole = b"TALLYCAP" + struct.pack("<HHQ", 1, 0, 20 + len(body) + 4) + body
    with open(path, "wb") as f:
        f.write(whole + struct.pack("<I", zlib.crc32(whole)))


def without_elf(path):
    """The capture without its copy of the ELF, in which damage would be lost."""
    with open(path, "rb") as f:
        raw = f.read()
    body, at = b"", 20
    while at < len(raw) - 4:
        end = at + 8 + struct.unpack_from("<I", raw, at + 4)[0]
        body += raw[at:end] if raw[at:at + 4] != b"ELFZ" else b""
        at = end
    whole = raw[:12] + struct.pack("<Q", 20 + len(body) + 4) + body
    with open(path, "wb") as f:
        f.write(whole + struct.pack("<I", zlib.crc32(whole)))


def main():
    build, tally = sys.argv[1:]
    here = os.path.join(build, "tests", "export")
    os.makedirs(here, exist_ok=True)
    cases = []

    def case(name, elf, symbols=None):
        cases.append({"name": name, "capture": f"{here}/{name}.tally", "elf": elf, "symbols": symbols or elf})

    def simulate(name, elf, *options, symbols=None):		# stacks of callers are export_calls.py's
        run(tally, "run", "--no-calls", *options, "-o", f"{here}/{name}.tally", elf, stdout=subprocess.DEVNULL)
        case(name, elf, symbols)

    def simulate_both(name, elf):		# with a call tree, too: for the flame graphs
        calls = f"{here}/{name}.calls.tally"
        run(tally, "run", "-o", calls, elf, stdout=subprocess.DEVNULL)
        simulate(name, elf)
        cases[-1]["calls"] = calls

    dhrystone, lua, stripped = f"{build}/firmware/dhrystone.elf", f"{build}/firmware/lua.elf", f"{here}/stripped.elf"
    run(CROSS + "strip", "-o", stripped, dhrystone)
    simulate_both("dhrystone", dhrystone)
    simulate("stripped", stripped, symbols=dhrystone)
    simulate_both("lua", lua)
    simulate("sampled", lua, "--period", "1000", "--jitter", "8")
    simulate("wide", dhrystone, "--scale", "16384")
    run(tally, "run", "--cycles", "4K", "-o", f"{here}/tree.tally", dhrystone, stdout=subprocess.DEVNULL)
    without_elf(f"{here}/tree.tally")
    elf = f"{here}/hostile.elf"
    hostile(elf)
    capture(f"{here}/hostile.tally", elf, 0x80000000, {2 * i: 1000 + \
            i for i in range(4 * len(NAMES))}, rest=(5, 0, 6, 7, 1))
    case("hostile", elf)
    capture(f"{here}/instructions.tally", elf, 0x80000000, {0: 1}, source=1)
    capture(f"{here}/endless.tally", elf, 0x80000000, {0: 1 << 60})
    elf = f"{here}/moved.elf"
    assemble(elf, b"_start: nop\n")
    capture(f"{here}/moved.tally", elf, 0x80000000, {i: i * i for i in range(1, 200, 3)}, rest=(1, 2, 3, 4, 5))
    os.remove(elf)
    elf = f"{here}/huge.elf"
    assemble(
    elf,
    b".text\n.globl _start\n_start:\n" +
    b"".join(
        f".globl f{i}\n.type f{i}, @function\nf{i}:\n.rept 25\n\tnop\n.endr\n.size f{i}, . - f{i}\n".encode() for i in range(40)))
    capture(f"{here}/huge.tally", elf, 0x80000000, {2 * i: 65535 * i + i %
     3 if i != 77 else 1 << 24 for i in range(3, 1000, 7)}, rest=(0, 0, 0, 3, 0))
    case("huge", elf)
    with open(f"{here}/cases.json", "w", encoding="utf-8") as f:
        json.dump(cases, f, indent=1)


main()
