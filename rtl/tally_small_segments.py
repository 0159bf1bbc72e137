# SPDX-License-Identifier: ISC
"""The segments of the smallest unit's microcode: what happens in each half of a frame (CONTRACT.md, "Smallest").

Eight functions of the registers' addresses, in the order of their numbers in SEGMENTS.
"""
from tally_small_asm import ACC, ANDNOT, MEM, NOTMEM, Segment
from tally_small_words import *     # the vocabulary

def common(r):
    s = Segment("common")
    s.op(act="SNAP")
    count(s, r.TICKS, "ES", "EL", "EI")
    count(s, r.IDLE, "EI")
    read_slot(s)
    count(s, r.IDLE_CLASS, "EI")
    count(s, r.LOST, "EL")
    count(s, r.SYSTEM, "EL")
    read_slot(s)
    s.load(r.PENDING, "t", "ES")
    s.store(r.PENDING)
    set_bits(s, r.STICKY, K(4), "EL")
    # the divider: less one frame; where it falls below 0, the tick comes within the next 256 clocks
    s.load(RLO)
    s.sub(STEP)
    s.store(RLO, setc=1)
    s.load(RHI)
    s.add(ZERO, NOTMEM, "t", "C")
    s.store(RHI, setc=1)
    s.load(RLO)
    s.op(act="LDCNT")
    s.add(PLO)
    s.op(act="SETD", orc=1)
    s.store(RLO, "!C")
    s.load(RHI, "t", "D")
    s.add(PHI)
    s.store(RHI, "!C")
    read_slot(s)
    s.load(RUNW)
    s.add(K(2), cond="DRAINED")
    s.code[-1]["mark"] = "STATUS"
    s.add(DEADW)
    s.add(K(16), cond="CLR")
    s.store(r.STATUS)
    # the bus may write a word
    write_slot(s)
    s.add(K(2), cond="BUS")
    s.add(K(4), cond="!BUS")
    s.store(WBAD)
    set_bits(s, r.ERRORS, WBAD, "BAD")
    s.code[-1]["mark"] = "BAD"
    s.op(act="WACK")
    s.op(act="DACK")
    return s


def multiply(s):
    """acc = (((pc - OFFSET) * SCALE >> 16) + ROUND) >> 1, a bit of the difference every second clock.

    The tap shifts (ser) with a bit of OFFSET in `mem`; one clock later DQ is that bit of the difference, which decides
    whether the next instruction adds SCALE.
    """
    s.op(aclr=1)["ar"] = ("word", OB[0])
    s.op()["ar"] = ("word", SC)
    for i in range(17):
        s.op(ser=1, **scaled(i > 0))["ar"] = ("word", OB[i + 1] if i < 16 else RND)
        s.op(ace=i > 0, shr=i > 0)["ar"] = ("word", SC)
    s.op(**scaled(True))
    s.op(ace=1, p=MEM, shr=1)


def scaled(act):
    return dict(ace=1, p=MEM, cin=1, cond="DQ") if act else {}


def sample(r):
    s = Segment("sample")
    read_slot(s)
    count(s, r.USER, "USER")
    count(s, r.SYSTEM, "!USER")
    read_slot(s)
    s.load(MASK)
    s.op(ace=1, shr=1, cond="PR0")
    s.op(ace=1, shr=1, cond="PR1")
    s.op(ace=1, shr=1, cond="PR1")
    s.op(act="SETD")
    count(s, r.FILTERED, "!D")
    multiply(s)
    s.store(SLOT, setc=1)
    s.sub(SLOTS)
    s.test(orc=1)
    s.load(ONES, "t", "LOW")
    s.op(setc=1, orc=1, aclr=1)
    s.op(setc=1, cond="!D")
    s.op(act="TAKE")
    s.op(ace=1, cin="t", t="HIT")
    s.store(HIT)
    s.load(SLOT)
    s.add(BASE)
    s.ar_acc()
    s.add(ACC, cin=1, load=True)
    s.write(ACC, "HIT")
    read_slot(s)
    count(s, r.OUTSIDE, "C")
    count_word(s, r.HITS, HIT)
    s.load(r.PENDING)
    nonzero(s)
    s.store(r.PENDING)
    return s


