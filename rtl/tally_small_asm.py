# SPDX-License-Identifier: ISC
"""Assembler of the smallest unit's microcode (tally_small_segments.py).

A segment is 128 instructions, one a clock. An instruction loads AR at its end; the
next reads RAM at AR; in the one after that the word is there (`mem`). Tests, the operand's kind and the carry are taken one
instruction ahead, in registers: they reach far. ar() goes into
the instruction before, where that has room: addresses and acts share their bits.
"""
FIELDS = dict(ARCE=9, ARSEL=10, P0=11, P1=12, CIN0=13, CIN1=14, ACLR=15, ACE=16, SHR=17, SETC=18, ORC=19,
              T0=20, T1=21, T2=22, T3=23, TINV=24, COND=25, WR=26, WBUS=27, ACT=28, SER=29, ACTB=30, DONE=31)
ACTS_A = ["SNAP", "TAKE", "LDCNT", "SETD", "SLOT", "RDACK", "WACK", "DACK", "END"]
ACTS_B = ["RUNS", "RUNC", "CLRS", "CLRC", "CM", "AP", "RK", "OVER", "KILL"]
TESTS = ["C", "HIT", "D", "DQ", "LOW", "ES", "EL", "EI", "PEND", "DRAINED", "CLR", "PR0", "PR1", "USER", "BAD", "BUS"]
MEM, NOTMEM, ANDNOT = 1, 2, 3
HIDDEN = 0x100          # bit of an address: the engine's own words


class Segment:
    def __init__(self, name):
        self.name, self.code = name, []

    def op(self, act=None, actb=None, p=0, cin=0, t=None, cond=None, **flags):
        """One instruction. t: test used by cin='t'; cond: only if so ('!' before a test: if not)."""
        ins = {"p": p, "cin": {0: 0, 1: 3, "t": 2}[cin]}
        ins.update({k: 1 for k, v in flags.items() if v})
        ins["act"], ins["actb"] = act, actb
        test = cond or t
        if test:
            ins["tinv"] = int(test[0] == "!")
            ins["test"] = TESTS.index(test.lstrip("!"))
            ins["cond"] = int(cond is not None)
        if "test" in ins and not self.settled(TESTS[ins["test"]]):
            self.code.append(dict(p=0, cin=0, act=None, actb=None))
        self.code.append(ins)
        return ins

    def settled(self, test):
        """A test is taken by the instruction before: it does not see what that one sets."""
        if not self.code:
            return False
        before = self.code[-1]
        return not ((test in ("C", "HIT") and before.get("setc")) or (test in ("D", "HIT") and before["act"] == "SETD")
                    or (test in ("ES", "EL", "EI") and before["act"] == "SNAP") or (test == "PEND" and before["actb"]))

    def room(self):
        """The last instruction, if its address bits are free; else a new one."""
        last = self.code[-1] if self.code else None
        if last is None or last["act"] or last["actb"] or "ar" in last:
            last = self.op()
        return last

    def ar(self, address):
        self.room()["ar"] = ("word", address)

    def ar_acc(self):
        self.op()["ar"] = ("acc", 0)

    def ar_bus(self, half, **flags):
        self.op(**flags)["ar"] = ("bus", half)

    def act(self, name):
        self.room()["act"] = name

    # ---- what the microcode is made of ----
    def load(self, address, cin=0, t=None):
        """acc = word (+ cin)."""
        self.ar(address)
        self.op(aclr=1)
        self.op(ace=1, p=MEM, cin=cin, t=t)

    def add(self, address, p=MEM, cin=0, t=None, cond=None):
        self.ar(address)
        self.op()
        self.op(ace=1, p=p, cin=cin, t=t, cond=cond)

    def sub(self, address):
        """acc - word; bit 16: no borrow."""
        self.add(address, NOTMEM, 1)

    def store(self, address, cond=None, **flags):
        self.ar(address)
        return self.op(wr=1, cond=cond, **flags)

    def test(self, **flags):
        """C = bit 16 of acc (orc=1: or C)."""
        self.op(setc=1, **flags)

    def encode(self):
        words = []
        for i, ins in enumerate(self.code):
            ahead = self.code[i + 1] if i + 1 < len(self.code) else {}
            w = ahead.get("p", 0) << FIELDS["P0"] | ahead.get("cin", 0) << FIELDS["CIN0"]
            for k in ("aclr", "ace", "shr", "setc", "orc", "wr", "wbus", "ser", "done"):
                w |= ins.get(k, 0) << FIELDS[k.upper()]
            w |= ahead.get("test", 0) << FIELDS["T0"] | ahead.get("tinv", 0) << FIELDS["TINV"]
            w |= ahead.get("cond", 0) << FIELDS["COND"]
            if ins["act"]:
                w |= 1 << FIELDS["ACT"] | 1 << ACTS_A.index(ins["act"])
            if ins["actb"]:
                bits = ins["actb"].split("+")
                w |= 1 << FIELDS["ACTB"]
                for b in bits:
                    w |= 1 << ACTS_B.index(b)
            if "ar" in ins:
                kind, a = ins["ar"]
                w |= 1 << FIELDS["ARCE"]
                if kind == "acc":
                    w |= 1 << FIELDS["ARSEL"]
                elif kind == "bus":
                    w |= 1 << FIELDS["ARSEL"] | 0x1FE | a
                else:
                    w |= (a & 0xFF) | (0x100 if a & HIDDEN else 0)
            words.append(w)
        return words
