#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The boards, and what Yosys and nextpnr get of a design, which is a board with a core and a unit.

usage: board.py list                    the boards: core, clock, RAM, unit
       board.py files DIR/BOARD/CORE/UNIT    its Yosys script, pins, PLL, RAM, nextpnr's command:
                                        written where they differ
       board.py place DIR               places and routes with one seed after another, until Fmax
                                        is MARGIN above the clock; the fastest stays
       board.py report DIR              says what came out; refuses what is too slow
"""
import importlib
import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path[:0] = ["sim/setup", "rtl/litex"]
from netlist import verilog, with_tap
from rows import rows

SEEDS = range(1, 6)     # nextpnr's
MARGIN = 0.10           # that a board's Fmax has above its clock
INCLUDES = ["rtl/regs", "rtl/unit", "rtl/context", "rtl/soc/cores"]
PARTS = ("hx8k", "up5k", "12k", "25k", "85k", "um5g-85k")
VENV = Path(sys.executable).parent


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


def run(command, log, **more):
    """A tool of the virtual environment; a failure ends with the log's errors."""
    with open(log, "w") as f:
        code = subprocess.run([str(VENV / command[0]), *map(str, command[1:])],
                              **{"stdout": f, "stderr": f, **more}).returncode
    if code:
        lines = Path(log).read_text().splitlines()
        errors = [line for line in lines if "ERROR" in line] or lines[-8:]
        fail(f"{command[0]} failed ({log}):\n" + "\n".join(errors))


def put(file, text, encoding="utf-8"):
    """Writes only what differs, so that make makes nothing of it again."""
    if not file.exists() or file.read_text(encoding) != text:
        file.write_text(text, encoding)
        return True
    return False


# ---- the unit: what UNIT= may say, as parameters of top.v; the Verilog of it

UNITS = {"none": (0, 0, None), "mul": (1, 0, 12), "shift": (1, 1, 10)}  # UNIT, MAPPER, BINS_LOG2


def unit_parameters(unit):
    """Those of "mul", "mul 12", "mul 12 data", "mul 12 calls 11", "mul 9 kernel" ..."""
    kind, *words = unit.split()
    if kind not in UNITS:
        fail(f"UNIT={unit}: no such unit; say {', '.join(UNITS)}, or as `mul 12 data` with the "
             f"memory's logarithm and a second unit for loads and stores")
    number, mapper, bins = UNITS[kind]
    match = re.fullmatch(r"(?:(\d+) ?)?(?:(data)|(kernel)|calls(?: (\d+))?)?", " ".join(words))
    size, data, kernel, nodes = match.groups() if match else (None,) * 4
    if match and words and number:
        number = 2 if data else 4 if kernel else 3 if "calls" in words else 1
        bins = int(size or bins)
    nodes = int(nodes or 11)
    if not match or words and not number or number and not (
            8 <= bins <= 16 - (number >= 2) and 6 <= nodes <= 13) or number == 4 and mapper:
        fail(f"UNIT={unit}: mul or shift, with a memory of 2^8 to 2^16 words; behind one of "
             f"2^15 at most a second unit: as in `mul 12 data` for loads and stores, as in `mul "
             f"12 calls 11` for who called (2^6 to 2^13 nodes), as in `mul 9 kernel` for the "
             f"kernel's profil")
    return {"UNIT": number, "MAPPER": mapper, "BINS_LOG2": bins or 10, "NODES": nodes}


# ---- the cores that boards can carry, the boards

class Core:
    """A row of sim/cores.list."""

    def __init__(self, row):
        self.name, self.isa, self.module = row["name"], row["board"], row["module"]
        self.package, self.file = row["package"], row["file"]
        self.adapter = row["adapter"]
        self.defines, self.parameters = (row[k].split(",") if row[k] else []
                                         for k in ("defines", "parameters"))

    def macros(self, unit):
        """Of its adapter and tap; CORE_PARAMETERS are the package's."""
        calls = ["TAP_CALLS"] if unit_parameters(unit)["UNIT"] == 3 else []
        return [*self.defines, "TAP_CAUSES", "TAP_BUS", *calls, "CORE_PARAMETERS=" + ",".join(
            ".{}({})".format(*p.split("=")) for p in self.parameters)]

    def sources(self, unit, dir):
        """The Verilog of a design without top.v; in dir, the core with its tap."""
        package = Path(importlib.import_module(self.package).data_location, self.file)
        tapped = dir / f"{self.package}.v"
        put(tapped, with_tap(*verilog(package), self.module, f"rtl/tap/tally_{self.adapter}.vh",
                             self.macros(unit)), "latin-1")
        return [*Path("rtl/board/soc.f").read_text().split(),
                *Path("rtl/tally.f").read_text().split(), f"rtl/soc/cores/{self.adapter}.v",
                str(tapped)]


