#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A board whose console shares the link's pins. `tally top` reads counts back to back while text is typed to the
firmware echo.c, which answers. The console loses no byte.

usage: shared.py TALLY PORT ELF DIR
"""
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

LINES = 30
SECONDS = 240           # limit for the whole test


class Top:
    """tally top on a terminal of its own."""

    def __init__(self, tally, port, elf, console):
        self.screen, self.console = b"", console
        self.end = time.monotonic() + SECONDS
        console.unlink(missing_ok=True)
        self.master, terminal = pty.openpty()
        self.client = subprocess.Popen([tally, "top", "--shared", "--restart", "--console", console, "--interval", "10", port, elf],
                                       stdin=terminal, stdout=terminal, stderr=terminal, env={**os.environ, "TERM": "xterm"})
        os.close(terminal)
        os.set_blocking(self.master, False)

    def look(self):
        try:
            self.screen += os.read(self.master, 65536)
        except (BlockingIOError, OSError):
            pass

    def said(self):
        return self.console.read_bytes() if self.console.exists() else b""

    def screens(self):
        return [int(n.replace(b",", b"")) for n in re.findall(rb"TICKS ([\d,]+)\.\.", self.screen)]

    def until(self, what, text):
        while not what():
            self.look()
            gone = self.client.poll() is not None
            if gone or time.monotonic() > self.end:
                self.client.kill()
                sys.exit(f"{'top has ended' if gone else f'not within {SECONDS} s'}: {text}; the console says {self.said()}, the screen {self.screen[-300:]}")
            time.sleep(0.02)


def main():
    tally, port, elf, folder = sys.argv[1:]
    top = Top(tally, port, elf, Path(folder) / "console")
    top.until(lambda: len(top.screens()) >= 1, "a first screen")
    begun, want = top.said(), b""
    line = os.open(port, os.O_WRONLY | os.O_NOCTTY)
    for i in range(LINES):
        text = b"line %d, while it is read\n" % i
        os.write(line, text)
        want += text.upper()
        top.until(lambda: not want.startswith(top.said()[len(begun):]) or top.said()[len(begun):] == want, f"the answer to line {i}")
        if top.said()[len(begun):] != want:
            top.client.kill()
            sys.exit(f"the console says {top.said()[-80:]} instead of {want[-80:]}")
    first = len(top.screens())
    top.until(lambda: len(top.screens()) > first, "a screen after that")
    os.write(top.master, b"q")
    top.client.wait(60)
    ticks = top.screens()
    if top.client.returncode or b"DOES NOT HOLD" in top.screen or ticks != sorted(ticks):
        sys.exit(f"top: {top.client.returncode}, ticks {ticks}, the screen {top.screen[-300:]}")
    print(f"{LINES} lines typed and answered beside {len(ticks)} screens of top; before that the console said {begun}")


main()
