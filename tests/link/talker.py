# SPDX-License-Identifier: ISC
"""talker.py WHAT - a pseudo-terminal on which no bridge answers: nothing comes, or one of TALKS, or
what was sent (echo). Prints its own name."""
import fcntl
import os
import select
import struct
import sys
import time
import tty

master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
# what comes, and after how many seconds again
BEAT = b"[    1.234] heartbeat ok\r\n"
TALKS = {"heartbeat": (1, BEAT), "rated": (1, BEAT),  # rated: at 115200 baud only
         "prompt": (0.3, b"\x1b[1mlogin: "), "binary": (0.02, bytes(range(128, 240, 9))),
         "zeros": (0.02, bytes(4))}
again, text = TALKS.get(sys.argv[1], (1, b""))
due = time.monotonic() + again
while True:
    if select.select([master], [], [], 0.01)[0]:
        data = os.read(master, 4096)
        if sys.argv[1] == "echo":
            os.write(master, data)
    if time.monotonic() > due and select.select([], [master], [], 0)[1]:
        due = time.monotonic() + again
        # struct termios2 (TCGETS2): both speeds are its last words
        baud = struct.unpack("36x2I", fcntl.ioctl(slave, 0x802C542A, bytes(44)))[0]
        os.write(master, TALKS["binary"][1] if sys.argv[1:] == ["rated"] and baud != 115200
                 else text)
