# SPDX-License-Identifier: ISC
"""Lists: columns separated by blanks, named by the comment line before the first row; the last
takes the rest of the row; "-" is nothing. A line that begins with a blank continues its row, after
a comma the last cell."""


def rows(path):
    """[{column: text}]"""
    names, lines = [], []
    with open(path, encoding="utf-8") as f:
        for line in f.read().splitlines():
            if line.startswith("#") and not lines:
                names = line[1:].split()
            elif line.startswith((" ", "\t")):
                lines[-1] += ("" if lines[-1].endswith(",") else " ") + line.strip()
            elif line and not line.startswith("#"):
                lines.append(line)
    table = []
    for line in lines:
        cells = line.split(maxsplit=len(names) - 1)
        if len(cells) != len(names):
            raise SystemExit(f"{path}: {cells[0]}: {len(cells)} columns instead of {len(names)}: "
                             f"{' '.join(names)}")
        table.append(dict(zip(names, ("" if c == "-" else c.rstrip() for c in cells))))
    return table
