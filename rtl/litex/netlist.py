#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A core's netlist with more outputs, for a tap: signals inside it.

usage: netlist.py FILE MODULE ADAPTER DEFINE...    a copy, on standard output, of FILE: its module
    gets an output tally_NAME for each such port that ADAPTER connects, with these defines, and
    whose NAME is inside
"""
import pathlib
import re
import sys


def verilog(path):
    """A source, each byte as one character, for comments are of any encoding; and the same without
    comments and strings."""
    text = pathlib.Path(path).read_text("latin-1")
    return text, re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
                        lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def bounds(code, module):
    """Where it begins, where its ports and where it ends."""
    begin = re.search(rf"\bmodule\s+{module}\b", code).end()
    header_end = code.index(";", begin)
    return begin, header_end, header_end + re.search(r"\bendmodule\b", code[header_end:]).start()


def width(code, module, name):
    """Bits of a signal that is declared in the module; 0: it is not."""
    begin, _, end = bounds(code, module)
    kinds = r"\b(?:wire|reg|logic)\b"
    declared = re.search(rf"{kinds}\s*(?:\[(\d+)\s*:\s*0\s*\])?"
                         rf"(?:(?!{kinds}|\b(?:in|out)put\b)[^;\[=])*\b{name}\b", code[begin:end])
    return int(declared[1] or 0) + 1 if declared else 0


def with_outputs(text, code, module, names):
    """The netlist with more outputs of its module: tally_NAME for signals inside. Its ports are
    declared in the list or, as before Verilog-2001, behind it. None: it has no such signal. `code`
    is the text without comments."""
    begin, header_end, end = bounds(code, module)
    outputs = [(f"tally_{name}", width(code, module, name), name) for name in names]
    if not all(w for _, w, _ in outputs):
        return None
    # back to where the list opens, behind any parameters
    close = ports = code.rfind(")", begin, header_end)
    if close < 0:
        raise ValueError(f"Tally: the ports of module {module} are not found: give its list right "
                         f"behind its name and parameters")
    depth = 1
    while depth:
        ports -= 1
        depth += {")": 1, "(": -1}.get(code[ports], 0)
    listed = re.search(r"\b(input|output|inout)\b", code[ports:header_end])
    more = ", ".join(f"output [{w - 1}:0] {p}" if listed else p for p, w, _ in outputs)
    more += ", " if code[ports + 1:close].strip() else ""
    declared = "" if listed else "".join(f" output [{w - 1}:0] {p};" for p, w, _ in outputs)
    assigns = "".join(f"  assign {p} = {inner};\n" for p, _, inner in outputs)
    return (text[:ports + 1] + more + text[ports + 1:header_end + 1] + declared
            + text[header_end + 1:end] + "\n" + assigns + text[end:])


def with_defines(text, defines):
    """What `ifdef, `ifndef, `else, `endif leave of it."""
    left, taken = [], [True]
    for line in text.splitlines():
        word, name = (line.split() + ["", ""])[:2]
        if word in ("`ifdef", "`ifndef"):
            taken.append((name in defines) == (word == "`ifdef"))
        elif word == "`else":
            taken[-1] = not taken[-1]
        elif word == "`endif":
            taken.pop()
        elif all(taken):
            left.append(line)
    return "\n".join(left)


def tapped(path, module, adapter, defines):
    """The copy that an adapter's ports want."""
    text, code = verilog(path)
    wanted = re.findall(r"\.tally_(\w+)", with_defines(verilog(adapter)[1], defines))
    return with_outputs(text, code, module, [n for n in wanted if width(code, module, n)])


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="latin-1")
    sys.stdout.write(tapped(*sys.argv[1:4], sys.argv[4:]))
