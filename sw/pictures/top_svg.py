#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A live session with a simulated board as a moving picture: the screens of `tally top`, one a
second, as text in an SVG that shows them in turn.

usage: top_svg.py TALLY CORE ELF FRAMES >top.svg
"""
import fcntl
import html
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios

ROWS, COLUMNS, CHAR, LINE = 14, 80, 7.8, 17
HOME = "\x1b[H"


def output(fd):
    """What a program writes to its terminal, until it ends."""
    while True:
        try:
            yield os.read(fd, 65536).decode(errors="replace")
        except OSError:
            return


def screens(tally, core, elf, frames):
    board = subprocess.Popen([tally, "run", "--pty", "--core", core, elf], text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
    port = board.stdout.readline().split(":")[0]
    top, fd = pty.fork()
    if top == 0:
        os.environ["TERM"] = "xterm"
        os.execv(tally, [tally, "top", "--interval", "1000", port, elf])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    seen = ""
    for text in output(fd):
        seen += text
        shown = [s for s in seen.split(HOME)[1:-1] if "%" in s]
        if len(shown) >= frames:
            break
    os.kill(top, signal.SIGTERM)
    board.kill()
    for screen in shown:
        # progress lines end in a carriage return alone
        lines = [line.split("\r")[-1] for line in screen.replace("\r\n", "\n").split("\n")]
        yield [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in lines][:ROWS]


def main():
    tally, core, elf, frames = sys.argv[1:]
    shown = list(screens(tally, core, elf, int(frames)))
    wide, high, share = COLUMNS * CHAR + 24, ROWS * LINE + 24, 100 / len(shown)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" '
          f'width="{wide:.0f}" height="{high}">\n<style>\n'
          "text { font: 13px monospace; fill: #e6e6e6; white-space: pre }\n"
          f"g {{ opacity: 0; animation: turn {len(shown)}s step-end infinite }}\n"
          f"@keyframes turn {{ 0% {{ opacity: 1 }} {share:.3f}% {{ opacity: 0 }} }}\n</style>\n"
          f'<title>tally top: functions by their share of every cycle</title>\n'
          f'<rect width="100%" height="100%" rx="6" fill="#1d2026"/>')
    for second, lines in enumerate(shown):
        print(f'<g style="animation-delay: {second}s">')
        for row, line in enumerate(lines):
            print(f'<text x="12" y="{24 + row * LINE}" xml:space="preserve">'
                  f"{html.escape(line.rstrip())}</text>")
        print("</g>")
    print("</svg>")


main()
