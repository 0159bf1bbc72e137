# SPDX-License-Identifier: ISC
"""The words of the smallest unit's RAM that its microcode uses, and steps that several segments share."""
import re
from tally_small_asm import ANDNOT, HIDDEN, MEM, NOTMEM


# ---- the engine's words; a mirror of STICKY, CTRL or ERRORS has the register's place ----
MIRROR = HIDDEN
names = iter(range(HIDDEN + 0x10, HIDDEN + 0x70))
CONST, INITIAL = {}, {}


def word(value=0):
    at = next(names)
    INITIAL[at] = value
    return at


def K(value):
    if value not in CONST:
        CONST[value] = word(value)
    return CONST[value]


ZERO, ONES = K(0), K(0xFFFF)
OB = [word() for _ in range(17)]          # OFFSET, shifted: bit i of it is bit 0 of OB[i]
SC, RND, SLOTS, BASE, MASK = word(), word(), word(), word(1024), word(0xF)
PLO, PHI, RLO, RHI = word(256), word(), word(255), word()    # PERIOD, and what is left of it
STEP, RUNW, DEADW = word(), word(), word()                  # 256, 1 while running; 32 when dead
PTR, END = word(1023), word(1023)                           # CLEAR: the last bin zeroed, the last one
WBAD, SLOT, HIT, KILLED, CMD, ERR = (word() for _ in range(6))    # a segment's own
T = [word() for _ in range(5)]
# those that the proofs speak of
NAMED = dict(SLOTS=SLOTS, BASE=BASE, PTR=PTR, END=END, SLOT=SLOT, HIT=HIT, KILLED=KILLED, SUM=T[3])


class Regs:
    """Word addresses of registers by name, from tally_regs.h."""
    def __init__(self, header):
        self.at = {n: int(v, 16) // 2 for n, v in re.findall(r"#define TALLY_(\w+) (0x[0-9a-f]+)", header)}

    def __getattr__(self, name):
        return self.at[name]


def count(s, reg, *tests):
    """A count of 32 bits += these tests; spoils C."""
    s.load(reg, "t", tests[0])
    for t in tests[1:]:
        s.op(ace=1, cin="t", t=t)
    carry(s, reg)


def carry(s, reg):
    s.store(reg, setc=1)
    s.load(reg + 1, "t", "C")
    s.store(reg + 1)


def count_word(s, reg, at):
    s.load(reg)
    s.add(at)
    carry(s, reg)


def set_bits(s, reg, value, cond=None):
    """reg |= the bits of word `value`."""
    s.load(reg)
    s.add(value, ANDNOT, 1)
    s.add(value)
    s.store(reg, cond=cond)


def copy(s, a, b, **flags):
    s.load(a)
    s.store(b, **flags)


def read_slot(s):
    """The bus may read a word, its upper half in acc when the lower is there; spoils acc."""
    n = s.act("SLOT")
    s.op()["ar"] = ("bus", 1)
    s.op()
    s.op(aclr=1)["ar"] = ("bus", 0)
    s.op(ace=1, p=MEM, act="RDACK")
    s.needs.update({n + 2: ("bus", 1), n + 4: ("bus", 0)})


def write_slot(s):
    """The bus may write a word: its lower half while acc is 0, its upper one while it is all ones."""
    n = s.act("SLOT") + 3
    while not s.point(("word", ZERO), n - 2):
        n += 1
    s.pad(n - 1)
    s.op(aclr=1)["ar"] = ("bus", 0)
    s.op(ace=1, p=NOTMEM, wr=1, wbus=1)["ar"] = ("bus", 1)
    s.op(wr=1, wbus=1, aclr=1)
    s.needs.update({n: ("bus", 0), n + 1: ("bus", 1)})


def nonzero(s):
    """Bit 16 of acc: acc (16 bits) is not 0."""
    s.add(ZERO, NOTMEM)
