# SPDX-License-Identifier: ISC
# needs: tally tests/rig/print_log
"""log_calls.py - tally import --rvfi follows calls as tally run does: the trees of a run, and of
the logs that simulators would write of it (print_log.c), are the same, with calls, instructions
and, where the log has them, cycles; and so are the branches that were taken, and how long calls
took.

usage: log_calls.py [sp] CORE program.elf ...		sp: only logs with the values of sp;
without them, threads and longjmp are guessed, and a note says so
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.abspath("tests"))
import tally_profile  # noqa: E402 pylint: disable=wrong-import-position
from tally_profile import CAUSES  # noqa: E402 pylint: disable=wrong-import-position

BUILD = os.environ.get("BUILD", "build")
TALLY = os.environ.get("TALLY", BUILD + "/tally")
WITH_SP, WITHOUT = ("spike", "spike-both", "cva6", "ibex", "cv32e40p"), ("spike-l", "neorv32",
        "neorv32-plain")


def contexts(tree, count):
    """(path, calls, counts, instructions) of each."""
    path, all_of = [()], []
    for node in tree.nodes[1:]:
        path.append(path[node.parent] + ((node.site, node.function),))
        all_of.append((path[-1], node.calls, count(node), node.instructions))
    return sorted(all_of)


def read(elf, name, log):
    done = subprocess.run([TALLY, "import", "--rvfi", elf, "-o", name, log], capture_output=True,
                          text=True, check=True)
    return tally_profile.read(name), done.stderr


def same_durations(log, run):
    """A log has no causes, and no cycles asleep."""
    tables = [{name: list(rows) for name, rows in c.items()
               if re.match(r"duration|worst", name) and name.split(".")[1] not in CAUSES}
              for c in (log, run)]
    return tables[0] == tables[1] and sum(log["duration.calls"]) > 9


def check(form, run, tree, said, known):
    cycles = tree.settings["source"] == "cycles"
    mine = contexts(tree, lambda node: node.cycles)
    theirs = contexts(run, lambda node: node.cycles if cycles else node.instructions)
    if known and cycles and not same_durations(tree.columns, run.columns):
        print(f"not ok {form}: other durations")
        return False
    bins = tree.bins == (run.bins if cycles else run.retired) and (not cycles
            or tree.retired == run.retired)
    good = bins and tree.taken == run.taken and (mine == theirs and not said if known
            else mine == theirs or "callers may be wrong" in said)
    print("%s %s: %d contexts, %s%s" % ("ok" if good else "not ok", form, len(mine),
                                        "those of the run" if mine == theirs else "guessed",
          "" if bins else "; the bins differ") + ("" if tree.taken == run.taken else
                                                  "; the taken branches differ"))
    return good


def main():
    arguments = sys.argv[1:]
    guesses = arguments[0] == "sp"
    core, *elfs = arguments[guesses:]
    good = True
    for elf in elfs:
        name = os.path.join(BUILD, "tests/cores/log_calls-" + os.path.basename(elf)[:-4])
        os.makedirs(os.path.dirname(name), exist_ok=True)
        subprocess.run([TALLY, "run", "--core", core, "-o", name + ".tally", elf],
                       capture_output=True, check=True)
        run = tally_profile.read(name + ".tally")
        subprocess.run([BUILD + "/tests/rig/print_log", core, elf, name + ".log-"], check=True)
        for form in WITH_SP + WITHOUT:
            tree, said = read(elf, name + ".log.tally", name + ".log-" + form)
            good = check(form, run, tree, said, form in WITH_SP or not guesses) and good
            os.remove(name + ".log-" + form)
    sys.exit(0 if good else 1)


main()
