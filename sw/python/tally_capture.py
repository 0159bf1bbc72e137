# SPDX-License-Identifier: ISC
"""Reads captures, the files that `tally run -o` and `tally record -o` write (sw/CAPTURE.md), and
makes SQLite databases of them; standard library only.

    python3 -m tally_capture f.tally f.db       then: sqlite3 f.db 'SELECT * FROM functions'

    from tally_capture import read
    columns = read("f.tally")           # CaptureError: one line that says what is wrong
    columns["cell.cycles"]              # an array of 64-bit numbers
    numpy.asarray(columns["cell.pc"])   # ... without a copy
    columns["function.name"]            # a list of texts
    columns["elf.content"]              # the ELF's bytes
"""
import array
import itertools
import os
import sqlite3
import struct
import sys
import zlib
from collections import Counter

MAGIC, VERSION, HEADER = b"TALLYCAP", 3, 20
RECORD = struct.Struct("<39sc3Q")           # name, kind, rows, bytes before and after deflation
CAUSES = ("flow", "fetch", "data", "hazard", "exec")
NO_FUNCTION = (1 << 32) - 1
# Tables and columns that a capture may lack, and every database has.
NEEDED = {"run": ("imported", "folded", "task_word"), "elf": ("content", "debug"),
          "node": ("parent", "site", "function", "calls", "mixed", "cycles", "inclusive",
                   "outermost", "outermost_call"),
          "cell": ("node", "pc", "cycles", "instructions", *CAUSES), "task": ("value", "name"),
          "function": ("name", "begin", "end", "file", "line"), "file": ("path",),
          "object": ("name", "begin", "end"), "access": ("pc", "object", "count", "waited"),
          "jump": ("pc", "target", "count"),
          "measured": ("name", "open", "end", "start", *CAUSES), "latency": ("cycles", "count"),
          "duration": ("function", "calls", "cycles", "preempted", "below", "instructions",
                       *CAUSES),
          "worst": ("function", "number", "cycles", "preempted", "below", "instructions", *CAUSES,
                    "begin", "elapsed", "open", "rest", "node",
                    *(f"callee{i}{of}" for i in "1234" for of in ("", "_cycles")))}
VIEWS = """
CREATE VIEW functions AS
  SELECT coalesce(f.name, '[no symbol]') AS name, path AS file, f.line, begin, end,
    sum(count) AS count, 100.0 * sum(count) / ticks AS percent, sum(c.instructions) AS instructions,
    1.0 * sum(count) * period / sum(c.instructions) AS cpi, sum(flow) AS flow, sum(fetch) AS fetch,
    sum(data) AS data, sum(hazard) AS hazard, sum(exec) AS exec,
    (SELECT sum(inclusive) FROM node WHERE node.function = begin AND outermost) AS inclusive,
    (SELECT sum(calls) FROM node WHERE node.function = begin) AS calls
  FROM run, counts c LEFT JOIN function f ON begin = c.function LEFT JOIN file ON file.id = f.file
  GROUP BY begin HAVING sum(count) ORDER BY count DESC;
CREATE VIEW lines AS
  SELECT path AS file, c.line, name AS function, sum(count) AS count,
    sum(instructions) AS instructions, sum(flow) AS flow, sum(fetch) AS fetch, sum(data) AS data,
    sum(hazard) AS hazard, sum(exec) AS exec
  FROM counts c LEFT JOIN file ON file.id = c.file LEFT JOIN function ON begin = c.function
  GROUP BY c.file, c.line HAVING sum(count) ORDER BY count DESC;
CREATE VIEW named AS
  SELECT node.*, coalesce(f.name, task.name, printf('0x%08x', function)) AS name
  FROM node LEFT JOIN function f ON begin = function
    LEFT JOIN task ON function & 1 AND task.id = function / 2 WHERE node.id > 0;
CREATE VIEW callers AS
  SELECT p.name AS caller, n.name AS callee, sum(n.calls) AS calls, sum(n.cycles) AS cycles,
    sum(n.inclusive * n.outermost_call) AS inclusive
  FROM named n LEFT JOIN named p ON p.id = n.parent
  GROUP BY p.function, n.function ORDER BY inclusive DESC;
CREATE VIEW objects AS
  SELECT name, begin, end, sum(count) AS accesses, sum(waited) AS waited,
    1.0 * sum(waited) / sum(count) AS each
  FROM access JOIN object ON object.id = object GROUP BY object ORDER BY waited DESC;
CREATE VIEW invariant AS
  SELECT ticks, hits + outside + filtered + idle + lost + pending AS sum, hits, counted,
    ticks = hits + outside + filtered + idle + lost + pending AND hits = counted AS holds
  FROM run, (SELECT coalesce(sum(count), 0) AS counted FROM counts);
"""


class CaptureError(Exception):
    """One line: what is wrong, where, how to mend it."""


def numbers(kind, rows, plain):
    """A byte each; 255: the next of those of 8 bytes behind them. b"d": of differences."""
    if len(plain) - rows != 8 * plain.count(255, 0, rows):
        raise ValueError
    large = array.array("Q", plain[rows:])
    if sys.byteorder == "big":
        large.byteswap()
    found, at = array.array("Q", memoryview(plain)[:rows]), -1
    for number in large:
        at = plain.index(255, at + 1)
        found[at] = number
    if kind == b"n":
        return found
    return array.array("Q", itertools.accumulate(found, lambda a, b: a + b & (1 << 64) - 1))