CORES = {row["name"]: Core(row) for row in rows("sim/cores.list") if row["board"]}


class Board:
    """boards/NAME.board."""

    def __init__(self, name):
        path = Path("rtl/board/boards", f"{name}.board")
        pins = ("button", "led_run", "led_fail", "rx", "tx", "link_rx", "link_tx")
        known = ("title", "device", "clock", "system", "ram", "unit", "cores", *pins, "flash",
                 "program")
        v, said = {"flash": []}, set()
        self.units = {}         # by core; "": of those that are not named
        for n, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            key, *value = line.split()
            word, _, core = key.partition(":")
            if key == "like" and not said:
                other = Board(value[0])
                v, self.units = dict(other.v), dict(other.units)
                continue
            if word not in known or key in said or core and word != "unit":
                fail(f"{path}:{n}: {key}: known, each once: {' '.join(known)} unit:CORE")
            said.add(key)
            v[key] = value
            if word == "unit":
                self.units[core] = " ".join(value)
        missing = [k for k in known if k not in v]
        if missing:
            fail(f"{path}: missing: {' '.join(missing)}")
        self.v, self.name, self.title = v, name, " ".join(v["title"])
        self.part, self.package, self.speed = (v["device"] + ["6"])[:3]     # the ECP5's grade
        self.crystal, self.system = float(v["clock"][1]), float(v["system"][0])     # MHz
        kind, log2 = v["ram"]
        self.spram, self.ram_log2 = kind == "spram", int(log2)      # words
        if self.part not in PARTS:
            fail(f"{path}: device: {self.part}: known are {' '.join(PARTS)}")
        if kind != "block" and (v["ram"], self.part) != (["spram", "15"], "up5k"):
            fail(f"{path}: ram: `block N`, N the logarithm of its words; a UP5K's `spram 15`")
        self.cores, self.program = v["cores"], v["program"]     # arguments of openFPGALoader
        # pins of the flash by name, offset; empty: RAM has its content from the bitstream
        self.flash = dict(w.split("=") for w in v["flash"])
        self.pins = {"clock": (v["clock"][0], []), **{k: (v[k][0], v[k][1:]) for k in pins},
                     **{f"flash_{k}": (p, []) for k, p in self.flash.items() if k != "offset"}}
        self.ecp5, self.clock_hz = self.part in PARTS[2:], int(self.system * 1e6)

    def unit(self, core):
        return self.units.get(core, self.units[""])

    def low(self, pin):
        return int("low" in self.pins[pin][1])

    def parameters(self, unit):
        """Of top.v."""
        return {"CLOCK_HZ": self.clock_hz, "RAM_LOG2": self.ram_log2, "SPRAM": int(self.spram),
                "BUTTON_LOW": self.low("button"), "LED_LOW": self.low("led_run"),
                **unit_parameters(unit)}


def boards():
    return [Board(path.stem) for path in sorted(Path("rtl/board/boards").glob("*.board"))]


