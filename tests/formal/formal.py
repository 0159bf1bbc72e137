#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: venv/yosys.stamp
"""Runs the proofs, or shows that they refute faults. Run from the top folder.

usage: formal.py proofs|faults [PATTERN...]     for names of proofs: FILE-TASK of the .sby

A fault is planted where its text stands, exactly once. Then its property must fail in its proof.
Environment: BUILD (build), JOBS (2), LIMIT (seconds that a proof may take, 900).
"""
import concurrent.futures
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, "sim/setup")
from rows import rows

BUILD = os.environ.get("BUILD", "build")
HERE = "tests/formal"
BIN = os.path.abspath(BUILD + "/venv/bin") + "/yowasp-"
COMMAND = ["timeout", os.environ.get("LIMIT", "900"), BIN + "sby", "--yosys", BIN + "yosys",
           "--smtbmc", BIN + "yosys-smtbmc", "--witness", BIN + "yosys-witness", "-f", "-d"]


def proofs():
    for path in sorted(glob.glob(HERE + "/*.sby")):
        tasks = re.search(r"\[tasks\]\n(.*?)\n\[", open(path).read(), re.S).group(1)
        for task in tasks.splitlines():
            yield os.path.basename(path)[:-4] + "-" + task.split()[0]


def faults():
    for fault in rows(HERE + "/faults.list"):
        old, new = fault["change"].split(" => ")
        if open(fault["file"]).read().count(old) != 1:
            sys.exit(f"faults.list: {fault['file']} does not have {old!r} exactly once")
        yield fault["proof"], fault["property"], fault["file"], old, new


def run(folder, sby, task):
    """Its verdict, the properties that failed, and the log's end."""
    done = subprocess.run(COMMAND + [folder, sby, task], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    # No window of induction begins in the first cycle: the cycles from reset must be one more.
    shallow = "Trying induction in step 0.." in done.stdout
    failed = set(re.findall(r"Assert failed in \w+: (?:\S+\.)?(\w+)", done.stdout))
    return done.returncode == 0 and not shallow, failed, done.stdout.splitlines()[-9:]


def prove(proof):
    file, task = proof.split("-", 1)
    good, _, end = run(f"{BUILD}/formal/{proof}", f"{HERE}/{file}.sby", task)
    return good, ("covered " if task.endswith("cover") else "proven  ") + proof, end


def refute(number, proof, label, path, old, new):
    file, task = proof.split("-", 1)
    folder = f"{BUILD}/formal/fault{number}"
    source = os.path.dirname(path)
    copy = f"{folder}/{os.path.basename(source)}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, copy)
    with open(f"{copy}/{os.path.basename(path)}", "w") as out:
        out.write(open(path).read().replace(old, new))
    with open(f"{folder}/{file}.sby", "w") as out:
        text = open(f"{HERE}/{file}.sby").read().replace("smtbmc ", "smtbmc --keep-going ")
        out.write(re.sub(f"^{source}$", copy, text, flags=re.M))
    _, failed, end = run(folder + "/proof", f"{folder}/{file}.sby", task)
    return label in failed, f"refuted {proof} {label}: {new}", sorted(failed) or end


def timed(job):
    begin = time.monotonic()
    good, what, why = job[0](*job[1:])
    print(f"{what if good else 'FAILED  ' + what[8:]} ({time.monotonic() - begin:.0f} s)",
          *([] if good else why), sep="\n    ", flush=True)
    return good


def main():
    kind, patterns = sys.argv[1], sys.argv[2:] or ["*"]
    jobs = [(prove, name) for name in proofs()] if kind == "proofs" else \
        [(refute, number, *fault) for number, fault in enumerate(faults())]
    name = 1 if kind == "proofs" else 2
    jobs = [job for job in jobs if any(fnmatch.fnmatch(job[name], p) for p in patterns)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        results = list(pool.map(timed, jobs))
    print(f"{sum(results)} of {len(results)} {kind} as they should be")
    sys.exit(not results or not all(results))


if __name__ == "__main__":
    main()
