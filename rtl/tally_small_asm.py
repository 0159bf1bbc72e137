# SPDX-License-Identifier: ISC
"""Assembler of the smallest unit's microcode (tally_small_segments.py).

A segment is 128 instructions, one a clock. An instruction loads AR at its end; in the next clock RAM is
read at AR; in the one after, the operand's register takes the word (or its complement, ...); the instruction
after that (`ace`) may add it. So instruction n adds the word that AR points to in clock n - 2; a write needs AR in
its own clock. Addresses and acts share their bits; an address is loaded between older instructions where
there is room and nobody is disturbed (Segment.point). What reaches far is taken ahead, in registers: tests, the operand's kind,
the carry and writes in the instruction before, which test it is in the one before that.
"""
FIELDS = dict(ARCE=9, ARSEL=10, P0=11, P1=12, CIN0=13, CIN1=14, ACLR=15, ACE=16, SHR=17, SETC=18, ORC=19,
              T0=20, T1=21, T2=22, T3=23, TINV=24, COND=25, WR=26, WBUS=27, ACT=28, SER=29, ACTB=30, DONE=31)
ACTS_A = ["SNAP", "TAKE", "LDCNT", "SETD", "SLOT", "RDACK", "WACK", "DACK", "END"]
ACTS_B = ["RUNS", "RUNC", "CLRS", "CLRC", "CM", "AP", "RK", "OVER", "KILL"]
TESTS = ["C", "HIT", "D", "DQ", "LOW", "ES", "EL", "EI", "PEND", "DRAINED", "CLR", "PR0", "PR1", "USER", "BAD", "BUS"]
MEM, NOTMEM, ANDNOT = 1, 2, 3
ACC = ("acc", 0)        # an address: what acc is then
HIDDEN = 0x100          # bit of an address: the engine's own words


class Segment:
    def __init__(self, name):
        self.name, self.code = name, []
        self.needs = {}         # clock: the address that AR must hold in it

    # ---- AR: ("word", address), ("bus", half), ("acc", 0) ----
    def points(self, clock):
        """What AR holds in a clock."""
        return next((self.code[k]["ar"] for k in reversed(range(min(clock, len(self.code)))) if "ar" in self.code[k]), None)

    def point(self, address, clock):
        """Has AR hold the address in that clock, which may lie ahead; False: there is no room for it."""
        if self.points(clock) != address:
            self.pad(clock)
            for k in reversed(range(clock)):
                used = self.code[k]
                if address[0] == "acc" or "ar" in used:
                    return False
                if not used["act"] and not used["actb"]:
                    used["ar"] = address
                    if all(self.points(c) == a for c, a in self.needs.items() if c > k):
                        break
                    del used["ar"]
                    return False
            else:
                return False
        self.needs[clock] = address
        return True

    def overwritten(self, address, clock):
        """Would a read in that clock come before an older instruction's write?"""
        return any(i.get("wr") and (i.get("wbus") or self.needs[n] == address)
                   for n, i in enumerate(self.code) if n >= clock)

    # ---- one instruction ----
    def op(self, act=None, actb=None, p=0, cin=0, t=None, cond=None, **flags):
        """t: test used by cin='t'; cond: only if so ('!' before a test: if not)."""
        ins = {"p": p, "cin": {0: 0, 1: 3, "t": 2}[cin]}
        ins.update({k: 1 for k, v in flags.items() if v})
        ins["act"], ins["actb"] = act, actb
        test = cond or t
        if test:
            ins["tinv"] = int(test[0] == "!")
            ins["test"] = TESTS.index(test.lstrip("!"))
            ins["cond"] = int(cond is not None)
            self.settle(test)
        self.code.append(ins)
        return ins

    def pad(self, n):
        while len(self.code) < n:
            self.op()

    def settle(self, test):
        """A test is taken by the instruction before: it does not see what that one sets."""
        if not test:
            return
        self.pad(2)
        test, before = test.lstrip("!"), self.code[-1]
        if ((test in ("C", "HIT") and before.get("setc")) or (test in ("D", "HIT") and before["act"] == "SETD")
                or (test in ("ES", "EL", "EI") and before["act"] == "SNAP") or (test == "PEND" and before["actb"])):
            self.op()

    def act(self, name):
        """An act, in the last instruction where its address bits are free; returns where."""
        last = self.code[-1] if self.code else None
        if last is None or last["act"] or last["actb"] or "ar" in last:
            last = self.op()
        last["act"] = name
        return len(self.code) - 1

    def ready(self, n, p, load):
        """May instruction n add, as far as acc goes? A load clears it before, `and not` looks at it one clock ahead."""
        if n > len(self.code):
            return True
        before = self.code[n - 1] if n else {"ace": 1}
        if p == ANDNOT and ("ace" in before or "aclr" in before):
            return False
        return not load or not ("ace" in before or before["act"] == "LDCNT")

    # ---- what the microcode is made of ----
    def add(self, address, p=MEM, cin=0, t=None, cond=None, load=False, **flags):
        """acc + word (+ cin), in the first instruction that can have it."""
        if not isinstance(address, tuple):
            address = ("word", address)
        self.settle(cond or t)
        n = max(2, len(self.code))
        while not self.ready(n, p, load) or self.overwritten(address, n - 2) or not self.point(address, n - 2):
            n += 1
        self.pad(n)
        if load:
            self.code[n - 1]["aclr"] = 1
        return self.op(ace=1, p=p, cin=cin, t=t, cond=cond, **flags)

    def load(self, address, cin=0, t=None):
        """acc = word (+ cin)."""
        return self.add(address, cin=cin, t=t, load=True)

    def sub(self, address):
        """acc - word; bit 16: no borrow."""
        return self.add(address, NOTMEM, 1)

    def store(self, address, cond=None, **flags):
        return self.write(("word", address), cond, **flags)

    def write(self, address, cond=None, **flags):
        self.settle(cond)
        n = len(self.code)
        while not self.point(address, n):
            n += 1
        self.pad(n)
        return self.op(wr=1, cond=cond, **flags)

    def ar_acc(self):
        self.op()["ar"] = ACC

    def test(self, **flags):
        """C = bit 16 of acc (orc=1: or C)."""
        self.op(setc=1, **flags)

    def encode(self):
        words = []
        for i, ins in enumerate(self.code):
            ahead, further = (self.code[i + n] if i + n < len(self.code) else {} for n in (1, 2))
            w = ahead.get("p", 0) << FIELDS["P0"] | ahead.get("cin", 0) << FIELDS["CIN0"]
            for k in ("aclr", "ace", "shr", "setc", "orc", "ser", "done"):
                w |= ins.get(k, 0) << FIELDS[k.upper()]
            w |= ahead.get("wbus" if "wbus" in ahead else "wr", 0) << FIELDS["WBUS" if "wbus" in ahead else "WR"]
            w |= further.get("test", 0) << FIELDS["T0"] | ahead.get("tinv", 0) << FIELDS["TINV"]
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
