# SPDX-License-Identifier: ISC
# needs: tally
"""rvfi.py - sim/harness/tally_rvfi.sv in a simulator, read by `tally import --rvfi` while it runs,
gives the profile that the unit counts: counters, instructions, taken branches, call tree.

usage: rvfi.py CORE CYCLES program.elf... -- SIMULATOR...	of rvfi_log.sv
A run stops after CYCLES, or at the program's end. Of Icarus also pairs.log, the same retirements
two at once: they have the later one's cycle, in the program's order.
"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.abspath("tests"))
import tally_profile  # noqa: E402 pylint: disable=wrong-import-position

BUILD = os.environ["BUILD"] = os.path.abspath(os.environ.get("BUILD", "build"))
TALLY = os.path.abspath(os.environ.get("TALLY", BUILD + "/tally"))


def sh(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def contexts(name):
    """Of the program: a log does not say what a cycle waited for, nor what is pending."""
    tree = json.loads(sh(TALLY, "report", "--tree", "--json", name))["tree"]
    return [{k: v for k, v in row.items() if k != "waits"} for row in tree["rows"]
            if row["name"][0] != "["]


def two_at_once(lines):
    """What tally_rvfi of two channels writes where `lines` are one channel's."""
    rows = [line.split("\t") for line in lines[1:]]
    for first, second in zip(rows[::2], rows[1::2]):
        first[1] = second[1]
    return lines[:1] + ["\t".join(row) for row in rows[:len(rows) & ~1]]


def same(core, elf, cycles, simulator):
    sh("riscv64-unknown-elf-objcopy", "-O", "verilog", "--verilog-data-width=4",
       "--change-addresses=-0x80000000", elf, "program.hex")
    entry = sh("riscv64-unknown-elf-readelf", "-h", elf).split("Entry point address:")[1].split()[0]
    command = simulator + ["+hex=program.hex", "+entry=" + entry[2:], "+cycles=" + cycles]
    done = subprocess.run([TALLY, "import", "--rvfi", elf, "-o", "log.tally", "--", *command,
                           "+tally_rvfi"], check=True, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    sh(TALLY, "run", "--core", core, "--cycles", cycles, "-o", "run.tally", elf)
    log, run = (tally_profile.read(name) for name in ("log.tally", "run.tally"))
    assert run.bins and log.bins == run.bins, "the counters differ"
    assert log.retired == run.retired, "the instructions differ"
    assert log.taken == run.taken, "the taken branches differ"
    mine, theirs = contexts("log.tally"), contexts("run.tally")
    assert mine and mine == theirs, "the call trees differ"
    print(f"ok {core}: {sum(log.bins.values())} cycles in {len(log.bins)} counters and "
          f"{len(mine)} contexts are the unit's")
    if os.path.exists("pairs.log"):
        sh(*command, "+tally_rvfi=one.log")
        with open("one.log", encoding="ascii") as one, open("pairs.log", encoding="ascii") as two:
            lines, pairs = (f.read().split("\n")[:-1] for f in (one, two))	# whole ones
        assert len(pairs) > 1000 and pairs == two_at_once(lines), "two at once differ"
        print(f"ok two at once: {len(pairs) - 1} retirements")


def main():
    core, cycles, *words = sys.argv[1:]
    words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    at = words.index("--")
    folder = f"{BUILD}/tests/cores/{os.environ.get('ROW', core)}"
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    for elf in words[:at]:
        same(core, elf, cycles, words[at + 1:])


main()
