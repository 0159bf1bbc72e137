# SPDX-License-Identifier: ISC
"""kit.py - shared by the tests of the tool's views and exports: programs, the tool, its captures.

The cross compiler builds programs here, and a simulated core runs them, so the counts are real.
"""
import array
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
import zlib

sys.dont_write_bytecode = True		# nothing is written outside the build's folder
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOP = os.path.dirname(TESTS)
sys.path[1:1] = TESTS, os.path.join(TOP, "sw", "python"), os.path.join(TOP, "sim", "setup")
import tally_capture  # noqa: E402,F401 pylint: disable=wrong-import-position,unused-import
import tally_profile  # noqa: E402,F401 pylint: disable=wrong-import-position,unused-import
# noqa: E402,F401 pylint: disable=wrong-import-position,unused-import
from rows import rows as rows_of_list
from check import end, ok, sh  # noqa: E402,F401 pylint: disable=wrong-import-position,unused-import

CROSS = "riscv64-unknown-elf-"
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TALLY = os.path.abspath(os.environ.get("TALLY", "build/tally"))
LINK = "-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments"
TEXTS = "name", "file", "cpi", "percent", "relative", "address", "end", "moved_from", "clones", \
    "caller"
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
HIGH_STACK = START.replace("0x80100", "0x87000")		# room for deep recursion


