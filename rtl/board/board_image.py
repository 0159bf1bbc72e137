# SPDX-License-Identifier: ISC
"""Firmware into a placed and routed design: patched into block RAM (icebram, ecpbram) and read back
out of the bitstream, or, where RAM has no content at power-up, as an image for the flash that
flash_loader.v copies."""
import dataclasses
import os
import shutil
import struct
import subprocess

import board_readback
from board_build import run
from board_elf import words_of
from board_list import fail


@dataclasses.dataclass
class Image:
    files: list         # [(path)] to be written
    loads: list         # [(path, offset in the flash or None)]


def write_ram(board, core, elf, path):
    """The firmware as what fills this board's RAM: a flash image, or a $readmemh file."""
    words, entry, count = words_of(elf, board, core)
    if board.spram:
        body = [entry, *words[:count]]
        path.write_bytes(struct.pack(f"<{len(body) + 3}I", 0x594C4154, count, *body,
                                     -sum(body) & 0xFFFFFFFF))
    else:
        path.write_text("".join(f"{w:08x}\n" for w in words))


def make(design, elf):
    board, dir, venv = design.board, design.dir, design.venv
    out = dir / (elf.stem + (".bit" if board.ecp5 else ".bin"))
    if board.spram:
        bitstream = dir / "soc.bin"
        run(venv, ["yowasp-icepack", design.routed, bitstream], dir / "pack.log")
        flash = dir / (elf.stem + ".flash")
        write_ram(board, design.core, elf, flash)
        return Image([bitstream, flash], [(bitstream, None),
                                          (flash, int(board.flash["offset"], 0))])
    hex_file = dir / (elf.stem + ".hex")
    write_ram(board, design.core, elf, hex_file)
    patched = dir / (elf.stem + (".config" if board.ecp5 else ".asc"))
    if board.ecp5:
        run(venv, [*board_readback.with_share("ecpbram"), "-i", design.routed, "-f",
                   design.placeholder, "-t", hex_file, "-o", patched], dir / "patch.log")
        run(venv, ["yowasp-ecppack", "--compress", patched, out], dir / "pack.log")
    else:
        with open(design.routed) as routed, open(patched, "w") as f, open(dir / "patch.log",
                "w") as log:
            if subprocess.run([str(venv / "yowasp-icebram"), str(design.placeholder),
                               str(hex_file)], stdin=routed, stdout=f,
                              stderr=log).returncode:
                fail(f"icebram failed ({dir}/patch.log)")
        run(venv, ["yowasp-icepack", patched, out], dir / "pack.log")
    check(design, elf, out)
    return Image([out], [(out, None)])


def check(design, elf, bitstream):
    """Refuses a bitstream in which RAM does not have the words of this ELF. How many it has."""
    words, _, _ = words_of(elf, design.board, design.core)
    got = board_readback.words_in(design, bitstream)
    wrong = [i for i, (a, b) in enumerate(zip(words, got)) if a != b]
    if wrong:
        at = 0x80000000 + 4 * wrong[0]
        fail(f"{bitstream}: {len(wrong)} of {len(words)} words of RAM are not those of {elf}: the "
             f"first at {at:#x} is "
             f"{got[wrong[0]]:#010x} instead of {words[wrong[0]]:#010x}")
    return len(words)


def program(board, image):
    """Onto the board. Without openFPGALoader, or without the right to the device: which command to
    run."""
    commands = [["openFPGALoader", *board.program,
                 *(["-f", "-o", hex(offset)] if offset is not None else ["-f"] if board.spram
                   else []),
                 str(path)] for path, offset in image.loads]
    said = "\n".join("  " + " ".join(c) for c in commands)
    if not shutil.which("openFPGALoader"):
        fail(f"openFPGALoader is not installed (apt install openfpgaloader); then run\n{said}")
    for c in commands:
        print(" ".join(c), flush=True)
        if subprocess.run(c).returncode:
            user = ("as root, or give your user the device (udev rule 99-openfpgaloader.rules)"
                    if os.geteuid() else "with the board plugged in")
            fail(f"no {board.title} was programmed. Run {user}:\n{said}")
