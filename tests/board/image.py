# SPDX-License-Identifier: ISC
"""image.py DIR ELF BITSTREAM - RAM in a bitstream of the design in DIR has ELF's words.
tests/board/bitstream.sh makes both.

Which bit of which block RAM is which bit of which word is learnt from the routed design, whose RAM
holds the placeholder's random words; the tools that patched the firmware in have no part in it. A
block RAM is seen as columns, each a sequence of bits of one and the same bit of the words, of
addresses one stride apart."""
import re
import sys
from pathlib import Path

sys.path.insert(0, "rtl/board")
import board as boards
import image


def ice40_columns(text):
    """{(tile, column): its 256 bits} of an .asc: 256 rows of 16, whatever the block's shape."""
    for tile, lines in re.findall(r"^\.ram_data (\d+ \d+)\n((?:[0-9a-f]{64}\n){16})", text, re.M):
        lines = [int(line, 16) for line in lines.split()]
        for column in range(16):
            yield (tile, column), [lines[w // 16] >> (16 * (w % 16) + column) & 1
                                   for w in range(256)]


def ecp5_columns(text):
    """{(block, bit of nine, odd): its 1,024 bits} of a .config: 2,048 nines, in pairs, so that
    shapes of 18 bits are seen too."""
    for block, lines in re.findall(r"^\.bram_init (\d+)\n((?:[0-9a-f ]+\n)+)", text, re.M):
        nines = [int(n, 16) for n in lines.split()]
        for bit in range(9):
            for odd in range(2):
                yield (block, bit, odd), [n >> bit & 1 for n in nines[odd::2]]


def places(words, length):
    """{bits of a column: (bit of a word, first address, stride)}"""
    found = {}
    for stride in (1, 2, 4, 8, 16):
        for block in range(0, len(words), length * stride):
            for first in range(block, min(block + stride, len(words))):
                column = words[first:block + length * stride:stride]
                for bit in range(32):
                    found[tuple(w >> bit & 1 for w in column)] = (bit, first, stride)
    return found


def wrong_words(dir, board, core, elf, bitstream):
    """How many words of RAM in this bitstream are not those of the ELF; every bit has one place."""
    columns, tool, length = ((ecp5_columns, image.with_share("ecpunpack"), 1024) if board.ecp5
                             else (ice40_columns, ["yowasp-iceunpack"], 256))
    back = dir / "back"
    boards.run([*tool, bitstream, back], dir / "unpack.log")
    placeholder = [int(w, 16) for w in (dir / "placeholder.hex").read_text().split()]
    known = places(placeholder, length)
    now = dict(columns(back.read_text()))
    words, seen = [0] * len(placeholder), [0] * len(placeholder)
    for name, bits in columns((dir / "routed").read_text()):
        bit, first, stride = next((known[b] for n in range(length, 63, -1)
                                   if (b := tuple(bits[:n])) in known), (0, 0, 0))
        for at, value in zip(range(first, len(words), stride) if stride else (), now[name]):
            if seen[at] >> bit & 1:
                sys.exit(f"FAILED {bitstream}: two places for bit {bit} of RAM's word {at}")
            seen[at] |= 1 << bit
            words[at] |= value << bit
    if set(seen) != {0xFFFFFFFF}:
        sys.exit(f"FAILED {bitstream}: bits of RAM are not found in it")
    return sum(a != b for a, b in zip(words, image.words_of(elf, board, core)[0]))


def main():
    dir, elf, bitstream = map(Path, sys.argv[1:])
    board, core, _ = boards.of_folder(dir)
    wrong = wrong_words(dir, board, core, elf, bitstream)
    sys.exit(f"FAILED {wrong} words of RAM are not those of {elf}" if wrong else 0)


main()
