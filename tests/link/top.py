# SPDX-License-Identifier: ISC
"""top.py WHAT TALLY top ... - keys, screens and messages of tally top, by their content."""
import re
import sys

from screens import Top, check

WHAT, *COMMAND = sys.argv[1:]
UP, DOWN, PAGE_UP, PAGE_DOWN = b"\x1b[A", b"\x1b[B", b"\x1b[5~", b"\x1b[6~"
HOME, END, ESC = b"\x1b[H", b"\x1b[F", b"\x1b"
WRONG = {"still": "no tick was counted: does the core's clock run",
         "ended": "no cycle since TICKS 10: has the core's clock stopped",
         "lost": "no instruction retired: is the core in reset, or tap_valid_i not connected? "
                 "All is LOST",
         "outside": "nothing was counted in 0x80000000-0x",
         "dozing": "most ticks are LOST: nothing retires"}


class Screen(Top):
    def words(self):
        """Of the last complete screen."""
        return " ".join(self.screens()[-1][0].decode().split()) if self.screens() else ""

    def sees(self, what):
        self.until(lambda: re.search(what, self.words()), f"{what}: the screen is {self.words()}")
        return re.search(what, self.words())

    def press(self, key, what):
        self.key(key)
        return self.sees(what)

    def selects(self, key, name):
        """The count of the row."""
        return self.press(key, rf"> *[0-9.]+% ([0-9,]+) [0-9.]+% {name}_")[1]

    def adds_up(self, rows=None):
        shares = [float(row.split(b"%")[0]) for row in rows or self.rows()[-1][1]]
        check(99 < sum(shares) < 101, f"no 100%: {shares}")

    def fits(self, columns, lines):
        self.resize(columns, lines)
        seen = len(self.screens())
        self.until(lambda: len(self.screens()) > seen, f"{columns} x {lines}: a screen")
        shown = self.screens()[-1][0].decode().rstrip("\n").split("\n")
        check(len(shown) < lines and max(map(len, shown)) <= columns and "q quit" in self.words(),
              f"{columns} x {lines}: {shown}")
        return self.words()


def keys(top):
    top.sees("by share")
    top.press(b"f", "FROZEN")
    top.press(b"s", "by recent")
    top.press(b"s", "by name")
    top.sees("> *[0-9.]+% [0-9,]+ [0-9.]+% _start")
    top.selects(DOWN, "f10")
    count = top.selects(DOWN, "f11")
    page = int(top.press(PAGE_DOWN, r"> *[0-9.]+% [0-9,]+ [0-9.]+% f([23]\d)_")[1]) - 11
    top.selects(END, "f49")
    top.adds_up()
    top.selects(PAGE_UP, f"f{49 - page}")
    top.selects(UP, f"f{48 - page}")
    top.press(HOME, "> *[0-9.]+% [0-9,]+ [0-9.]+% _start")
    top.key(UP + b"\x1b[1~")
    top.selects(DOWN, "f10")
    top.selects(b"\x1bOB", "f11")

    # its instructions have what the list has; of a screen that is not frozen they grow
    code = top.press(b"\n", rf"f11_twice_its_number .* {count} cycles: .*lines 1-")[0]
    for text in ("li a0,11", "a0,a0,-1", "bnez a0,", "ret"):
        check(text in code, f"no {text}: {code}")
    rows = re.findall(rb"^ +([0-9.]+%) +([0-9,]+) ", top.screens()[-1][0], re.M)
    check(sum(int(n.replace(b",", b"")) for _, n in rows) == int(count.replace(",", "")),
          f"the instructions are not {count}: {rows}")
    top.adds_up([share for share, _ in rows])
    top.selects(ESC, "f11")
    top.key(b"f\n")
    first = top.sees(r"([0-9,]+) cycles: ")[1]
    top.until(lambda: top.sees(r"([0-9,]+) cycles: ")[1] != first, "the code goes on to count")
    top.press(b"\x7f", "> *[0-9.]+% [0-9,]+ [0-9.]+% f11_")

    # filter, help, reset
    top.press(b"/F3", '10 of 41 have "F3"')
    top.press(b"\x7f\x7f_st", '1 of 41 have "_st"')
    top.press(b"\x7f\x7f\x7f(", '0 of 41 have')
    top.press(b"\x7ff3x\x7f\n", '10 of 41 have "f3".*q quit')
    top.adds_up()
    top.selects(DOWN, "f31")
    top.press(b"?", "the unit counts on")
    ticks = top.press(b"x", r"TICKS [0-9,.]+\.\.([0-9,]+)")[1]
    top.press(b"r", rf"TICKS [0-9,.]+\.\.[0-9,]{{1,{len(ticks) - 1}}} ")
    top.press(ESC, r"by name\)")


def sizes(top):
    top.sees("q quit")
    for shape in ((40, 10), (30, 8), (200, 60), (24, 17), (24, 30), (80, 24), (40, 10)):
        check("> " in top.fits(*shape), f"{shape}: nothing is selected: {top.words()}")
    top.fits(20, 5)
    top.fits(40, 10)
    top.press(b"\n", "lines 1-|Esc back")
    for shape in ((80, 24), (40, 10), (40, 24)):
        words = top.fits(*shape)
    check("bnez a0,8000" in words, f"40 columns have no instruction: {words}")


def calls(top):
    top.sees("by share")
    top.press(b"\n", "a counter covers")
    top.press(ESC, "by share")
    tree = top.press(b"t", "call tree.* TREE ([0-9,]+) .* Func_2 .*strcmp .* in [0-9]+ contexts")[1]
    top.press(b"/strcmp\n", "call tree.*strcmp.* in [0-9]+ more")
    top.press(ESC, 'have "strcmp"')
    top.press(ESC, r"by share\)")
    top.press(b"w", "why: .*WORK.*FLOW.*strcmp")
    top.press(b"f", "FROZEN")
    check(top.press(b"t", "FROZEN.* call tree.* TREE ([0-9,]+) ")[1] != tree, "a tree before w")
    top.press(ESC, r"by share\)")


def wrong(top):
    top.sees(re.escape(WRONG[WHAT]))
    if WHAT == "still":
        top.press(b"t", "no unit that keeps the call tree")
        top.press(b"w", "built without")


top = Screen(COMMAND)
{"keys": keys, "sizes": sizes, "calls": calls}.get(WHAT, wrong)(top)
top.key(b"q")
top.end("q")
print(f"ok: top, {WHAT}")
