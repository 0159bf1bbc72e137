#!/usr/bin/env python3
"""Prints the reference for pc -> slot, computed with unbounded integers, as CSV.

columns: pc,offset,scale,size,width,round,slot
  size   bytes of the histogram buffer;  width  bytes of one counter (2 or 4)
  round  0 = truncated  1 = rounded (V7, System V on PDP-11/VAX), of scale 0xffff up to delta 65,536
         alone: it is one-to-one there, as scale 0x10000 is everywhere
  slot   the counter's number, or -1 where the sample falls outside (counted, never stored)
"""
import random

def slot(pc, offset, scale, size, width, rnd):
    if scale == 0 or pc < offset:                 # scale 0 is off
        return -1
    byte = ((pc - offset) * scale) >> 16          # never truncated before the shift
    s = (byte + rnd) >> 1
    return s if s < size // width else -1

def rounds(scale, delta):
    return (0, 1) if scale == 0xFFFF and delta <= 65536 else (0,)

random.seed(1973)
rows = []
edge_scales = [0, 1, 2, 3, 0x7F, 0x100, 0x1FFF, 0x2000, 0x4000, 0x5555, 0x7FFF, 0x8000, 0xAAAB,
               0xFFFE, 0xFFFF, 0x10000]
edge_offsets = [0, 2, 0x1000, 0x80000000, 0xFFFFFFFE]
for scale in edge_scales:
    for offset in edge_offsets:
        for delta in (-2, 0, 1, 2, 4, 6, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFE, 0x20000, 0x7FFFFFFE,
                      0xFFFFFFFE):
            pc = offset + delta
            if 0 <= pc < 2**32:
                for size in (0, 1, 2, 3, 4, 4096, 65536):
                    rows += [(pc, offset, scale, size, 2, rnd) for rnd in rounds(scale, delta)]
for _ in range(12000):
    offset = random.choice([0, random.randrange(2**32), random.randrange(2**20) & ~1])
    span = random.choice([256, 4096, 65536, 2**20, 2**32])
    pc = min(2**32 - 1, max(0, offset + random.randrange(-16, span)))
    scale = random.choice(edge_scales + [random.randrange(1, 0x10001)] * 8)
    rows.append((pc, offset, scale, random.choice([2, 64, 1022, 4096, 8192, 131072, 2**31]),
                 random.choice([2, 4]), random.choice(rounds(scale, pc - offset))))
print("pc,offset,scale,size,width,round,slot")
for r in dict.fromkeys(rows):               # an edge twice is one
    print("%d,%d,%d,%d,%d,%d,%d" % (*r, slot(*r)))