def sweep(r):
    """Zeroes the bins that CLEAR has left, nine a frame."""
    def bins(n):
        for _ in range(n):
            s.load(PTR, 1)
            s.store(PTR, "!C", aclr=1)["ar"] = ACC
            s.write(ACC, "!C")
    s = Segment("sweep")
    read_slot(s)
    s.load(END)
    s.sub(PTR)
    s.sub(K(8))
    s.test()
    bins(4)
    read_slot(s)
    bins(4)
    read_slot(s)
    s.load(END)
    s.sub(PTR)
    nonzero(s)
    s.test()
    s.op(actb="CLRC", cond="C")
    bins(1)
    return s


def command(r):
    """A write of CTRL, STICKY or ERRORS, from its mirror."""
    s = Segment("command")
    ctrl = r.CTRL + MIRROR
    for reg in r.STICKY, r.ERRORS:
        s.load(reg)
        s.add(reg + MIRROR, ANDNOT, 1)
        s.store(reg, aclr=1)
        s.store(reg + MIRROR)
    # not exactly one of five bits: C
    s.load(ctrl)
    nonzero(s)
    s.store(CMD)
    s.load(ctrl)
    s.add(CMD, ANDNOT, 1)
    s.store(ERR)
    s.load(ctrl)
    s.sub(ERR)
    s.store(CMD)
    s.load(CMD)
    s.add(ctrl + 1)
    s.test()
    nonzero(s)
    s.test(orc=1)
    s.load(ctrl)
    s.add(K(31), NOTMEM)
    s.test(orc=1)
    s.load(ONES)
    s.add(ctrl, cond="!C")
    s.op(act="SETD", orc=1)             # D: one bit
    s.load(K(0xFFFF), "t", "!D")
    s.test()
    s.op(aclr=1)
    s.op(setc=1, cond="!BUS")["mark"] = "ISCTRL"    # not CTRL at all: no error, and the mirror is 0
    s.store(ctrl, "!D")
    s.add(K(16), cond="C")
    s.store(ERR)                       # 16: CMD_ERR

    def refuse(test):
        s.load(ONES, "t", test)
    # START, refused while clearing
    s.load(ctrl)
    s.op(act="SETD", ace=1, shr=1)
    s.store(CMD, aclr=1)
    s.op(setc=1)
    refuse("CLR")
    s.op(setc=1, cond="D")
    s.load(K(256))
    s.store(STEP, "HIT")
    copy(s, K(1), RUNW, cond="HIT", aclr=1)
    s.store(DEADW, "HIT")
    s.op(actb="RUNS", cond="HIT")
    s.load(K(16))
    s.store(ERR, "C")
    # STOP
    s.load(CMD)
    s.op(act="SETD", ace=1, shr=1)
    s.store(CMD, aclr=1)
    s.store(STEP, "D")
    s.store(RUNW, "D")
    s.op(actb="RUNC", cond="D")
    return s


def command2(r):
    """... goes on: COMMIT, CLEAR, RESET, and what was refused."""
    s = Segment("command2")
    s.load(CMD)
    s.op(act="SETD", ace=1, shr=1)
    s.op(actb="CM", cond="D")
    s.op(act="SETD", ace=1, shr=1)
    s.store(CMD, aclr=1)
    # CLEAR, refused unless drained and not clearing
    s.op(setc=1)
    s.load(ONES, "t", "!DRAINED")
    s.op(setc=1, cond="D")
    s.load(ONES, "t", "CLR")
    s.op(setc=1, orc=1, cond="D", aclr=1)
    for reg in ("TICKS", "HITS", "OUTSIDE", "FILTERED", "IDLE", "LOST", "PENDING", "USER", "SYSTEM", "IDLE_CLASS"):
        s.store(getattr(r, reg), "HIT")
        s.store(getattr(r, reg) + 1, "HIT")
    s.load(BASE)
    nonzero(s)
    s.store(PTR, "HIT")
    s.load(PTR)
    s.add(SLOTS)
    s.store(END, "HIT")
    s.op(actb="CLRS", cond="HIT")
    s.load(K(16))
    s.store(ERR, "C")
    # RESET
    s.load(CMD)
    s.op(act="SETD")
    s.op(actb="RK", cond="D")
    set_bits(s, r.STICKY, ERR)
    s.op(aclr=1)
    s.store(r.CTRL + MIRROR)
    s.store(r.CTRL + MIRROR + 1)
    s.op(done=1)
    return s


