#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/litex/installed
"""Profiles the unmodified BIOS of a LiteX SoC while it boots and tests its memory.

usage: bios.py FOLDER CPU[:VARIANT] [OPTION...]     options of soc.py

Builds the SoC in FOLDER, holds its CPU in reset, starts the unit, releases it, waits for the BIOS'
prompt, records: over LiteX's own uartbone, by its server. Fails unless sums hold, nothing is
lost, and the memory test is seen; with option calls also in the call tree, below what called it.
Environment: TALLY.
"""
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TALLY = os.path.abspath(os.environ["TALLY"])
# LiteX calls meson and python3.
os.environ["PATH"] = os.path.dirname(os.path.abspath(sys.executable)) + ":" + os.environ["PATH"]
os.environ.setdefault("JOBS", "2")          # else LiteX compiles all files of a model at once
running = []


def die(why):
    sys.exit(f"litex: {why}")


def step(what, log, *command, cwd=None):
    print(f"  {what} ...", flush=True)
    begin = time.time()
    with open(log, "w") as out:
        if subprocess.run(command, cwd=cwd, stdout=out, stderr=subprocess.STDOUT).returncode:
            print("".join(open(log).readlines()[-15:]))
            die(f"{what}: see {log}")
    print(f"  {what}: {time.time() - begin:.0f} s", flush=True)


def start(*command, **how):
    running.append(subprocess.Popen(command, stderr=subprocess.STDOUT, **how))
    return running[-1]


def free_port():
    with socket.socket() as s:
        s.bind(("localhost", 0))
        return s.getsockname()[1]


def until(what, test, seconds=60):
    end = time.time() + seconds
    while not test():
        if time.time() > end:
            die(f"{what}: not in {seconds} s")
        time.sleep(0.2)


def answers(port):
    with socket.socket() as s:
        return s.connect_ex(("localhost", port)) == 0


def tally(*arguments):
    done = subprocess.run((TALLY, *arguments), capture_output=True, text=True)
    if done.returncode:
        die(f"tally {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


def build(folder, cpu, options):
    step("LiteX: Verilog, BIOS, libtally", folder / "build.log", sys.executable, HERE / "soc.py",
         folder, cpu, *options)
    step("Verilator", folder / "verilator.log", "bash", "build_sim.sh", cwd=folder / "gateware")
    (folder / "built").touch()


def simulate(folder, port):
    """Starts the SoC; its uartbone is at this TCP port."""
    config = folder / "gateware" / "sim_config.js"
    config.write_text(re.sub(r'"port": *\d+', f'"port": {port}', config.read_text()))
    start("./obj_dir/Vsim", cwd=folder / "gateware", stdin=subprocess.PIPE,
          stdout=open(folder / "console", "wb"))


def check(capture):
    """The names of its functions."""
    report = json.loads(tally("report", "--json", capture))
    counts = report["counters"]
    names = [f["name"] for f in report["functions"]]
    print(tally("report", "--top", "8", capture))
    if not report["invariant"] or counts["lost"]:
        die(f"the invariant: {counts}")
    if not any("memtest" in name for name in names) or counts["hits"] < counts["ticks"] // 2:
        die(f"the BIOS's memory test is not in the profile: {names[:20]}")
    return names


def check_calls(capture):
    """The invariant of the tree, and who called the memory test."""
    print(tally("report", "--tree", "--top", "12", capture))
    tree = json.loads(tally("report", "--json", capture))["call_tree"]
    if not tree["invariant"] or tree["unit"]["lost"] or not tree["unit"]["ticks"]:
        die(f"the call tree: {tree}")
    callers = tally("report", "--callers-of", "memtest_data", capture)
    if not re.search(r"\bmemtest\b", callers):
        die(f"memtest does not call memtest_data:\n{callers}")


def main(folder, cpu, *options):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "built").exists():
        build(folder, cpu, options)
    memory = (folder / "software/include/generated/mem.h").read_text()
    unit = re.search(r"#define TALLY_UNIT_BASE (0x[0-9a-f]+)", memory)[1]
    bios = str(folder / "software/bios/bios.elf")
    line, server = free_port(), free_port()
    simulate(folder, line)
    until("the simulation", lambda: answers(line))
    start(sys.executable, "-u", "-m", "litex.tools.litex_server", "--uart",
          f"--uart-port=socket://localhost:{line}", f"--bind-port={server}",
          stdout=open(folder / "server.log", "wb"))
    until("litex_server", lambda: answers(server))
    os.chdir(folder)
    from litex.tools.litex_client import RemoteClient
    core = RemoteClient(port=server, csr_csv="csr.csv")
    core.open()
    core.regs.ctrl_reset.write(2)
    at = f"localhost:{server}"
    more = ["--unit", unit, *(["--calls"] if "calls" in options else []), bios]
    print(tally("top", "--once", at, *more), flush=True)
    core.regs.ctrl_reset.write(0)
    core.close()
    until("the prompt", lambda: re.search(rb"litex\S*> ?", (folder / "console").read_bytes()), 600)
    tally("record", at, "--seconds", "1", "-o", "bios.tally", *more)
    if not {"_ftext", "reset_vector"} & set(check("bios.tally")):
        die("the boot's first instructions, which run once, are not in the profile")
    if "calls" in options:
        check_calls("bios.tally")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    finally:
        for process in running:
            process.kill()