def workdir(name=None):
    """The row's own folder, for two may run one script at once; by hand that of `name`, or of the
    script."""
    name = os.environ.get("ROW") or name or os.path.splitext(os.path.basename(sys.argv[0]))[0]
    path = os.path.join(BUILD, "tests", "tool", name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    os.chdir(path)
    return path


class Result:
    def __init__(self, done):
        self.code, self.bytes = done.returncode, done.stdout
        self.trouble = 2 if done.args[1:2] == ["check"] else 1
        self.out = done.stdout.decode(errors="replace")
        self.err = done.stderr.decode(errors="replace")

    def refused(self, pattern):
        """Exit 1, of `check` 2, nothing printed, and one line of the tool's own that matches."""
        one = self.err.count("\n") == 1 and self.err.startswith("tally: ")
        return self.code == self.trouble and not self.out and one \
            and re.search(pattern, self.err) is not None

    def __repr__(self):
        return f"exit {self.code}\n{self.out}\n{self.err}"


def tally(*arguments, stdin=b"", env=None):
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    environment.update(env or {})
    return Result(subprocess.run([TALLY, *arguments], input=stdin, capture_output=True,
                                 env=environment))


def refused(pattern, *arguments, absent=("never.tally",), **more):
    """Checks that the command is, and that none of these files came into being."""
    r = tally(*arguments, **more)
    shown = " ".join(map(str, arguments))[:90]
    return ok(f"refused: {shown} ({pattern})",
              r.refused(pattern) and not any(map(os.path.exists, absent)), r)


def on_terminal(stream, *arguments):
    """What a terminal of 80 columns gets of one stream, "stdout" or "stderr". The end mark is
    written here, with the terminal still open: what stands in a pseudo-terminal may be lost when
    its last writer closes it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL,
               stream: theirs}
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
    r = tally(*arguments, "--csv")
    if r.code != 0:
        raise SystemExit(f"tally {' '.join(arguments)}: {r!r}")
    table = list(csv.DictReader(io.StringIO(r.out, newline="")))
    return [{k: int(v) if k not in TEXTS and (v.isdecimal() or v[:1] == "-") else v
             for k, v in row.items()} for row in table]


def names(*arguments):
    """{function: count} of a report."""
    return {r["name"]: next(r[u] for u in ("cycles", "samples", "instructions") if u in r)
            for r in rows("report", *arguments)}


def report_json(*arguments):
    return json.loads(tally("report", "--json", *arguments).out)


def annotated(*arguments):
    """The functions of an annotation, with their code."""
    return json.loads(tally("annotate", "--json", *arguments).out)["functions"]


def write(path, content):
    """Text, or bytes."""
    with open(path, "wb") as f:
        f.write(content.encode() if isinstance(content, str) else content)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def build(name, sources, *flags, compiler="gcc"):
    """Builds NAME.elf from {file name: text}, with start-up code that calls run() and ends the
    machine."""
    os.makedirs(name, exist_ok=True)
    sources = {"start.S": START, **sources}
    for file, text in sources.items():
        write(os.path.join(name, file), text)
    elf = name + ".elf"
    sh(CROSS + compiler, "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", "-ffreestanding",
       LINK, *flags,
       *[os.path.join(name, file) for file in sources], "-lgcc", "-o", elf)
    return elf


def capture(elf, name=None, *options, core="picorv32"):
    out = (name or elf[:-4]) + ".tally"
    r = tally("run", "--core", core, "--cycles", "3M", "-o", out, *options, elf)
    if r.code != 0:
        raise SystemExit(f"tally run {elf}: {r!r}")
    return out


def imported(elf, counts, *options, name=None):
    """The capture of {address: count}; no core runs."""
    out = (name or elf[:-4]) + ".tally"
    text = "".join("0x%x %d\n" % count for count in counts.items())
    r = tally("import", elf, "-o", out, *options, stdin=text.encode())
    if r.code != 0:
        raise SystemExit(f"tally import {elf}: {r!r}")
    return out


def symbol_list(elf):
    """readelf's: (name, address, size, type, section)."""
    fields = [line.split() for line in sh(CROSS + "readelf", "-sW", elf).splitlines()]
    return [(f[7], int(f[1], 16), int(f[2], 0), f[3], f[6])
            for f in fields if len(f) == 8 and f[0].rstrip(":").isdigit()]


def addresses(elf):
    """{name: address}"""
    return {name: at for name, at, *_ in symbol_list(elf)}


# ---- captures as bytes: sw/CAPTURE.md
def record(name, kind, rows, plain):
    """A column: its record of the directory, and what it stores."""
    stored = zlib.compress(plain)
    return struct.pack("<39sc3Q", name.encode(), kind, rows, len(plain), len(stored)), stored


def column(name, rows):
    """The same of numbers, texts or bytes."""
    if isinstance(rows, bytes):
        return record(name, b"b", 1, rows)
    if rows and isinstance(rows[0], str):
        return record(name, b"t", len(rows), b"".join(os.fsencode(text) + b"\0" for text in rows))
    large = array.array("Q", [row for row in rows if row >= 255])
    return record(name, b"n", len(rows), bytes(min(row, 255) for row in rows) + large.tobytes())


def joined(columns, version=3):
    """The bytes of a capture of these records and what they store."""
    directory = zlib.compress(b"".join(head for head, _ in columns))
    body = struct.pack("<I", len(directory)) + directory + b"".join(data for _, data in columns)
    whole = b"TALLYCAP" + struct.pack("<IQ", version, 20 + len(body) + 4) + body
    return whole + struct.pack("<I", zlib.crc32(whole))


def numbers(values):
    """Unsigned LEB128, as protobuf has them."""
    out = bytearray()
    for value in values:
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


def written(name, columns):
    """A capture of {column: rows}."""
    write(name, joined([column(*item) for item in columns.items()]))
    return name


def changed(tape, name, *changes):
    """The capture with other columns: what `changes` make of {name: rows}."""
    columns = dict(tally_capture.read(tape))
    for change in changes:
        change(columns)
    return written(name, columns)


def put(name, i, value):
    """For changed(): one number is another."""
    def change(columns):
        columns[name] = [*columns[name][:i], value, *columns[name][i:][1:]]
    return change


def without(*names):
    """For changed(): these columns are not there, or those of tables."""
    def change(columns):
        for name in list(columns):
            if name in names or name.partition(".")[0] in names:
                del columns[name]
    return change
