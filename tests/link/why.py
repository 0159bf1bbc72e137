# SPDX-License-Identifier: ISC
"""Causes that a unit counted, against those that the simulator counted.

usage: why.py event RUN RECORDED CAUSE | why RUN RECORDED
"""
import sys

from tally_profile import CAUSES, read

NEAR = 0.2      # of all cycles: few rounds, and a simulation has no steady clock


def bins(run, recorded, cause):
    """The run's waits for a cause, in the recorded bins."""
    width = 2 * 65536 // recorded.settings["scale"]
    found = {}
    for pc, waits in run.waits.items():
        if waits[cause]:
            at = pc - (pc - run.settings["start"]) % width
            found[at] = found.get(at, 0) + waits[cause]
    return found


def shares(capture):
    """The share of each cause in all that passed, retirements last."""
    parts = [sum(w[i] for w in capture.waits.values()) for i in range(len(CAUSES))]
    parts.append(sum(capture.retired.values()))
    return [part / sum(parts) for part in parts]


if __name__ == "__main__":
    run, recorded = read(sys.argv[2]), read(sys.argv[3])
    if sys.argv[1] == "event":
        asked = bins(run, recorded, CAUSES.index(sys.argv[4]))
        if not asked or recorded.bins != asked:
            sys.exit(f"FAILED: {sys.argv[4]}: {recorded.bins} is not {asked}")
        print(f"ok: {sum(asked.values())} cycles waited for {sys.argv[4]}, {len(asked)} bins")
    else:
        if not recorded.rounds or recorded.elf is None:
            sys.exit("FAILED: not in rounds")
        for name, a, b in zip((*CAUSES, "work"), shares(run), shares(recorded)):
            print(f"{name} {a:.3f} {b:.3f}")
            if abs(a - b) > NEAR:
                sys.exit("FAILED: far from the run's")