def read(path):
    """{name: rows}; see above."""
    def wrong(what, mend="copy or record it again"):
        return CaptureError(f"{path}: {what}; {mend}")

    written = "give a file that `tally run -o FILE` wrote"
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as e:
        raise wrong(f"cannot read: {e.strerror}", written) from None
    if data[:8] != MAGIC:
        raise wrong("not a Tally capture", written)
    if len(data) < HEADER + 8:
        raise wrong(f"truncated capture: {len(data)} bytes")
    version, _, length, n = struct.unpack_from("<HHQI", data, 8)
    if version != VERSION:
        raise wrong(f"capture of format version {version}, this reader reads version {VERSION}",
                    "record it again, or use the reader of its tally")
    if len(data) < length:
        raise wrong(f"truncated capture: {len(data)} of its {length} bytes")
    if len(data) > length or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise wrong("corrupt capture: its checksum does not fit its content")
    column, columns, at = "the directory", {}, HEADER + 4 + n
    try:
        directory = zlib.decompress(data[HEADER + 4:at])
        for column, kind, rows, size, stored in RECORD.iter_unpack(directory):
            column = column.rstrip(b"\0").decode()
            plain, at = zlib.decompress(data[at:at + stored]), at + stored
            if len(plain) != size:
                raise ValueError
            columns[column] = (
                plain if kind == b"b" else numbers(kind, rows, plain) if kind in b"nd"
                else plain.decode("utf-8", "surrogateescape").split("\0")[:-1])
    except (ValueError, zlib.error, struct.error):
        raise wrong(f"corrupt capture: wrong: {column}", "record it again") from None
    return columns


def counts(c):
    """What was counted in the code from each pc on, and where that is; counters of 0 are left out.
    Counter i begins at start + ceil(2 * i * 65536 / scale)."""
    start, scale, found, row = c["run.start"][0], c["run.scale"][0], {}, -1
    for name in c:
        table, _, column = name.partition(".")
        if table in ("counter", "code"):
            for i in itertools.compress(range(len(c[name])), c[name]):
                pc = start + (2 * i if table == "code" else -(-(2 * i << 16) // scale))
                found.setdefault(pc, {})[column] = c[name][i]
    for pc, taken in zip(c.get("branch.pc", ()), c.get("branch.taken", ())):
        found.setdefault(pc, {})["taken"] = taken
    columns = {"pc": sorted(found)}
    for column in ("count", "instructions", "taken", *CAUSES):
        absent = 0 if column == "count" or "code." + column in c else None
        columns[column] = [found[pc].get(column, absent) for pc in columns["pc"]]
    rows = []
    for pc in columns["pc"]:
        while row + 1 < len(c.get("place.pc", ())) and c["place.pc"][row + 1] <= pc:
            row += 1
        rows.append(row)
    for column in ("function", "file", "line"):
        place = c.get("place." + column, ())
        columns[column] = [place[row] if row >= 0 else None for row in rows]
    return columns


def contexts(c):
    """Of each node of the call tree: its cycles, with those of all nodes below it, and whether it
    is below no node of its function, and no call from the same function to it."""
    parents, functions = c["node.parent"], c["node.function"]
    cycles, below = [0] * len(parents), [[] for _ in parents]
    for node, n in zip(c["cell.node"], c["cell.cycles"]):
        cycles[node] += n
    inclusive = cycles[:]
    for i in range(len(parents) - 1, 0, -1):
        inclusive[parents[i]] += inclusive[i]
        below[parents[i]].append(i)
    outermost, calls, above, todo = [1] * len(parents), [1] * len(parents), Counter(), below[0]
    while todo:
        i = todo.pop()
        node = abs(i)
        keys = functions[node], (functions[parents[node]] if parents[node] else None,
                                 functions[node])
        if i > 0:
            outermost[i], calls[i] = (int(not above[key]) for key in keys)
            todo += [-i, *below[i]]
        above.update({key: 1 if i > 0 else -1 for key in keys})
    return {"cycles": cycles, "inclusive": inclusive, "outermost": outermost,
            "outermost_call": calls}


def tables(c):
    """{table: {column: rows}}: columns by what stands before the point; counts by address."""
    found = {name: dict.fromkeys(columns, ()) for name, columns in NEEDED.items()}
    for name, rows in c.items():
        table, _, column = name.partition(".")
        if table not in ("counter", "code", "branch", "place"):
            found.setdefault(table, {})[column] = [rows] if isinstance(rows, bytes) else rows
    if "node.parent" in c:
        found["node"].update(contexts(c))
    found["counts"] = counts(c)
    return found


def in_sqlite(value):
    """Names in another encoding than UTF-8 lose what they cannot say."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return value


def to_sqlite(columns, db):
    """Fills an empty database; ids are numbers of rows, from 0 on."""
    for table, found in tables(columns).items():
        db.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {', '.join(found)})")
        db.executemany(f"INSERT INTO {table} VALUES (?{', ?' * len(found)})",
                       ((i, *map(in_sqlite, row)) for i, row in enumerate(
                           itertools.zip_longest(*found.values()))))
    db.execute("CREATE INDEX node_function ON node (function)")
    db.execute("CREATE INDEX function_begin ON function (begin)")
    db.executescript(VIEWS)
    db.commit()


def convert(capture, database):
    """Makes the database, which must be new. Returns what is wrong, or None."""
    try:
        with open(database, "xb"):
            pass
    except OSError as e:
        return f"{database}: cannot create: {e.strerror}; give a new name"
    try:
        return to_sqlite(read(capture), sqlite3.connect(database))
    except CaptureError as e:
        wrong = str(e)
    except OverflowError:
        wrong = f"{capture}: has a count above 2^63, and SQLite has no number for it"
    os.remove(database)
    return wrong


def main(arguments):
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print("usage: tally_capture.py CAPTURE DATABASE", file=sys.stderr)
        return 1
    wrong = convert(*arguments)
    if wrong:
        line = "".join(c if c.isprintable() else "?" for c in wrong)
        print("tally_capture: " + line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
