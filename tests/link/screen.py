# SPDX-License-Identifier: ISC
"""screen.py TALLY PORT ELF - tally top on a pseudo-terminal: the first line before anything is read, names cut between
characters, columns that a key leaves unchanged, and the terminal's modes and cursor after each way to end or stop it.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

tally, port, elf = sys.argv[1:]
TIME = 60  # seconds, enough for a busy computer


class Top:
    def __init__(self, columns, command=(tally, "top", port, elf), kind="xterm"):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        self.out = b""
        self.child = subprocess.Popen(command, stdin=self.slave, stdout=self.slave, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": kind},
                                      start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def until(self, condition, what):
        end = time.monotonic() + TIME
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"link_screen: {what}: not within {TIME} s; the screen: {self.out[-2000:]!r}")
            if select.select([self.master], [], [], 0.1)[0]:
                self.out += os.read(self.master, 65536)

    def screens(self):
        """The complete screens so far, as lines without escapes."""
        parts = self.out.split(b"\x1b[H")[1:]
        return [re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", p).replace(b"\r", b"").split(b"\n") for p in parts if b"\x1b[J" in p]

    def rows(self):
        """The screens that have rows: (heading, [row ...])."""
        return [(s, [r for r in s if re.match(rb" *[0-9.]+% ", r)]) for s in self.screens() if any(b"percent" in r for r in s)]

    def key(self, key):
        os.write(self.master, key)

    def restored(self):
        return termios.tcgetattr(self.slave)[3] == self.modes[3] and self.out.rfind(b"\x1b[?25h") > self.out.rfind(b"\x1b[?25l")

    def end(self, what):
        self.until(lambda: self.child.poll() is not None, f"{what}: its end")
        self.until(self.restored, f"{what}: the terminal as it was")
        os.close(self.master)
        os.close(self.slave)


# the first line; names of two-byte characters, cut at any width; a key leaves `recent` unchanged
for columns in (37, 38, 39, 80):
    top = Top(columns)
    top.until(lambda: len(top.rows()) >= 2, "two screens")
    first = b"\n".join(top.screens()[0])
    if b"reading" not in first:
        sys.exit(f"link_screen: nothing is drawn before the first reading: {first!r}")
    for _, rows in top.rows():
        for row in rows:
            if len(row.decode()) > columns:
                sys.exit(f"link_screen: wider than {columns}: {row!r}")
    if columns == 80:
        top.key(b"f")
        top.until(lambda: b"FROZEN" in top.rows()[-1][0][0], "frozen")
        before = top.rows()[-1][1]
        seen = len(top.rows())
        top.key(b"s")
        top.until(lambda: len(top.rows()) > seen and b"by recent" in b"\n".join(top.rows()[-1][0]), "sorted by recent")
        after = top.rows()[-1][1]
        shares = sum(float(row.split(b"%")[0]) for row in after)
        if not 99 < shares < 101:
            sys.exit(f"link_screen: the rows are {shares} percent together: {after!r}")
        top.key(b"r")
        top.until(lambda: b"FROZEN" not in top.rows()[-1][0][0] and top.rows()[-1][1] != after, "reset, and no longer frozen")
        if sorted(before) != sorted(after) or all(b" 0.00%" in row for row in after):
            sys.exit(f"link_screen: a key changed the rows: {before!r}, {after!r}")
    top.key(b"q")
    top.end("q")

# a terminal without escapes gets one screen of plain lines
top = Top(80, kind="dumb")
top.until(lambda: top.child.poll() is not None and b"percent" in top.out, "TERM=dumb: a screen, and its end")
if top.child.returncode or b"\x1b" in top.out:
    sys.exit(f"link_screen: TERM=dumb: {top.child.returncode}, {top.out!r}")

# each end restores the terminal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP):
    top = Top(80)
    top.until(top.rows, "a screen")
    top.child.send_signal(number)
    top.end(number.name)

# twice, while the first read waits for a silent board
top = Top(80)
top.until(lambda: b"reading" in top.out, "the first line")
top.key(b"\x03")
time.sleep(0.05)
top.key(b"\x03")
top.end("Ctrl-C twice")

# Ctrl-Z and fg, as a shell handles them
top = Top(80, command=["bash", "--norc", "--noediting", "-i"])
top.key(f"exec 2>&1; {tally} top {port} {elf}\n".encode())
top.until(top.rows, "a screen")
top.key(b"\x1a")
top.until(lambda: b"Stopped" in top.out, "Ctrl-Z")
if not top.restored():
    sys.exit(f"link_screen: Ctrl-Z leaves the terminal changed: {top.out[-500:]!r}")
seen = len(top.rows())
top.key(b"fg; echo came=$?\n")
top.until(lambda: len(top.rows()) > seen and not top.restored() and not termios.tcgetattr(top.slave)[3] & (termios.ECHO | termios.ICANON), "fg: a screen, keys without echo")
top.key(b"q")
top.until(lambda: b"came=0" in top.out, "q after fg")
top.until(top.restored, "q after fg: the terminal as it was")
top.key(b"exit\n")
top.end("the shell")
print("ok: the screen of top")
