# SPDX-License-Identifier: ISC
"""check.py - verdicts of a Python test, one line each; it ends with end()."""
import subprocess
import sys

DETAIL = 2000		# characters of a detail that are shown
failed = 0


def ok(what, good, *details):
    """Prints the verdict, with details of a failed one; returns it."""
    global failed
    print(("ok " if good else "not ok ") + what)
    if not good:
        failed += 1
        for detail in details:
            print("   ", str(detail)[:DETAIL])
    return good


def end():
    sys.exit(1 if failed else 0)


def sh(*command, text=None, **more):
    """The standard output of a command that must succeed."""
    return subprocess.run([str(c) for c in command], input=text, capture_output=True, text=True,
                          check=True, **more).stdout
