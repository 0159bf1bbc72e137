# SPDX-License-Identifier: ISC
"""picture.py - methods of profiling as a picture (SVG): what each adds to a program's cycles, and
how far its functions' shares are off.
"""
import math

WIDTH, HEIGHT = 860, 430
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
X, X_LEAST = (0, 0.01, 0.1, 1, 10, 100, 300), 0.01		# percent; linear below the least
Y, Y_LEAST = (0, 0.1, 1, 10, 100), 0.1				# points
COLOURS = "#1f5fa8", "#c0491f"		# of the programs
LABEL = 11					# pixels, of its letters


def scaled(value, least, most):
    """0 to 1: logarithmic from the least on, which is as far from 0 as a power of ten is long."""
    value = max(value, 0)
    place = value / least if value < least else 1 + math.log10(value / least)
    return place / (1 + math.log10(most / least))


def at(cycles, points):
    return (LEFT + (WIDTH - LEFT - RIGHT) * scaled(cycles, X_LEAST, X[-1]),
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scaled(points, Y_LEAST, Y[-1]))


def text(x, y, words, anchor="start", colour="#333"):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(x1, y1, x2, y2, colour):
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}"/>'


def axes():
    out = []
    for tick in X:
        x, _ = at(tick, 0)
        out += [line(x, TOP, x, HEIGHT - BOTTOM, "#ddd"),
                text(x, HEIGHT - BOTTOM + 16, f"{tick}%", "middle")]
    for tick in Y:
        _, y = at(0, tick)
        out += [line(LEFT, y, WIDTH - RIGHT, y, "#ddd"), text(LEFT - 6, y + 4, f"{tick}", "end")]
    return [*out, text((LEFT + WIDTH) / 2, HEIGHT - 10, "cycles added to the program", "middle"),
            text(10, TOP - 20, "shares of functions off by so many points")]


def labels(boxes):
    """Beside their points, each where no other one is."""
    out, taken = [], []
    for x, y, words in sorted(boxes):
        width, row = 0.56 * LABEL * len(words), y + 4
        left, row = (x + 8, row) if x + 8 + width < WIDTH else (x + 8 - width, row - LABEL)
        while any(abs(row - r) < LABEL + 2 and left < b and a < left + width for a, b, r in taken):
            row -= LABEL + 2
        taken.append((left, left + width, row))
        out.append(text(left, row, words))
    return out


def drawn(programs):
    """{program: {method: figures}}; methods without shares of functions have no place."""
    out, boxes, places = axes(), [], {}
    for colour, (name, figures) in zip(COLOURS, programs.items(), strict=True):
        x = WIDTH - RIGHT - 160 + 90 * (colour != COLOURS[0])
        out += [f'<circle cx="{x}" cy="{TOP - 24}" r="4" fill="{colour}"/>',
                text(x + 9, TOP - 20, name)]
        for method, f in figures.items():
            if f["functions"] is not None:		# gcov has none
                x, y = at(f["cycles"], f["functions"])
                out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
                places.setdefault(method, []).append((x, y))
    groups = {}
    for method, points in places.items():
        groups.setdefault(tuple(points), []).append(method.replace("`", ""))
    for points, methods in groups.items():
        (x1, y1), (x2, y2) = points
        out.insert(0, line(x1, y1, x2, y2, "#bbb"))
        first, *others = methods
        boxes.append((*max(points), ", ".join([first, *(m.split(", ")[-1] for m in others)])))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"',
        f'font-family="sans-serif" font-size="{LABEL}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *out, *labels(boxes), "</svg>",
        ""])
