# SPDX-License-Identifier: ISC
"""screen.py TALLY PORT ELF - tally top on a pseudo-terminal: a first line before anything is read,
names cut between characters, keys, and the terminal as it was after each way to end or stop it."""
import signal
import sys

from screens import Top, check

TALLY, PORT, ELF = sys.argv[1:]
TOP = (TALLY, "top", PORT, ELF)

# names of two-byte characters, cut at any width; a key leaves the frozen shares unchanged
for columns in (37, 80):
    top = Top(TOP, columns)
    top.until(lambda: len(top.rows()) >= 2, "two screens")
    check(b"reading" in top.screens()[0][0], "nothing is drawn before the first reading")
    for row in sum((rows for _, rows in top.rows()), []):
        check(len(row.decode()) <= columns, f"wider than {columns}: {row!r}")
    for text, rows in top.rows():       # left out before the invariant, the keys and names
        words = b" ".join(text.split())
        check(b": holds" in words and b"q quit" in words, f"cut at {columns}: {text!r}")
        check(any(len(row.decode().split()[-1]) >= 24 for row in rows), f"short names: {rows!r}")
    if columns == 80:
        top.key(b"f")
        top.until(lambda: b"FROZEN" in top.rows()[-1][0], "frozen")
        before, seen = top.rows()[-1][1], len(top.rows())
        top.key(b"s")
        top.until(lambda: len(top.rows()) > seen and b"by recent" in top.rows()[-1][0], "sorted")
        after = top.rows()[-1][1]
        check(99 < sum(float(row.split(b"%")[0]) for row in after) < 101, f"no 100%: {after!r}")
        top.key(b"r")
        top.until(lambda: b"FROZEN" not in top.rows()[-1][0], "reset")
        check(sorted(before) == sorted(after), f"a key changed the rows: {before!r}, {after!r}")
    top.key(b"q")
    top.end("q")

top = Top(TOP, kind="dumb")
top.until(lambda: top.child.poll() is not None and b"percent" in top.out, "TERM=dumb: its end")
check(top.child.returncode == 0 and b"\x1b" not in top.out, f"TERM=dumb: {top.out!r}")

top = Top(TOP)
top.until(top.rows, "a screen")
top.child.send_signal(signal.SIGTERM)
top.end("SIGTERM")

# Ctrl-Z and fg, as a shell handles them
top = Top(["bash", "--norc", "--noediting", "-i"])
top.key(f"exec 2>&1; {TALLY} top {PORT} {ELF}\n".encode())
top.until(top.rows, "a screen")
top.key(b"\x1a")
top.until(lambda: b"Stopped" in top.out, "Ctrl-Z")
check(top.restored(), f"Ctrl-Z leaves the terminal changed: {top.out[-500:]!r}")
seen = len(top.rows())
top.key(b"fg\n")
top.until(lambda: len(top.rows()) > seen and not top.restored(), "fg: a screen")
top.key(b"q")
top.until(top.restored, "q after fg: the terminal as it was")
top.key(b"exit\n")
top.end("the shell")
print("ok: the screen of top")
