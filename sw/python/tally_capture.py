# SPDX-License-Identifier: ISC
"""Reads captures, the files that `tally run -o` and `tally record -o` write (sw/CAPTURE.md);
standard library only.

    python3 tally_capture.py FILE       the hottest 10 addresses, and where all ticks went

    from tally_capture import read
    capture = read("f.tally")       # CaptureError: one line that says what is wrong
    capture.bins                    # {pc a bin begins at: count}, of settings["unit"]
    capture.retired                 # {pc: instructions}; empty where they were not counted
    capture.waits                   # {pc: cycles by cause, a tuple as CAUSES}; empty: not counted
    capture.taken                   # {pc: how often that branch was taken}; empty: not counted
    capture.rounds                  # not 0: bins, retired and waits were measured in turns, so many
    capture.objects                 # what loads and stores reached: [(name, low, end)]
    capture.accesses                # {(pc, number of an object): (accesses, cycles waited)}
    capture.nodes                   # the call tree, see Node; empty: calls were not followed
    capture.cells                   # {(number of a node, pc): (cycles, instructions)}
    capture.cell_waits              # {(number of a node, pc): as waits}
    capture.tasks                   # of the tree's nodes at the root, function 2i+1: (value, name)
    capture.stack                   # None, or (bytes, pc): the deepest stack, and what led there
    capture.folded                  # how often the tree was full: calls in another context
    capture.unit                    # None, or of a unit's tree what is in no node, see Unit
    capture.inclusive()             # of each node: cycles with those of all below it
    capture.elf, capture.last       # the ELF's bytes or None; pcs retired last, in order
    capture.latency                 # None, or what `tally run --latency` measured, see Latency
    capture.imported                # name of the text that `tally import` read, or None
    capture.counters["lost"]        # settings, end and firmware are such dictionaries too
    capture.others                  # {tag: bytes} of chunks that this reader does not know
"""
import collections
import itertools
import struct
import sys
import zlib

MAGIC, MAJOR, HEADER = b"TALLYCAP", 2, 20
MAX_COUNTERS, MAX_FILE, WORD, LONG = 1 << 24, 1 << 30, (1 << 32) - 1, (1 << 64) - 1
MAX_TREE, MAX_NODES, MAX_CELLS = 1 << 28, 1 << 20, 1 << 23	# bytes; nodes, and cells
MAX_WAITS, MAX_TASKS = 1 << 29, 4096    # bytes; tasks
# name, lowest and highest value
SETTINGS = (("period", 1, WORD), ("offset", 0, WORD), ("scale", 1, 65536), ("size", 1, WORD),
            ("code_low", 0, WORD), ("code_high", 1, 1 << 32), ("jitter", 0, 16),
            ("source", 0, 2), ("privileges", 0, 15))
WORDS = {"source": ("cycles", "instructions", "events"),
         "reason": ("limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded",
                    "imported", "tohost", "semihosting")}
CAUSES = ("flow", "fetch", "data", "hazard", "exec")
COUNTERS = ("ticks", "hits", "outside", "filtered", "idle", "lost", "pending")
END = ("reason", "instruction_known", "exit_code", "pc", "cause", "instruction", "sticky",
       "cycles", "instructions")


# nodes[0] is the root. parent is a number below the node's own, site the pc of the call there (0:
# none: a trap, or the first of a stack), function the first address of the function (odd: a thread,
# the sp that it began with plus 1); cycles and instructions are the node's own.
Node = collections.namedtuple("Node", "parent site function cycles instructions calls")

# times: {cycles: how often}; open: how long the one took that the run cut off, or 0; end, last: of
# the longest, the cycle it ended in, and the pcs retired last before that.
Latency = collections.namedtuple("Latency", "name times open end last")


# Ticks in no node, calls in no node, TICKS of the unit, whether events were dropped or returns
# strayed; mixed: numbers of the nodes whose own cycles may be those of functions called. Such a
# tree has no sites and no instructions.
Unit = collections.namedtuple("Unit", "filtered idle lost pending calls ticks dropped mixed")


class CaptureError(Exception):
    """One line: what is wrong, where, how to mend it."""


