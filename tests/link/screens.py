# SPDX-License-Identifier: ISC
"""screens.py - tally top on a pseudo-terminal, for tests: its screens as text, and keys."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

TIME = 300  # seconds, enough for a busy computer


def check(good, what):
    if not good:
        sys.exit(f"FAILED: {os.path.basename(sys.argv[0])}: {what}")


class Top:
    def __init__(self, command, columns=80, lines=24, kind="xterm"):
        self.master, self.slave = pty.openpty()
        self.resize(columns, lines)
        self.modes, self.out = termios.tcgetattr(self.slave), b""
        self.child = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=subprocess.DEVNULL,
            env={**os.environ, "TERM": kind}, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, columns, lines):
        self.size = columns, lines
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, condition, what):
        end = time.monotonic() + TIME
        while not condition():
            check(time.monotonic() < end, f"{what}: not within {TIME} s; {self.out[-2000:]!r}")
            if select.select([self.master], [], [], 0.1)[0]:
                self.out += os.read(self.master, 65536)

    def screens(self):
        """The complete screens so far, without escapes; of each its text and its rows, without the
        mark of the selected one."""
        parts = [p for p in self.out.split(b"\x1b[H")[1:] if b"\x1b[J" in p]
        texts = [re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\r", b"", p) for p in parts]
        return [(t, re.findall(rb"^[ >]( *[0-9.]+% .*)", t, re.M)) for t in texts]

    def rows(self):
        return [s for s in self.screens() if b"percent" in s[0]]

    def key(self, key):
        os.write(self.master, key)

    def restored(self):
        return (termios.tcgetattr(self.slave)[3] == self.modes[3]
                and self.out.rfind(b"\x1b[?25h") > self.out.rfind(b"\x1b[?25l"))

    def end(self, what):
        self.until(lambda: self.child.poll() is not None, f"{what}: its end")
        self.until(self.restored, f"{what}: the terminal as it was")
        os.close(self.master)
        os.close(self.slave)
