#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A core with its tap inside.

usage: netlist.py FILE MODULE TAP.vh DEFINE...    FILE on standard output, with the text TAP.vh, as
    these defines leave it, at the end of its module, and the text's outputs among its ports and
    among those of the modules around it in FILE. Of several instances the first has the tap.
"""
import pathlib
import re
import sys

WORDS = set("always assign begin else end if localparam or output posedge reg wire".split())


def verilog(*paths):
    """Sources as one, each byte as one character, for comments are of any encoding; and the same
    without comments and strings."""
    text = "\n".join(pathlib.Path(path).read_text("latin-1") for path in paths)
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


def closing(code, at):
    """Where the bracket closes that opens before `at`."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return at - 1


def header(code, module):
    """Where a module's header begins, where its list of ports opens, where the module ends."""
    begin = re.search(rf"\bmodule\s+{module}\b(\s*import\b[^;]*;)*", code).end()
    ports = None
    behind = begin
    while opens := re.compile(r"\s*#?\s*\(").match(code, behind):
        ports, behind = opens.end(), closing(code, opens.end()) + 1
    if ports is None:
        raise ValueError(f"Tally: the ports of module {module} are not found: give its list right "
                         f"behind its name and parameters")
    return begin, ports, behind + re.search(r"\bendmodule\b", code[behind:]).start()


def around(code, module):
    """Whose instance the module is, and where the list of that instance's ports opens."""
    for name in re.finditer(rf"\b{module}\b\s*(#\s*\()?", code):
        behind = closing(code, name.end()) + 1 if name[1] else name.end()
        instance = re.compile(r"\s*\w+\s*\(").match(code, behind)
        if instance:
            return re.findall(r"\bmodule\s+(\w+)", code[:name.start()])[-1], instance.end()
    return None, None


def with_tap(text, code, module, tap, defines):
    """The core with the tap, whose outputs are declared in the list of its ports or, as before
    Verilog-2001, behind it, and so in the modules around it. None: the tap names a signal that the
    core does not have. `code` is the core without comments, `tap` the path of the text."""
    inside = with_defines(verilog(tap)[1], defines)
    begin, _, end = header(code, module)
    if lacking(code[begin:end], inside):
        return None
    output = r"^output\s*(\[.*?\])?\s*(\w+);[ \t]*\n"
    outputs = re.findall(output, inside, re.M)
    inside = "\n" + re.sub(output, "", inside, flags=re.M)
    while module:
        _, ports, end = header(code, module)
        closed = closing(code, ports)
        behind = code.index(";", closed) + 1
        listed = ", ".join(name for _, name in outputs)
        declared = "".join(f"\noutput {width} {name};" for width, name in outputs)
        if re.search(r"\b(input|output|inout)\b", code[ports:closed]):
            listed, declared = declared[1:-1].replace(";\n", ", "), ""
        listed += ", " if code[ports:closed].strip() else ""
        text, code = (t[:ports] + listed + t[ports:behind] + declared + t[behind:end] + inside
                      + t[end:] for t in (text, code))
        inside = ""
        module, opens = around(code, module)
        connected = "".join(f".{name}({name}), " for _, name in outputs)
        text, code = (t[:opens] + connected + t[opens:] if module else t for t in (text, code))
    return text


if __name__ == "__main__":
    core = verilog(sys.argv[1])
    made = with_tap(*core, *sys.argv[2:4], sys.argv[4:])
    if made is None:
        lost = lacking(core[1], with_defines(verilog(sys.argv[3])[1], sys.argv[4:]))
        sys.exit(f"{sys.argv[1]}: it lacks what {sys.argv[3]} names: {' '.join(lost)}")
    sys.stdout.reconfigure(encoding="latin-1")
    sys.stdout.write(made)