class Capture:
    """See above. core is the name of the core, settings how it was taken, end how the run ended."""

    def __init__(self, chunks):
        known = set(chunks)
        chunks.setdefault("RETD", bytes(4))
        self.core = take(chunks, "CORE", text)
        self.settings = s = take(chunks, "SETT", settings)
        self.counters = take(chunks, "LAWC", counters)
        self.end = take(chunks, "DONE", ending)
        self.firmware = take(chunks, "FIRM", firmware)
        n, bins = take(chunks, "BINS", sparse)
        check(n == s["size"] // 4, "the number of bins")
        check(s["period"] > 1 or self.end["sticky"]
              or self.end["reason"] in ("recorded", "imported")
              or self.counters["ticks"] == self.end[s["source"]], "TICKS of another run")
        check(max(self.counters["ticks"], sum(bins.values())) * s["period"] <= LONG,
              "counts x period beyond 64 bits")
        n_retired, retired = take(chunks, "RETD", sparse)
        self.bins = {bin_pc(s, i): count for i, count in bins.items()}
        self.retired = {s["offset"] + 2 * i: count for i, count in retired.items()}
        n, waits = maybe(chunks, "WHYZ", waits_at, (n_retired, {}))
        check(n == n_retired, "WHYZ")
        with_causes = "WHYZ" in known
        self.rounds = maybe(chunks, "TURN", rounds, 0)
        check(self.rounds or all(i in retired for i in waits), "causes of another run")
        check(self.rounds or sum(map(sum, waits.values())) <= self.end["cycles"],
              "causes of another run")
        self.waits = {s["offset"] + 2 * i: w for i, w in waits.items()}
        check(max([*self.bins, *self.retired], default=0) <= WORD, "counts behind the last address")
        self.latency = maybe(chunks, "LATY", deflated(latency), None)
        check(not self.latency or self.latency_fits(), "a latency of another run")
        self.last = take({"LAST": chunks.pop("LAST", b"")}, "LAST", last)
        self.stack = maybe(chunks, "STAK", stack, None)
        self.imported = maybe(chunks, "FROM", text, None)
        self.elf = maybe(chunks, "ELFZ", unpacked, None)
        check(not {"CALZ", "CALU"} <= known, "CALU")
        tree, self.unit = maybe(chunks, "CALU", unit_tree, (([], {}, 0), None))
        self.nodes, self.cells, self.folded = maybe(chunks, "CALZ", call_tree, tree)
        check(not self.nodes or self.tree_fits(), "a call tree of another run")
        check(not self.nodes or ("CAWZ" in chunks) == with_causes, "causes of another run")
        self.tasks = maybe(chunks, "TASK", deflated(tasks), [])
        check(not self.tasks or self.nodes and not self.unit
              and all(n.function // 2 < len(self.tasks) for n in self.nodes if n.function & 1),
              "tasks of another run")
        self.cell_waits = maybe(chunks, "CAWZ", lambda data: waits_of(data, self.cells), {})
        self.taken = maybe(chunks, "TAKN", deflated(taken), {})
        check(sum(self.taken.values()) <= self.end["instructions"] and all(
            n <= self.retired.get(pc, 0) for pc, n in self.taken.items()
            if (pc - s["offset"] & WORD) // 2 < n_retired), "branches of another run")
        self.objects, self.accesses = maybe(chunks, "DATZ", deflated(accesses), ([], {}))
        data = CAUSES.index("data")
        check(not self.rounds or with_causes != bool(self.objects), "counts in turns")
        check(self.rounds or sum(n for n, _ in self.accesses.values()) <= self.end["instructions"]
              and sum(n for _, n in self.accesses.values())
              <= sum(w[data] for w in self.waits.values()), "accesses of another run")
        self.others = chunks

    def hottest(self, n=10):
        """(pc, count), the greatest counts first."""
        return sorted(self.bins.items(), key=lambda b: (-b[1], b[0]))[:n]

    def inclusive(self):
        cycles = [node.cycles for node in self.nodes]
        for i in range(len(cycles) - 1, 0, -1):
            cycles[self.nodes[i].parent] += cycles[i]
        return cycles

    def tree_fits(self):
        s, (cycles, instructions, _) = self.settings, totals(self.nodes)
        if self.unit:
            board = self.end["reason"] == "recorded"
            return ((board or s["period"] == 1) and self.unit_fits() and cycles
                    + sum(self.unit[:4]) <= (LONG if board else self.end[s["source"]]))
        return (s["period"] == 1 and cycles <= self.end[s["source"]]
                and instructions == self.end["instructions"]
                and all(n for _, n in self.cells.values()))

    def unit_fits(self):
        return (not self.retired and all(n.site == n.instructions == 0 for n in self.nodes)
                and all(pc == self.nodes[node].function for node, pc in self.cells))

    def latency_fits(self):
        times, cycles = self.latency.times, self.end["cycles"]
        return (sum(t * n for t, n in times.items()) + self.latency.open <= cycles
                and max(times, default=0) <= self.latency.end <= cycles)

    def accounting(self):
        parts = {name: self.counters[name] for name in COUNTERS[1:]}
        law = "holds" if self.counters["ticks"] == sum(parts.values()) else "DOES NOT HOLD"
        terms = " + ".join(f"{p.upper()} {n}" for p, n in parts.items())
        return f"TICKS {self.counters['ticks']} = {terms}: {law}"


def check(good, what=""):
    if not good:
        raise ValueError(what)


def take(chunks, tag, parse):
    """What parse() makes of the chunk, which is taken out."""
    check(tag in chunks, f"{tag} is missing")
    try:
        return parse(chunks.pop(tag))
    except (ValueError, struct.error):
        raise ValueError(tag) from None


def maybe(chunks, tag, parse, default):
    return take(chunks, tag, parse) if tag in chunks else default


def text(data):
    """As the file system's names: os.fsencode() gives the bytes back."""
    check(0 not in data)
    return data.decode("utf-8", "surrogateescape")


def settings(data):
    s = dict(zip((name for name, _, _ in SETTINGS), struct.unpack_from("<IIIIIQ2xBBB", data)))
    check(all(low <= s[name] <= high for name, low, high in SETTINGS))
    s["events"] = data[33] if s["source"] == 2 and len(data) > 33 else 0
    check((s["source"] == 2) == (s["events"] != 0))
    check(s["code_low"] < s["code_high"] and 0 < s["size"] // 4 <= MAX_COUNTERS)
    s["source"] = WORDS["source"][s["source"]]
    s["unit"] = ("samples" if s["period"] > 1
                 else "instructions" if s["source"] == "instructions" else "cycles")
    return s


def counters(data):
    return dict(zip(COUNTERS, struct.unpack_from("<7Q", data)))


def ending(data):
    end = dict(zip(END, struct.unpack_from("<BBIIIIIQQ", data)))
    check(end["reason"] < len(WORDS["reason"]) and end["instruction_known"] <= 1)
    return {**end, "reason": WORDS["reason"][end["reason"]]}


def firmware(data):
    size, crc, n = struct.unpack_from("<QIB", data)
    check(n <= 64 and 13 + n <= len(data))
    build_id, path = data[13:13 + n].hex(), text(data[13 + n:])
    return {"size": size, "crc": crc, "build_id": build_id, "path": path}


def numbers(data):
    """Unsigned LEB128, one after another, each in as few bytes as it needs."""
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        check(number <= LONG and (byte or not shift))
        if byte < 0x80:
            yield number
            number = shift = 0
        else:
            shift += 7
    check(not shift)


def call_tree(data):
    """The nodes, the cells, and how often the tree was full."""
    return tree_of(stream(data, MAX_TREE))


def tree_of(raw):
    number = numbers(raw)
    try:
        n, n_cells, folded = next(number), next(number), next(number)
        check(n and n_cells <= MAX_CELLS and 5 * (n - 1) + 3 * n_cells <= len(raw))
        heads = {}
        for i in range(1, n):
            distance, site, function, calls = (next(number) for _ in range(4))
            parent = i - distance
            check(0 <= parent < i and max(site, function) <= WORD and (i < MAX_NODES or not parent))
            heads[parent, site, function] = calls
        check(len(heads) == n - 1)
        cells, own = {}, [[0, 0] for _ in range(n)]
        for node in range(1, n):
            pc = 0
            for _ in range(next(number)):
                step, instructions, cycles = next(number), next(number), next(number)
                pc += step
                check(pc <= WORD and (instructions or cycles))
                cells[node, pc] = cycles, instructions
                own[node][0] += cycles
                own[node][1] += instructions
    except StopIteration:
        raise ValueError from None
    check(len(cells) == n_cells and next(number, None) is None)
    nodes = [Node(0, 0, 0, 0, 0, 0)]
    nodes += [Node(*head, *own[i], calls) for i, (head, calls) in enumerate(heads.items(), 1)]
    check(all(total <= LONG for total in totals(nodes)))
    return nodes, cells, folded


def unit_tree(data):
    """A call tree, and what a unit kept beside it."""
    number = Numbers(stream(data, MAX_TREE))
    rest, steps = [number() for _ in range(7)], [number() for _ in range(number())]
    tree = tree_of(number.raw[number.at:])
    mixed = {*itertools.accumulate(steps)}
    check(sum(rest[:4]) <= LONG and rest[6] <= 1 and all(steps)
          and max(mixed, default=0) < len(tree[0]))
    return tree, Unit(*rest[:6], bool(rest[6]), mixed)


def rounds(data):
    n, = struct.unpack("<I", data)
    check(n > 0)
    return n


def stack(data):
    depth, pc = struct.unpack("<II", data)
    check(depth > 0)
    return depth, pc


def deflated(parse):
    """A parser of a zlib stream of numbers and texts, all of which parse() must use up."""
    def parsed(data):
        number = Numbers(stream(data, MAX_WAITS))
        found = parse(number)
        check(number.at == len(number.raw))
        return found
    return parsed


class Numbers:
    """Unsigned LEB128, one after another, each in as few bytes as it needs; and texts among them,
    behind their lengths."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def __call__(self):
        end = self.at
        while end < len(self.raw) and self.raw[end] >= 0x80:
            end += 1
        first, self.at = self.at, end + 1
        check(end < len(self.raw))
        return next(numbers(self.raw[first:self.at]))

    def text(self):
        n = self()
        first, self.at = self.at, self.at + n
        check(n and self.at <= len(self.raw))
        return text(self.raw[first:self.at])


def tasks(number):
    """(value, name) of each, in order, behind the word's address."""
    check(number() <= WORD)
    found = [(number(), number.text()) for _ in range(number())]
    check(0 < len(found) <= MAX_TASKS and len({name for _, name in found}) == len(found))
    check(all(value <= WORD for value, _ in found))
    return found


def waits(number):
    return tuple([next(number) for _ in CAUSES])


def waits_at(data):
    """N, and the waits {index: cycles by cause}."""
    number, at, all_waits = numbers(stream(data, MAX_WAITS)), 0, {}
    try:
        n = next(number)
        for step in number:
            at += step
            check(at < n <= MAX_COUNTERS and at not in all_waits)
            all_waits[at] = waits(number)
            check(any(all_waits[at]))
    except (StopIteration, RuntimeError):
        raise ValueError from None
    return n, all_waits


def accesses(number):
    """The objects, and (accesses, waits) of each instruction and object."""
    n_objects, n, objects, found, pc, last = number(), number(), [], {}, 0, ()
    for _ in range(n_objects):
        low, size = number(), number()
        check(low <= WORD and low + size <= 1 << 32)
        objects.append((number.text(), low, low + size))
    for _ in range(n):
        pc += number()
        place, counts = (pc, number()), (number(), number())
        check(place > last and pc <= WORD and place[1] < n_objects and any(counts))
        found[place], last = counts, place
    check(objects)
    return objects, found


def taken(number):
    """{pc: count} of the branches, pcs rising."""
    found, pc, n = {}, 0, number()
    for _ in range(n):
        step, count = number(), number()
        pc += step
        check(count and pc <= WORD and pc not in found)
        found[pc] = count
    check(found and sum(found.values()) <= LONG)
    return found


def waits_of(data, cells):
    """{cell: cycles by cause} of a tree's cells, which stand in the file's order."""
    number = numbers(stream(data, MAX_WAITS))
    try:
        all_waits = {cell: waits(number) for cell in cells}
    except (StopIteration, RuntimeError):
        raise ValueError from None
    check(next(number, None) is None)
    check(all(sum(w) <= cells[cell][0] for cell, w in all_waits.items()))
    return all_waits


def totals(nodes):
    """Cycles, instructions, calls of all nodes."""
    return tuple(sum(column) for column in tuple(zip(*nodes))[3:])


def sparse(data):
    """N, and the counts {index: count}; indices rise."""
    n, pairs = struct.unpack_from("<I", data)[0], list(struct.iter_unpack("<IQ", data[4:]))
    indices = [i for i, _ in pairs]
    check(n <= MAX_COUNTERS and all(a < b for a, b in zip(indices, indices[1:] + [n])))
    check(all(count for _, count in pairs) and sum(count for _, count in pairs) < 1 << 64)
    return n, dict(pairs)


def last(data):
    check(len(data) <= 64)
    return [pc for pc, in struct.iter_unpack("<I", data)]


def latency(number):
    name, open_for, end, n_last = number.text(), number(), number(), number()
    check(n_last <= 16)
    pcs, cycles, times = [number() for _ in range(n_last)], 0, {}
    for _ in range(number()):
        step, count = number(), number()
        check(step and count)
        cycles += step
        times[cycles] = count
    return Latency(name, times, open_for, end, pcs)


def unpacked(data):
    """The file that was deflated."""
    size, _ = struct.unpack_from("<QQ", data)
    check(size <= MAX_FILE)
    return inflated(data[16:], size)


def stream(data, most):
    """The bytes behind their size."""
    size, = struct.unpack_from("<Q", data)
    check(size <= most)
    return inflated(data[8:], size)


def inflated(data, size):
    """The zlib stream's content, which has that size."""
    zipped = zlib.decompressobj()
    try:
        content = zipped.decompress(data, size + 1)
    except zlib.error as e:
        raise ValueError from e
    check(zipped.eof and len(content) == size)
    return content


def bin_pc(s, index):
    return s["offset"] - (-(2 * index << 16) // s["scale"])


def split(data):
    """{tag: payload} of the chunks."""
    chunks, at = {}, HEADER
    while at < len(data) - 4:
        check(at + 8 <= len(data) - 4, "a chunk's length")
        tag, n = data[at:at + 4].decode("latin-1"), struct.unpack_from("<I", data, at + 4)[0]
        check(at + 8 + n <= len(data) - 4 and tag not in chunks, tag)
        chunks[tag] = data[at + 8:at + 8 + n]
        at += 8 + n
    return chunks


def decode(data, name):
    """The capture in these bytes; the name is for messages."""
    if data[:8] != MAGIC:
        raise CaptureError(f"{name}: not a Tally capture; "
                           "give a file that `tally run -o FILE` wrote")
    if len(data) < HEADER + 4:
        raise CaptureError(f"{name}: truncated capture: {len(data)} bytes; copy or record it again")
    major, _, length = struct.unpack_from("<HHQ", data, 8)
    if major != MAJOR:
        raise CaptureError(f"{name}: capture of format version {major}, this reader reads "
                           f"version {MAJOR}; use the one beside the tally that wrote it")
    if len(data) < length:
        raise CaptureError(f"{name}: truncated capture: {len(data)} of its {length} bytes; "
                           "copy or record it again")
    if len(data) > length or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise CaptureError(f"{name}: corrupt capture: its checksum does not fit its content; "
                           "copy or record it again")
    try:
        return Capture(split(data))
    except ValueError as e:
        raise CaptureError(f"{name}: corrupt capture: wrong: {e}; record it again") from None


def read(path):
    try:
        with open(path, "rb") as f:
            return decode(f.read(), path)
    except OSError as e:
        raise CaptureError(f"{path}: cannot read: {e.strerror}; "
                           "give a file that `tally run -o FILE` wrote") from None


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: tally_capture.py FILE", file=sys.stderr)
        return 1
    try:
        capture = read(arguments[0])
    except CaptureError as e:
        line = "".join(c if c.isprintable() else "?" for c in str(e))
        print("tally_capture: " + line, file=sys.stderr)
        return 1
    ticks = max(capture.counters["ticks"], 1)
    print(f"{'percent':>9} {capture.settings['unit']:>14}  address")
    for pc, count in capture.hottest():
        print(f"{100 * count / ticks:8.2f}% {count:14}  0x{pc:08x}")
    print(f"\n{capture.accounting()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
