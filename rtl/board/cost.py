# SPDX-License-Identifier: ISC
"""The README's cost table: some rows of what area.py measured.

usage: cost.py FILE     with the table of area.py, tests/BENCHMARKS.md or another
"""
import sys

ROWS = (("shift", "hx8k", "every cycle, 496 counters of 32 bits"),
        ("live-shift", "hx8k", "the same, live over two pins, without a bus"),
        ("live-bus-shift", "hx8k", "the same, live over two pins beside the core's bus"),
        ("exact", "ecp5", "every cycle, 4,080 counters of 32 bits"),
        ("live-exact", "ecp5", "the same, live over two pins, without a bus"),
        ("live-bus-exact", "ecp5", "the same, live over two pins beside the core's bus"),
        ("live-calls-1k", "ecp5", "the same, and who called: a call tree of 1,008 nodes"),
        ("exact-system", "ecp5", "exact, `sprofil`, `pcsample`, counters in system memory"))
FPGAS = {"hx8k": "iCE40", "ecp5": "ECP5"}   # README says which ones, beside which core


def measured(path):
    """{(design, device): columns} of the first table."""
    rows = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            columns = [c.strip() for c in line.strip().strip("|").split("|")]
            if line.startswith("| ") and len(columns) == 9:
                rows.setdefault((columns[0], columns[1]), columns)
    return rows


def main():
    rows = measured(sys.argv[1])
    for design, device, _ in ROWS:
        if (design, device) not in rows:
            sys.exit(f"{sys.argv[1]}: no row of {design} on {device}: `make bench T=area` measures "
                     f"it")
    print("| unit | counts | FPGA | cells | of the core | block RAM | Fmax, MHz | of the core's |")
    print("| --- | --- | --- | --: | --: | --: | --: | --: |")
    for design, device, counts in ROWS:
        _, _, cells, share, _, ram, _, fmax, ratio = rows[design, device]
        print(f"| {design} | {counts} | {FPGAS[device]} | {cells} | {float(share):.0%} | {ram} | "
              f"{fmax.split()[0]} | {float(ratio):.0%} |")


main()
