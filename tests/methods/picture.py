# SPDX-License-Identifier: ISC
"""picture.py - methods of profiling as a picture (SVG): what each adds to a program's cycles, and
how far its functions' shares are off.

usage: picture.py BENCHMARKS.md >PICTURE.svg     draws what its table of methods says
"""
import math
import re
import sys

WIDTH, HEIGHT = 640, 420
LEFT, RIGHT, TOP, BOTTOM = 52, 20, 62, 56
X, X_LEAST = (0, 0.1, 1, 10, 100, 300), 0.1		# percent; linear below the least
Y, Y_LEAST = (0, 0.1, 1, 10, 100), 0.1			# points
COLOURS = "#1f5fa8", "#c0491f"		# of the programs
LETTERS, RADIUS, GAP = 15, 5, 3		# pixels; a letter is 0.58 times as wide, with any font
MARKS = ('<circle cx="{0:.1f}" cy="{1:.1f}" r="5" fill="{2}"/>',
         '<path d="M{0:.1f} {1:.1f}m-6 0l6-6 6 6-6 6z" fill="{2}"/>')


def scaled(value, least, most):
    """0 to 1: logarithmic from the least on, which is as far from 0 as a power of ten is long."""
    value = max(value, 0)
    place = value / least if value < least else 1 + math.log10(value / least)
    return place / (1 + math.log10(most / least))


def at(cycles, points):
    return (LEFT + (WIDTH - LEFT - RIGHT) * scaled(cycles, X_LEAST, X[-1]),
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scaled(points, Y_LEAST, Y[-1]))


def text(x, y, words, anchor="start", more=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{more}>{words}</text>'


def line(a, b, colour):
    return f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{colour}"/>'


def axes():
    out = []
    for tick in X:
        x, y = at(tick, 0)
        out.append(line((x, TOP), (x, y), "#ddd"))
        if tick != X[-1]:
            out.append(text(x, y + 19, f"{tick}", "middle"))
    for tick in Y:
        x, y = at(0, tick)
        out += [line((x, y), (WIDTH - RIGHT, y), "#ddd"), text(x - 9, y + 5, f"{tick}", "end")]
    return [*out, text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12,
                       "cycles that the method adds to the program, %", "middle"),
            text(10, 22, "error of the functions' shares, percentage points")]


def apart(a, b):
    """Do boxes (left, top, right, bottom) leave a gap?"""
    return a[0] >= b[2] + GAP or b[0] >= a[2] + GAP or a[1] >= b[3] + GAP or b[1] >= a[3] + GAP


def slanted(points):
    """Is a line between them none of the axis, where others are?"""
    return points[0][0] != points[-1][0]


def labels(methods):
    """Each beside a mark of its own, as near as it can be on no mark and no other label; marks
    that no line joins have one each."""
    taken = [(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
             for points in methods.values() for x, y in points]
    out = []
    wanted = [(words, among) for words, points in methods.items()
              for among in ([points] if slanted(points) else [[p] for p in sorted({*points})])]
    for words, points in sorted(wanted, key=lambda label: -len(label[0])):
        width = 0.58 * LETTERS * len(words)
        boxes = [(x - width / 2 + i * (width / 2 + far), y - LETTERS / 2 + k * far,
                  x + width / 2 + i * (width / 2 + far), y + LETTERS / 2 + k * far)
                 for far in range(8, 120, 4) for x, y in points
                 for i, k in ((1, 0), (-1, 0), (0, -2), (0, 2), (1, -1), (1, 1), (-1, -1), (-1, 1))]
        box = next(b for b in boxes if b[0] >= LEFT + GAP and b[1] >= TOP and b[2] <= WIDTH - GAP
                   and b[3] <= HEIGHT - BOTTOM - GAP and all(apart(b, other) for other in taken))
        taken.append(box)
        bold = ' font-weight="bold"' if words.startswith("Tally") else ""
        out.append(text((box[0] + box[2]) / 2, box[3] - 3, words, "middle", bold))
    return out


def drawn(programs, methods):
    """{method: [(cycles added, points off) of each program]}."""
    out, places = axes(), {m: [at(*p) for p in points] for m, points in methods.items()}
    out += [line(*points, "#bbb") for points in places.values() if slanted(points)]
    for i, name in enumerate(programs):
        x = WIDTH - RIGHT - 200 + 120 * i
        out += [MARKS[i].format(x, 45, COLOURS[i]), text(x + 11, 50, name)]
        out += [MARKS[i].format(*points[i], COLOURS[i]) for points in places.values()]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"',
        f'font-family="Helvetica, Arial, sans-serif" font-size="{LETTERS}" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *out,
        *labels(places), "</svg>"])


def table(page):
    """The programs and methods of the page's table. One number for all: such are the same."""
    part = re.search(r"^<!-- methods -->$(.*?)^<!-- /methods -->$", page, re.M | re.S)[1]
    programs = re.search(r"^(.+?): [\d,]+ / ", part, re.M)[1].split(" / ")
    methods = {}
    for row in re.findall(r"^\| (.+) \|$", part, re.M)[2:]:
        method, cycles, _, _, off, *_ = row.split(" | ")
        if off.strip():			# gcov says nothing of cycles
            columns = [[float(n) for n in c.split(" / ")] for c in (cycles, off)]
            methods[method.replace("`", "")] = list(zip(*(
                c * (len(programs) // len(c)) for c in columns), strict=True))
    return programs, methods


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as f:
        print(drawn(*table(f.read())))
