# SPDX-License-Identifier: ISC
"""Shared by the tests of the tool's views and exports: programs, the tool, the verdicts.

The cross compiler builds programs here, and a simulated core runs them, so the counts are real.
"""
import copy
import csv
import fcntl
import io
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import threading

CROSS = "riscv64-unknown-elf-"
TALLY = os.path.abspath(os.environ.get("TALLY", "build/tally"))
GONE = object()
failed = 0

START = r"""
	.globl _start
	.type _start, @function
_start:	lui sp, 0x80100
	call run
	li t0, 0xf0100000
	li t1, 0x5555
	sw t1, 0(t0)
1:	j 1b
	.size _start, . - _start
"""


def workdir(name):
    path = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "tests", "tool", name))
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    os.chdir(path)
    return path


def ok(what, good, *details):
    """One line per check, with details of a failed one."""
    global failed
    print(("ok " if good else "not ok ") + what)
    if not good:
        failed += 1
        for detail in details:
            print("   ", str(detail)[:2000])
    return good


def plant(whole, *path):
    """A copy of an object of JSON in which the member at the path is the last item; GONE: is not there."""
    other = at = copy.deepcopy(whole)
    *steps, last, value = path
    for step in steps:
        at = at[step]
    if value is GONE:
        del at[last]
    else:
        at[last] = value
    return other


def end():
    sys.exit(1 if failed else 0)


def sh(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


class Result:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout.decode(
            errors="replace"), done.stderr.decode(errors="replace")
        self.bytes = done.stdout

    def refused(self, pattern):
        """Expects exit 1 and one line that matches."""
        lines = self.err.strip().split("\n")
        return self.code == 1 and not self.out and len(lines) == 1 and re.search(pattern, lines[0]) is not None

    def __repr__(self):
        return "exit %d\n%s\n%s" % (self.code, self.out, self.err)


def tally(*arguments, stdin=b"", env=None):
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    environment.update(env or {})
    return Result(subprocess.run([TALLY, *arguments], input=stdin, capture_output=True, env=environment))


def on_terminal(stream, *arguments):
    """What a terminal of 80 columns gets of one stream, "stdout" or "stderr". The end mark is written here, with the
    terminal still open: what stands in a pseudo-terminal may be lost when its last writer closes it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
    child = subprocess.Popen([TALLY, *arguments], **streams)
    threading.Thread(target=lambda: (child.wait(), os.write(theirs, b"\4"))).start()
    text = b""
    while not text.endswith(b"\4"):
        text += os.read(ours, 4096)
    os.close(theirs)
    os.close(ours)
    return text[:-1].decode(errors="replace")


def rows(*arguments):
    """The rows of `tally ... --csv`, numbers as numbers."""
    r = tally(*arguments, "--csv", "--top", "0")
    if r.code != 0:
        raise SystemExit("tally %s: %r" % (" ".join(arguments), r))
    table = list(csv.DictReader(io.StringIO(r.out, newline="")))
    for row in table:
        for k, v in row.items():
            if k not in ("name", "file", "cpi", "percent", "relative", "address", "end", "moved_from", "caller") and v != "":
                row[k] = int(v)
    return table


def report_json(*arguments):
    return json.loads(tally("report", "--json", *arguments).out)


def build(name, sources, *flags, compiler="gcc"):
    """Builds NAME.elf from {file name: text}, with start-up code that calls run() and ends the machine."""
    files = []
    os.makedirs(name, exist_ok=True)
    for file, text in {"start.S": START, **sources}.items():
        path = os.path.join(name, file)
        with open(path, "w") as f:
            f.write(text)
        files.append(path)
    elf = name + ".elf"
    sh(CROSS + compiler, "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", "-ffreestanding",
       "-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments", *flags, *files, "-lgcc", "-o", elf)
    return elf


def capture(elf, name=None, *options, core="picorv32"):
    out = (name or elf[:-4]) + ".tally"
    r = tally("run", "--core", core, "--cycles", "3M", "-o", out, *options, elf)
    if r.code != 0:
        raise SystemExit("tally run %s: %r" % (elf, r))
    return out