def say_list():
    table = [("board", "cores (first: default)", "clock", "RAM", "unit (default)", "what it is")]
    for b in boards():
        units = [unit + (f" ({core})" if core else "") for core, unit in b.units.items()]
        table.append((b.name, " ".join(b.cores), f"{b.system:g} MHz",
                      f"{4 << b.ram_log2 >> 10} KiB", ", ".join(units), b.title))
    widths = [max(map(len, column)) for column in zip(*table)]
    for r in table:
        print("  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip())


# ---- a design: its folder, and what is in it for the tools

def chosen(name, core="", unit=""):
    """(board, Core, unit); empty ones are the board's defaults."""
    board = next((b for b in boards() if b.name == name), None)
    if board is None:
        fail(f"BOARD={name or '?'}: no such board; `make boards` lists them")
    core = core or board.cores[0]
    if core not in CORES:
        fail(f"CORE={core}: no such core; the cores are {' '.join(CORES)}")
    if core not in board.cores:
        fail(f"CORE={core} does not fit {board.title}; it carries {' '.join(board.cores)}")
    unit = " ".join(unit.split()) or board.unit(core)
    unit_parameters(unit)
    return board, CORES[core], unit


def folder(board, core, unit):
    return f"{board.name}/{core.name}/{unit.replace(' ', '-')}"


def of_folder(dir):
    name, core, unit = Path(dir).parts[-3:]
    return chosen(name, core, unit.replace("-", " "))


def constraints(board):
    """Each port of top.v at its pin."""
    lines = []
    for port, (pin, words) in board.pins.items():
        pull = next((w for w in words if w in ("pullup", "pulldown")), None)
        io = next((w[3:] for w in words if w.startswith("io=")), "LVCMOS33")
        if board.ecp5:
            lines += [f'LOCATE COMP "{port}" SITE "{pin}";',
                      f'IOBUF PORT "{port}" IO_TYPE={io}'
                      + (f" PULLMODE={pull[4:].upper()}" if pull else "") + ";"]
        else:
            lines.append(f"set_io{' -pullup yes' if pull == 'pullup' else ''} {port} {pin}")
    if board.ecp5:
        lines.append(f'FREQUENCY PORT "clock" {board.crystal:g} MHZ;')
    return "\n".join(lines) + "\n"


def pll(board, dir):
    """pll.v in dir, if the SoC's clock is not the crystal's."""
    file, clocks = dir / "pll.v", ["-i", f"{board.crystal:g}", "-o", f"{board.system:g}"]
    if board.system == board.crystal:
        return []
    if put(dir / "pll", f"{board.part} {clocks}\n") or not file.exists():
        run(["yowasp-ecppll", "-n", "pll", *clocks, "--clkin_name", "clock_in", "--clkout0_name",
             "clock_out", "-f", file] if board.ecp5
            else ["yowasp-icepll", *clocks, "-m", "-n", "pll", "-f", file], dir / "pll.log")
    got = re.search(r"(?:clkout0 frequency|F_PLLOUT):\s+([\d.]+)", (dir / "pll.log").read_text())
    if not got or abs(float(got[1]) - board.system) > board.system / 1000:
        fail(f"{board.name}: the PLL cannot make {board.system:g} MHz of {board.crystal:g}: "
             f"{dir}/pll.log")
    return [file]


def script(board, core, unit, dir, more):
    """The Yosys script."""
    # synth_ice40 takes SPRAM and DSP blocks only when they are asked for; those of soc.v are
    # instances.
    synth = ("synth_ecp5" if board.ecp5
             else f"synth_ice40 -device {'u' if board.part == 'up5k' else 'hx'}")
    return [f"# the PLL: {board.crystal:g} MHz in",
            "verilog_defaults -add" + "".join(f" -I{i}" for i in INCLUDES)
            + "".join(f" -D{d}" for d in core.macros(unit))
            + (" -DHAVE_PLL" if more else "") + (" -DHAVE_FLASH" if board.flash else "")
            + ("" if board.spram else f" -DHAVE_RAM_INIT -I{dir}"),
            "read_verilog " + " ".join(map(str, ["rtl/board/top.v", *core.sources(unit, dir),
                                                 *more])),
            "hierarchy -top top" + "".join(f" -chparam {k} {v}"
                                           for k, v in board.parameters(unit).items()),
            # ABC saves area where a path is shorter than the design's longest: the core is to be
            # as fast as it is alone. Its arbiter may merge with the bus; but with RVFI, all of
            # whose ports would be made, the adapter is kept with it.
            "setattr -mod -set keep_hierarchy 1 "
            + ("core" if "RISCV_FORMAL" in core.defines else core.module),
            f"{synth} -top top", "hierarchy -check", "check -assert"]


def nextpnr(part, package, speed, clock):
    """nextpnr's command, without what it reads and writes. Timing weighs 3 times as much as by
    default: then the longest path is the machine's, not one that was placed badly. Not so on an
    85F, whose RAM lies all over the chip: the default's Fmax is higher there, in each machine of
    the boards."""
    ecp5 = part in PARTS[2:]
    return [f"yowasp-nextpnr-{'ecp5' if ecp5 else 'ice40'}", f"--{part}",
            "--package", package, *(["--speed", speed] if ecp5 else []), "--freq",
            f"{clock:g}", "--timing-allow-fail",
            *([] if part.endswith("85k") else ["--placer-heap-timingweight", "30",
                                               "--placer-heap-critexp", "4"])]


def files(dir, board, core, unit):
    """What the tools get. RAM has random words, which those that patch firmware in look for."""
    dir.mkdir(parents=True, exist_ok=True)
    put(dir / "ram_init.vh", f'`define RAM_INIT_FILE "{dir}/placeholder.hex"\n')
    word = random.Random(1)
    put(dir / "placeholder.hex", "".join(f"{word.getrandbits(32):08x}\n"
                                         for _ in range(1 << board.ram_log2)))
    put(dir / "pins", constraints(board))
    put(dir / "place", " ".join([
        *nextpnr(board.part, board.package, board.speed, board.system),
        "--lpf" if board.ecp5 else "--pcf", f"{dir}/pins"]) + "\n")
    put(dir / "synth.ys", "\n".join([*script(board, core, unit, dir, pll(board, dir)),
                                     f"write_json {dir}/netlist.json"]) + "\n")


def fmax(report):
    """MHz of the slowest clock that nextpnr reports."""
    return min(v["achieved"] for v in json.loads(report.read_text())["fmax"].values())


def place(dir, seeds=SEEDS, every=False):
    """{seed: MHz}; in dir the fastest design, routed, with its report."""
    command = (dir / "place").read_text().split()
    enough = (1 + MARGIN) * float(command[command.index("--freq") + 1])
    found = {}
    for seed in seeds:
        of_seed = dir / f"seed-{seed}"
        run([*command, "--json", dir / "netlist.json", "--seed", seed, "--report",
             f"{of_seed}.json", {"ecp5": "--textcfg", "ice40": "--asc"}.get(
                 command[0].split("-")[-1], "--write"),
             f"{of_seed}.routed"], f"{of_seed}.log")
        found[seed] = fmax(dir / f"seed-{seed}.json")
        print(f"seed {seed}: {found[seed]:.1f} MHz", flush=True)
        if found[seed] >= enough and not every:
            break
    best = max(found, key=found.get)
    shutil.copy(dir / f"seed-{best}.json", dir / "report.json")
    shutil.copy(dir / f"seed-{best}.routed", dir / "routed")
    put(dir / "seed", f"{best}\n")
    return found


def used(report, kind):
    """How many of how many cells: kind is logic, RAM or DSP."""
    cells = {"logic": ("TRELLIS_COMB", "ICESTORM_LC"), "RAM": ("DP16KD", "ICESTORM_RAM"),
             "DSP": ("MULT18X18D", "ICESTORM_DSP")}[kind]
    u = json.loads(report.read_text())["utilization"]
    return next(((u[c]["used"], u[c]["available"]) for c in cells if c in u), (0, 0))


def say_report(dir):
    board, core, unit = of_folder(dir)
    report = dir / "report.json"
    mhz = fmax(report)
    logic, ram, dsp = ("{}/{}".format(*used(report, k)) for k in ("logic", "RAM", "DSP"))
    print(f"{board.title}, {core.name}, unit {unit}, seed {(dir / 'seed').read_text().strip()}: "
          f"logic {logic}, block RAM {ram}, DSP {dsp}, {mhz:.1f} MHz for a clock of "
          f"{board.system:g} (margin {100 * (mhz / board.system - 1):.0f}%)")
    if mhz < board.system:
        fail(f"{board.name}: too slow for its clock: lower `system` in "
             f"rtl/board/boards/{board.name}.board")


def main():
    command, *rest = sys.argv[1:] or [""]
    if command == "list":
        say_list()
    elif command == "files":
        files(Path(rest[0]), *of_folder(rest[0]))
    elif command == "place":
        place(Path(rest[0]))
    elif command == "report":
        say_report(Path(rest[0]))
    else:
        fail("usage: " + __doc__.split("usage: ")[1])


if __name__ == "__main__":
    main()
