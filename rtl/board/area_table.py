# SPDX-License-Identifier: ISC
"""The text of rtl/board/AREA.md from what area.py measured."""
import json
import re
import statistics

HEAD = """# Area and speed

Written by `make area` from `area.list`; do not edit.

- **Tools**:
  {versions};
  {asked} MHz asked. `synth_ice40` or `synth_ecp5` without options, flattened; nextpnr with
  `{placer}`: by default timing weighs less, and the longest path is
  often one that was placed badly.
- **Parts**: hx8k iCE40-HX8K ct256; up5k iCE40-UP5K sg48; ecp5 LFE5U-25F-6 CABGA381.
- **Cells** are those of the design by itself, as nextpnr packs them (`--pack-only`): no wrapper is in that netlist, and
  pins are not cells. iCE40: ICESTORM_LC, a LUT, a flip-flop, a carry or what of them fits together. ECP5:
  TRELLIS_COMB, a LUT or half a carry cell; block RAMs are 4 Kbit on iCE40, 18 Kbit on ECP5.
- **Fmax**: the same netlist, cell for cell, in a wrapper that gives each input from a register and takes each output
  into one (`area_wrap.py`); median of seeds {seeds}, in brackets the slowest and the fastest.
- **Ratios** are to the core of the same device in the same table: PicoRV32 (interrupts, counters, no multiplier) on
  iCE40, VexRiscv Lite on ECP5.
"""


def short(cell):
    """A cell's or net's name without what the tools appended."""
    cell = re.sub(r"^(unit\.)?(u_tally\.)?", "", cell)
    return re.sub(r"(_(SB_|TRELLIS_|LUT4|PFUMX|L6MUX|CCU2C|DP16KD|MULT18)\w*|\$\w*).*", "", cell) or cell


def critical(report):
    """(start, end, logic ns, routing ns, what else it goes through) of the slowest clocked path."""
    paths = [p for p in report["critical_paths"] if p["from"].startswith("posedge") and p["to"].startswith("posedge")]
    path = max(paths, key=lambda p: sum(s["delay"] for s in p["path"]))["path"]
    way = []
    for step in path:
        name = short(step.get("net", step["to"]["cell"]))
        if not way or way[-1] != name:
            way.append(name)
    logic = sum(s["delay"] for s in path if s["type"] != "routing")
    routing = sum(s["delay"] for s in path if s["type"] == "routing")
    carries = sum(s["type"] == "logic" for s in path)
    return way[0] or "?", short(path[-1]["to"]["cell"]), logic, routing, carries


def cells(d):
    c = d["cells"]
    if d["device"] == "ecp5":
        return f"{c['TRELLIS_COMB']} COMB", c["TRELLIS_FF"], c["DP16KD"], c["MULT18X18D"]
    return f"{c['ICESTORM_LC']} LC", c["FF"], c["ICESTORM_RAM"], c.get("ICESTORM_DSP", 0)


def area(d):
    return d["cells"]["TRELLIS_COMB" if d["device"] == "ecp5" else "ICESTORM_LC"]


def median(d):
    return statistics.median(mhz for mhz, _ in d["fmax"])


def main_table(all):
    lines = ["| design | device | cells | of the core's | FF | RAM | DSP | Fmax, MHz | of the core's |",
             "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"]
    of = {(d["name"], d["device"]): d for d in all}
    for d in all:
        c, ff, ram, dsp = cells(d)
        core = of.get((d["core"], d["device"]))
        size = f"{area(d) / area(core):.2f}" if core else ""
        speed = f"{median(d) / median(core):.2f}" if core else ""
        lines.append(f"| {d['name']} | {d['device']} | {c} | {size} | {ff} | {ram} | {dsp} |"
                     f" {median(d):.1f} ({d['fmax'][0][0]:.1f}-{d['fmax'][-1][0]:.1f}) | {speed} |")
    return lines


def limits(all):
    lines = ["| design | device | from | to | logic | routing | levels |", "| --- | --- | --- | --- | --: | --: | --: |"]
    for d in all:
        if d["unit"]:
            seed = d["fmax"][len(d["fmax"]) // 2][1]
            start, end, logic, routing, levels = critical(d["runs"][seed])
            lines.append(f"| {d['name']} | {d['device']} | {start} | {end} | {logic:.1f} ns | {routing:.1f} ns | {levels} |")
    return lines


def split(d):
    """{module: (LUTs, carries, flip-flops)} of the unflattened synthesis."""
    text = (d["dir"] / "split.json").read_text()
    out = {}
    for name, m in json.loads(text[text.index("{"):])["modules"].items():
        kinds = m["num_cells_by_type"]

        def n(*patterns):
            return sum(v if isinstance(v, int) else v["count"] for k, v in kinds.items() if re.fullmatch("|".join(patterns), k))
        name = re.sub(r"^\\?\$paramod(\$[0-9a-f]+)?\\|\\(?=tally)", "", name).lstrip("\\")
        name = re.split(r"\\", name)[0]
        out[name] = (n("SB_LUT4", "LUT4"), n("SB_CARRY", "CCU2C"), n(r"SB_DFF\w*", "TRELLIS_FF"),
                     n(r"SB_RAM\w*", "DP16KD", "TRELLIS_DPR16X4"))
    return out


def modules(all):
    units = []
    for d in all:
        if d["unit"] and d["dir"] not in [u["dir"] for u in units]:
            units.append(d)
    splits = [split(d) for d in units]
    names = sorted({n for s in splits for n in s}, key=lambda n: (-max(s.get(n, (0,))[0] for s in splits), n))
    lines = ["| module | " + " | ".join(f"{d['name']} {'ecp5' if d['device'] == 'ecp5' else 'ice40'}" for d in units) + " |",
             "| --- |" + " --: |" * len(units)]
    for n in names:
        lines.append(f"| {n} | " + " | ".join(" / ".join(str(x) for x in s[n]) if n in s else "" for s in splits) + " |")
    return lines


def table(all, versions, asked, placer):
    versions = ", ".join(re.sub(r"yowasp_(.*)-(.*)\.dist-info", r"yowasp-\1 \2", v).replace("_", "-")
                         for v in versions.split() if "runtime" not in v)
    seeds = sorted(s for _, s in all[0]["fmax"])
    lines = [HEAD.format(versions=versions, asked=asked, placer=placer, seeds=f"{seeds[0]} to {seeds[-1]}")]
    lines += main_table(all)
    lines += ["", "Parameters:", ""]
    lines += [f"- {name}: {parameters}" for name, parameters in
              {d["name"]: d["parameters"] or "as it comes" for d in all}.items()]
    lines += ["", "## What limits Fmax", "",
              "The critical path of the seed in the middle; logic includes clock-to-output and setup.", ""] + limits(all)
    lines += ["", "## Where the cells are", "",
              "LUTs / carry cells / flip-flops / RAMs of each module by itself, synthesised without flattening: what crosses a",
              "boundary is not optimised, so the sums are not the table's.", ""] + modules(all)
    return "\n".join(lines) + "\n"
