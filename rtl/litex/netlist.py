#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A core with its tap inside.

usage: netlist.py FILE MODULE TAP.vh DEFINE...    FILE on standard output, with the text TAP.vh, as
    these defines leave it, at the end of its module, and the text's outputs among its ports
"""
import pathlib
import re
import sys

WORDS = set("always assign begin else end if localparam or output posedge reg wire".split())


def verilog(path):
    """A source, each byte as one character, for comments are of any encoding; and the same without
    comments and strings."""
    text = pathlib.Path(path).read_text("latin-1")
    return text, re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
                        lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def with_defines(text, defines):
    """What `ifdef, `else, `endif leave of it."""
    left, taken = [], [True]
    for line in text.splitlines():
        word, name = (line.split() + ["", ""])[:2]
        if word == "`ifdef":
            taken.append(name in defines)
        elif word == "`else":
            taken[-1] = not taken[-1]
        elif word == "`endif":
            taken.pop()
        elif all(taken):
            left.append(line.rstrip())
    return "\n".join(left) + "\n"


def lacking(core, inside):
    """The signals of the core that the tap's text names and the core does not have."""
    names = set(re.findall(r"(?<![.'\w$])[A-Za-z_]\w*", inside)) - WORDS
    return sorted(n for n in names - set(re.findall(r"\w+", core))
                  if not n.startswith(("tap_", "tally_")))


def with_tap(text, code, module, tap, defines):
    """The core with the tap, whose outputs are declared in the list of its ports or, as before
    Verilog-2001, behind it. None: the tap names a signal that the core does not have. `code` is the
    core without comments, `tap` the path of the text."""
    begin = re.search(rf"\bmodule\s+{module}\b", code).end()
    header_end = code.index(";", begin)
    end = header_end + re.search(r"\bendmodule\b", code[header_end:]).start()
    inside = with_defines(verilog(tap)[1], defines)
    if lacking(code[begin:end], inside):
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
    output = r"^output\s*(\[.*?\])?\s*(\w+);[ \t]*\n"
    outputs = re.findall(output, inside, re.M)
    if re.search(r"\b(input|output|inout)\b", code[ports:header_end]):
        more = ", ".join(f"output {width} {name}" for width, name in outputs)
        inside = re.sub(output, "", inside, flags=re.M)
    else:
        more = ", ".join(name for _, name in outputs)
    more += ", " if code[ports + 1:close].strip() else ""
    return text[:ports + 1] + more + text[ports + 1:end] + "\n" + inside + text[end:]


if __name__ == "__main__":
    core = verilog(sys.argv[1])
    made = with_tap(*core, *sys.argv[2:4], sys.argv[4:])
    if made is None:
        lost = lacking(core[1], with_defines(verilog(sys.argv[3])[1], sys.argv[4:]))
        sys.exit(f"{sys.argv[1]}: it lacks what {sys.argv[3]} names: {' '.join(lost)}")
    sys.stdout.reconfigure(encoding="latin-1")
    sys.stdout.write(made)
