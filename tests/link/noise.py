# SPDX-License-Identifier: ISC
"""noise.py PORT RATE - a pseudo-terminal to PORT through a line that corrupts one byte in RATE: it flips a
bit, loses the byte or inserts another one before it. Prints its own name; ends when either side closes. RATE 0: answers
are replaced by noise. RATE late: one answer comes 3 s late. PORT -: nothing answers."""
import os
import random
import select
import sys
import time
import tty

random.seed(5)
port, late = sys.argv[1], sys.argv[2] == "late"
rate = 0 if late else int(sys.argv[2])
answers = 0
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
line = None if port == "-" else os.open(port, os.O_RDWR | os.O_NOCTTY)


def corrupt(data):
    out = bytearray()
    for byte in data:
        if random.randrange(rate) == 0:
            what = random.randrange(3)
            if what == 0:
                byte ^= 1 << random.randrange(8)
            elif what == 1:
                continue
            else:
                out.append(random.randrange(256))
        out.append(byte)
    return bytes(out)


while True:
    ready, _, _ = select.select([f for f in (master, line) if f is not None], [], [])
    for f in ready:
        data = os.read(f, 4096)
        if not data:
            sys.exit()
        if late:
            answers += f == line
            if f == line and answers == 3:
                time.sleep(3)
            os.write(line if f == master else master, data)
        elif rate == 0:
            os.write(master, bytes(random.randrange(256) for _ in data))
        elif line is not None:
            os.write(line if f == master else master, corrupt(data))
