# SPDX-License-Identifier: ISC
"""noise.py PORT RATE - a pseudo-terminal to PORT through a line that corrupts one byte in RATE: it
flips a bit, loses the byte or inserts another one before it. Prints its own name; ends when either
side closes. RATE console: no PORT, but a console that prints; RATE 0: nothing at all."""
import os
import random
import select
import sys
import tty

random.seed(5)
port, rate = sys.argv[1], sys.argv[2]
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
lines = [master] if port == "-" else [master, os.open(port, os.O_RDWR | os.O_NOCTTY)]


def corrupt(byte):
    other = random.randrange(256)
    if random.randrange(int(rate)):
        return bytes([byte])
    return random.choice((bytes([byte ^ 1 << other % 8]), b"", bytes([other, byte])))


while True:
    for f in select.select(lines, [], [], 0.01)[0]:
        data = os.read(f, 4096)
        if not data:
            sys.exit()
        if len(lines) == 2:
            os.write(lines[f == master], b"".join(map(corrupt, data)))
    if rate == "console":
        os.write(master, b"Linux version 6.6.0 (root@board) #1\r\n")
