# SPDX-License-Identifier: ISC
"""boards.list with boards/NAME.board, and the cores of sim/cores.list that boards can carry, read
and checked."""
import dataclasses
import re
import sys
from pathlib import Path

sys.path.insert(0, "sim/setup")
from rows import rows

HERE = Path("rtl/board")


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


@dataclasses.dataclass
class Core:
    name: str
    isa: str
    package: str
    file: str           # of the package
    files: list         # ours
    module: str
    exposed: list       # signals that become ports
    calls: list         # the same, where the unit counts who called
    defines: list
    parameters: list    # NAME=VALUE


def read_cores():
    cores = {}
    for c in (row for row in rows("sim/cores.list") if row["board"]):
        ours = [f for f in Path(f"sim/cores/{c['adapter']}.f").read_text().split()
                if f.startswith("rtl/")]
        exposed, defines, parameters = (c[k].split(",") if c[k] else []
                                        for k in ("exposed", "defines", "parameters"))
        cores[c["name"]] = Core(c["name"], c["board"], c["package"], c["file"], ours, c["module"],
                                [e for e in exposed if ":" not in e],
                                [e[6:] for e in exposed if e.startswith("calls:")], defines,
                                parameters)
    return cores


CORES = read_cores()

# name: UNIT, MAPPER, the memory's logarithm (None: no memory) of soc.v
UNITS = {"none": (0, 0, None), "mul": (1, 0, 12), "shift": (1, 2, 10)}


def units():
    return list(UNITS)


def unit_parameters(unit):
    """The parameters of soc.v for "mul", "mul 12", "mul 12 data", "mul 12 calls 11",
    "mul 9 kernel" ..."""
    kind, *words = unit.split()
    number, mapper, bins = UNITS[kind]
    match = re.fullmatch(r"(?:(\d+) ?)?(?:(data)|(kernel)|calls(?: (\d+))?)?", " ".join(words))
    size, data, kernel, nodes = match.groups() if match else (None,) * 4
    if match and words and number:
        number = 2 if data else 4 if kernel else 3 if "calls" in words else 1
        bins = int(size or bins)
    nodes = int(nodes or 11)
    if not match or words and not UNITS[kind][0] or number and not (
            8 <= bins <= 16 - (number >= 2) and 6 <= nodes <= 13) or number == 4 and mapper:
        fail(f"UNIT={unit}: mul or shift, with a memory of 2^8 to 2^16 words; behind one of "
             f"2^15 at most a second unit: as in `mul 12 data` for loads and stores, as in `mul "
             f"12 calls 11` for who called (2^6 to 2^13 nodes), as in `mul 9 kernel` for the "
             f"kernel's profil")
    return {"UNIT": number, "MAPPER": mapper, "BINS_LOG2": bins or 10, "NODES": nodes}


PARTS = ("hx8k", "up5k", "12k", "25k", "85k", "um5g-85k")


@dataclasses.dataclass
class Board:
    name: str
    title: str
    part: str           # one of PARTS
    package: str
    speed: str          # ECP5: grade
    crystal: float      # MHz
    system: float       # MHz, of the SoC
    spram: bool
    ram_log2: int       # words
    unit: str
    units: dict         # {core: its unit, where it is another}
    cores: list
    pins: dict          # port of top.v: (pin, words after it)
    # pins of the flash by name, offset; empty: RAM has its content from the bitstream
    flash: dict
    program: list       # arguments of openFPGALoader

    def unit_of(self, core):
        return self.units.get(core, self.unit)

    @property
    def ecp5(self):
        return self.part.endswith("k") and self.part not in ("hx8k", "up5k")

    @property
    def clock_hz(self):
        return int(self.system * 1e6)


def read_board(name):
    path = HERE / "boards" / f"{name}.board"
    known = ("title", "device", "clock", "system", "ram", "unit", "cores", "button", "led_run",
             "led_fail", "rx", "tx",
             "link_rx", "link_tx", "flash", "program")
    v = {}
    for n, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, _, value = line.partition(" ")
        if key.removeprefix("unit:") not in (known if "unit:" not in key else CORES) or key in v:
            fail(f"{path}:{n}: {key}: known, each once: {' '.join(known)}")
        v[key] = value.split()
    missing = [k for k in known if k not in v and k != "flash"]
    if missing:
        fail(f"{path}: missing: {' '.join(missing)}")
    if v["device"][0] not in PARTS:
        fail(f"{path}: device: {v['device'][0]}: known are {' '.join(PARTS)}")
    if v["ram"][0] not in ("block", "spram"):
        fail(f"{path}: ram: `block N` or `spram 15`, N the logarithm of its words")
    if v["ram"][0] == "spram" and (v["ram"][1:] != ["15"] or "flash" not in v
                                   or v["device"][0] != "up5k"):
        fail(f"{path}: ram: spram is that of the UP5K, has 2^15 words, and needs the flash's pins")
    pins = {"clock": (v["clock"][0], [])}
    for key in ("button", "led_run", "led_fail", "rx", "tx", "link_rx", "link_tx"):
        pins[key] = (v[key][0], v[key][1:])
    flash = dict(w.split("=") for w in v.get("flash", []))
    for key in flash:
        if key != "offset":
            pins[f"flash_{key}"] = (flash[key], [])
    return Board(name, " ".join(v["title"]), v["device"][0], v["device"][1],
                 (v["device"] + ["6"])[2],
                 float(v["clock"][1]), float(v["system"][0]), v["ram"][0] == "spram",
                 int(v["ram"][1]),
                 " ".join(v["unit"]), {k[5:]: " ".join(v[k]) for k in v if k[:5] == "unit:"},
                 v["cores"], pins, flash, v["program"])


def boards():
    return [read_board(row["board"]) for row in rows(HERE / "boards.list")]
