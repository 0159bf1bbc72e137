# SPDX-License-Identifier: ISC
"""noise.py PORT RATE - a pseudo-terminal to PORT through a line that corrupts one byte in RATE: it
flips a bit, loses the byte or inserts another one before it. Prints its own name; ends when either
side closes. Without a PORT: RATE 0 (nothing comes), one of TALKS, or echo."""
import fcntl
import os
import random
import select
import struct
import sys
import time
import tty

random.seed(5)
port, rate = sys.argv[1], sys.argv[2]
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
# what comes, and after how many seconds again
BEAT = b"[    1.234] heartbeat ok\r\n"
TALKS = {"heartbeat": (1, BEAT), "rated": (1, BEAT),  # rated: at 115200 baud only
         "prompt": (0.3, b"\x1b[1mlogin: "), "binary": (0.02, bytes(range(128, 240, 9)))}
again, text = TALKS.get(rate, (1, b""))
due = time.monotonic() + again
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
        elif rate == "echo":
            os.write(master, data)
    if time.monotonic() > due and select.select([], [master], [], 0)[1]:
        due = time.monotonic() + again
        # struct termios2 (TCGETS2): both speeds are its last words
        baud = struct.unpack("36x2I", fcntl.ioctl(slave, 0x802C542A, bytes(44)))[0]
        os.write(master, TALKS["binary"][1] if rate == "rated" and baud != 115200 else text)
