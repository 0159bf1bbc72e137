# SPDX-License-Identifier: ISC
"""What a page takes from other files, so that nothing is written twice. A line of it says

    <!-- from FILE.md NAME -->      what is between its lines <!-- NAME --> and <!-- /NAME -->
    <!-- from FILE.v -->            the ports of its module, as a table
    <!-- from FILE.vh -->           its parameters, as a table
    <!-- from FILE.svg TITLE -->    a picture
"""
import os
import re
import sys


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def table(head, rows):
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))


def block(path, name, page):
    """A block's text, whose links lead there from the page."""
    def link(match):
        file, mark, heading = match[1].partition("#")
        to = os.path.join(os.path.dirname(path), file) if file else path
        return f"]({os.path.relpath(to, os.path.dirname(page))}{mark}{heading})"

    found = re.search(f"^<!-- {name} -->\n(.*?)^<!-- /{name} -->$", read(path), re.M | re.S)
    if not found:
        sys.exit(f"{page}: {path} has no lines <!-- {name} --> and <!-- /{name} -->")
    return re.sub(r"\]\(([^)\s:]+)\)", link, found[1])


def ports(path):
    """The module's, in their order; a line that is only a comment stands above those it is of."""
    rows = []
    for line in re.search(r"^\) \(\n(.*?)^\);", read(path), re.M | re.S)[1].splitlines():
        group = re.match(r"\s*// (.*)", line)
        port = re.match(r"\s*(input|output)\s+(?:wire|reg)\s+(?:\[(.*?)\])?\s*(\w+),?"
                        r"(?:\s*// (.*))?$", line)
        if not group and not port:
            sys.exit(f"{path}: neither a port nor a comment: {line}")
        rows.append(("", "", "", f"*{group[1]}*") if group else
                    (f"`{port[3]}`", port[1], port[2] or "", port[4] or ""))
    return table(("port", "direction", "bits", "meaning"), rows)


def parameters(path):
    """Those of a file of parameters, each with the comment above it, which may be of several."""
    rows = []
    for comment, lines in re.findall(r"((?:^// .*\n)+)((?:^parameter .*\n)+)", read(path), re.M):
        found = re.findall(r"parameter (?:\[.*\] )?(\w+) = ([^,\s]+)", lines)
        rows.append((", ".join(f"`{name}`" for name, _ in found),
                     ", ".join(value for _, value in found),
                     " ".join(re.findall(r"^// (.*)", comment, re.M))))
    return table(("parameter", "default", "meaning"), rows)


def whole(page, text):
    """The page's text with what it takes from other files."""
    def part(match):
        path = os.path.normpath(os.path.join(os.path.dirname(page), match[1]))
        if path.endswith(".svg"):
            return f"![{match[2]}]({match[1]})\n"
        if path.endswith(".md"):
            return block(path, match[2], page)
        return (parameters if path.endswith(".vh") else ports)(path)

    return re.sub(r"^<!-- from (\S+)(?: (.*))? -->\n", part, text, flags=re.M)
