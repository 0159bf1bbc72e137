# SPDX-License-Identifier: ISC
"""reach.py RUN RECORDED: are the accesses to each variable, as a board counted them in turns, those
of a run?"""
import sys

from tally_profile import read

NEAR = 0.02     # of all accesses: the first and the last round of the loop are not whole


def shares(capture):
    counts = {}
    for (_, number), (count, _) in capture.accesses.items():
        name = capture.objects[number][0]
        counts[name] = counts.get(name, 0) + count
    return {name: count / sum(counts.values()) for name, count in counts.items()}


if __name__ == "__main__":
    run, recorded = shares(read(sys.argv[1])), shares(read(sys.argv[2]))
    wrong = [name for name in ("rare", "often", "table")
             if abs(run[name] - recorded.get(name, 0)) > NEAR]
    print(run, recorded)
    sys.exit(1 if wrong else 0)