def check(r):
    """COMMIT: is the configuration legal? C gathers what is not."""
    s = Segment("check")
    s.load(r.PERIOD + 1)
    nonzero(s)
    s.test()
    s.load(r.PERIOD)
    s.sub(K(256))
    s.test(orc=1)
    s.load(ONES, "t", "!C")
    s.test()
    s.load(r.PERIOD + 1)
    s.sub(K(256))
    s.test(orc=1)
    s.load(r.SAMPLER)
    for reg in r.SAMPLER + 1, r.MAPPING + 1, r.BASE + 1, r.SIZE + 1:
        s.add(reg)
        s.test(orc=1)
    nonzero(s)
    s.test(orc=1)
    s.load(r.SCALE)
    nonzero(s)
    s.op(act="SETD", orc=1)
    s.store(T[0])                       # SCALE - 1
    s.load(r.SCALE + 1, "t", "D")
    s.store(T[1])                       # 0: SCALE is 0
    s.add(K(1), NOTMEM)
    s.test(orc=1)
    s.load(r.MAPPING)
    s.sub(K(32))
    s.store(T[2])                       # ROUND
    s.load(T[2])
    s.add(K(1), NOTMEM)
    s.test(orc=1)
    s.load(r.BASE)
    s.add(K(0xFFFE), ANDNOT, 1)
    s.store(T[3])
    s.load(T[3])
    nonzero(s)
    s.test(orc=1)
    s.load(r.BASE)
    s.add(r.SIZE)
    s.test(orc=1)
    s.store(T[3])
    s.load(T[3])
    s.add(K(2048), NOTMEM)
    s.test(orc=1)
    s.load(r.OFFSET + 1)
    s.sub(r.PC_BASE + 1)
    s.store(T[4])                       # bit 16 of OFFSET
    s.load(T[4])
    s.add(K(1), NOTMEM)
    s.test(orc=1)
    s.load(ONES, "t", "CLR")
    s.test(orc=1)
    s.op(actb="AP", cond="!C")
    s.op(actb="OVER", cond="C")
    set_bits(s, r.STICKY, K(8), "C")
    return s


def apply(r):
    """COMMIT: the configuration becomes active."""
    s = Segment("apply")
    s.load(r.OFFSET)
    for i in range(16):
        s.store(OB[i])
        s.op(ace=1, shr=1)
    copy(s, T[4], OB[16])
    copy(s, T[0], SC)
    copy(s, T[2], RND)
    copy(s, r.FILTER, MASK)
    s.load(r.SIZE)
    s.op(ace=1, shr=1)
    s.store(SLOTS)
    s.load(T[1])
    nonzero(s)
    s.test()
    s.op(aclr=1)
    s.store(SLOTS, "!C")
    s.load(r.BASE)
    s.op(ace=1, shr=1)
    s.add(K(1024))
    s.store(BASE)
    s.load(r.PERIOD)
    s.sub(PLO)
    s.store(T[0])
    s.load(r.PERIOD + 1)
    s.sub(PHI)
    s.store(T[1])
    s.load(T[0])
    s.add(T[1])
    s.test()
    nonzero(s)
    s.test(orc=1)
    copy(s, r.PERIOD, PLO)
    copy(s, r.PERIOD + 1, PHI)
    restart(s, "C")
    s.op(actb="OVER")
    return s


def restart(s, cond=None):
    s.load(PLO)
    nonzero(s)
    s.op(act="SETD", orc=1)
    s.store(RLO, cond)
    s.load(PHI)
    s.add(ZERO, NOTMEM, "t", "D")
    s.store(RHI, cond)


def reset(r):
    """RESET, and rst_i."""
    s = Segment("reset")
    s.op()
    s.op(actb="RUNC", aclr=1)
    s.op(actb="KILL", ace=1, cin="t", t="PEND")
    s.store(KILLED, aclr=1)
    s.store(STEP)
    s.store(RUNW)
    s.store(r.STICKY)
    copy(s, K(32), DEADW)
    count_word(s, r.LOST, KILLED)
    count_word(s, r.SYSTEM, KILLED)
    s.load(r.PENDING)
    s.sub(KILLED)
    s.store(r.PENDING)
    s.load(KILLED)
    nonzero(s)
    s.test()
    s.op(aclr=1)
    s.add(K(4), cond="C")
    s.store(r.STICKY)
    restart(s)
    return s


SEGMENTS = (common, sample, sweep, command, check, reset, apply, command2)
