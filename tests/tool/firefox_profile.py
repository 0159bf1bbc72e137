# SPDX-License-Identifier: ISC
"""Is it a processed profile of the Firefox Profiler (version 69)? Every column is there and as long
as its table, every index leads into the table it means, prefixes stand before what they are
prefixes of.

Written from the profiler's src/types/profile.ts, not from sw/export/firefox.c.
"""
VERSION = 69
META = {"version", "preprocessedProfileVersion", "interval", "startTime", "processType", "product",
        "stackwalk",
        "markerSchema", "categories"}
LIB = {"arch", "name", "path", "debugName", "debugPath", "breakpadId", "codeId"}
THREAD = {"name", "isMainThread", "processType", "processStartupTime", "processShutdownTime",
          "registerTime",
          "unregisterTime", "pausedRanges", "pid", "tid", "samples", "markers"}
MARKERS = {"data", "name", "startTime", "endTime", "phase", "category"}
COLORS = {"transparent", "purple", "green", "orange", "yellow", "lightblue", "blue", "brown",
          "magenta", "red",
          "lightred", "darkgrey", "grey"}
# The tables of `shared`, their columns, and what is in these: rows of a table, or as here; ? or
# null, - or -1.
NUMBER, BOOL = "a number", "true or false"
SHARED = {
    "stackTable": {"frame": "frameTable", "prefixOffset": NUMBER},
    "frameTable": {"address": "-" + NUMBER, "inlineDepth": NUMBER, "category": "?categories",
                   "subcategory": "?" + NUMBER, "func": "funcTable",
                   "nativeSymbol": "?nativeSymbols",
                   "innerWindowID": "?" + NUMBER,
                   "line": "?" + NUMBER, "column": "?" + NUMBER,
                   "originalLocation": "?sourceLocationTable"},
    "funcTable": {"name": "stringArray", "isJS": BOOL, "relevantForJS": BOOL,
                  "resource": "-resourceTable",
                  "source": "?sources", "lineNumber": "?" + NUMBER, "columnNumber": "?" + NUMBER,
                  "originalLocation": "?sourceLocationTable"},
    "resourceTable": {"lib": "?libs", "name": "stringArray", "host": "?stringArray",
                      "type": NUMBER},
    "nativeSymbols": {"libIndex": "libs", "address": NUMBER, "name": "stringArray",
                      "functionSize": "?" + NUMBER},
    "sources": {"id": "?stringArray", "filename": "stringArray", "startLine": NUMBER,
                "startColumn": NUMBER,
                "sourceMapURL": "?stringArray", "content": "?stringArray"},
    "sourceLocationTable": {"source": "sources", "line": NUMBER, "column": NUMBER},
}


def is_a(value, kind, sizes):
    if kind[0] in "?-":
        return value == (None if kind[0] == "?" else -1) or is_a(value, kind[1:], sizes)
    if kind == BOOL:
        return isinstance(value, bool)
    whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return whole and (kind == NUMBER or value < sizes[kind])


def table_faults(name, table, columns, sizes):
    if set(table) != set(columns) | {"length"}:
        yield f"{name}: columns {sorted(set(table) ^ (set(columns) | {'length'}))}"
        return
    for column, kind in columns.items():
        if len(table[column]) != table["length"]:
            yield f"{name}.{column}: {len(table[column])} rows, length {table['length']}"
        for i, value in enumerate(table[column]):
            if not is_a(value, kind, sizes):
                yield f"{name}.{column}[{i}]: {value!r} is not {kind}"


def stack_faults(shared):
    """Called once indices are known to be good."""
    stacks, frames = shared["stackTable"], shared["frameTable"]
    for i, (frame, offset) in enumerate(zip(stacks["frame"], stacks["prefixOffset"])):
        if offset > i:
            yield f"stack {i}: its prefix would be {i - offset}"
            continue
        depth, symbol = frames["inlineDepth"][frame], frames["nativeSymbol"][frame]
        before = stacks["frame"][i - offset]
        if depth and (not offset or depth != frames["inlineDepth"][before] + 1):
            yield f"stack {i}: inline depth {depth}"
        if depth and symbol != frames["nativeSymbol"][before]:
            yield f"stack {i}: inlined into symbol {symbol}, its prefix stands in another"


def thread_faults(name, thread, n_stacks):
    if not THREAD <= thread.keys() or not MARKERS <= thread["markers"].keys():
        yield f"{name}: lacks {(THREAD - thread.keys()) or (MARKERS - thread['markers'].keys())}"
        return
    s = thread["samples"]
    lengths = {len(s[c]) for c in ("stack", "weight", "time")} | {s["length"]}
    if len(lengths) != 1:
        yield f"{name}: columns of {lengths} samples"
    stacks = set(s["stack"])
    if not all(is_a(i, "stackTable", {"stackTable": n_stacks})
               for i in stacks) or len(stacks) != len(s["stack"]):
        yield f"{name}: a stack that is none, or that has two samples"
    if s["weightType"] not in ("samples", "tracing-ms") or not all(w > 0 for w in s["weight"]):
        yield f"{name}: weights"
    if s["time"] != sorted(s["time"]):
        yield f"{name}: time goes back"


def faults(profile):
    """Lines that say what is wrong; [] nothing is."""
    meta, shared, libs = profile["meta"], profile["shared"], profile["libs"]
    found = [f"meta lacks {m}" for m in sorted(META - meta.keys())]
    found += [f"lib lacks {m}" for lib in libs for m in sorted(LIB - lib.keys())]
    if meta.get("preprocessedProfileVersion") != VERSION:
        found.append("meta: version")
    colors = {c["color"] for c in meta["categories"]}
    subcategories = {c["subcategories"][0] for c in meta["categories"]}
    if not colors <= COLORS or "grey" not in colors or subcategories != {"Other"}:
        found.append("meta: categories")
    if set(shared) != set(SHARED) | {"stringArray"}:
        return found + [f"shared: tables {sorted(set(shared) ^ (set(SHARED) | {'stringArray'}))}"]
    sizes = {name: shared[name]["length"] for name in SHARED}
    sizes.update(libs=len(libs), categories=len(meta["categories"]),
                 stringArray=len(shared["stringArray"]))
    for name, columns in SHARED.items():
        found += table_faults(name, shared[name], columns, sizes)
    if len(set(shared["stringArray"])) != sizes["stringArray"]:
        found.append("stringArray: a text twice")
    found = found or list(stack_faults(shared))
    for i, thread in enumerate(profile["threads"]):
        found += thread_faults(f"thread {i}", thread, sizes["stackTable"])
    return found


def chains(profile, thread=0):
    """([(function, file, line), ...], in code?, weight) of each sample, the outermost function
    first."""
    shared, texts = profile["shared"], profile["shared"]["stringArray"]
    stacks, frames, funcs = shared["stackTable"], shared["frameTable"], shared["funcTable"]
    samples = profile["threads"][thread]["samples"]
    for stack, weight in zip(samples["stack"], samples["weight"], strict=True):
        chain, offset = [], 1
        while offset:
            frame, offset = stacks["frame"][stack], stacks["prefixOffset"][stack]
            func = frames["func"][frame]
            source = funcs["source"][func]
            file = None if source is None else texts[shared["sources"]["filename"][source]]
            chain.insert(0, (texts[funcs["name"][func]], file, frames["line"][frame]))
            stack -= offset
        yield chain, funcs["resource"][func] >= 0, weight
