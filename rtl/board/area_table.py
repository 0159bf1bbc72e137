# SPDX-License-Identifier: ISC
"""What area.py measured, as a table in Markdown."""
import re
import statistics
import textwrap

COLUMNS = 120                           # of a page
NOTES = (
    "**Tools**: {versions}; {asked} MHz asked. `synth_ice40` or `synth_ecp5` without options, "
    "flattened; nextpnr with `{placer}`: by default timing weighs less, and the longest path is "
    "often one that was placed badly.",
    "**Parts**: hx8k iCE40-HX8K ct256; up5k iCE40-UP5K sg48; ecp5 LFE5U-25F-6 CABGA381.",
    "**Cells** are those of the design by itself, as nextpnr packs them (`--pack-only`). iCE40: "
    "ICESTORM_LC, a LUT, a flip-flop, a carry or what of them fits together. ECP5: TRELLIS_COMB, a "
    "LUT or half a carry cell. Block RAMs are 4 Kbit on iCE40, 18 Kbit on ECP5.",
    "**Fmax**: the same netlist in a wrapper that gives each input from a register and takes each "
    "output into one (`rtl/board/area_wrap.py`); median of seeds {seeds}, in brackets the slowest "
    "and the fastest.",
    "**Ratios** are to the core of the same device: PicoRV32 (interrupts, counters, no multiplier) "
    "on iCE40, VexRiscv Lite on ECP5.")
HEADING = """\
| design | device | cells | of the core's | FF | RAM | DSP | Fmax, MHz | of the core's |
| --- | --- | --: | --: | --: | --: | --: | --: | --: |"""


def notes(**measured):
    """The notes as a list, filled."""
    return "\n".join(textwrap.fill(note.format(**measured), COLUMNS, initial_indent="- ",
                                   subsequent_indent="  ", break_long_words=False,
                                   break_on_hyphens=False)
                     for note in NOTES)


def cells(d):
    c = d["cells"]
    if d["device"] == "ecp5":
        return f"{c['TRELLIS_COMB']} COMB", c["TRELLIS_FF"], c["DP16KD"], c["MULT18X18D"]
    return f"{c['ICESTORM_LC']} LC", c["FF"], c["ICESTORM_RAM"], c.get("ICESTORM_DSP", 0)


def area(d):
    return d["cells"]["TRELLIS_COMB" if d["device"] == "ecp5" else "ICESTORM_LC"]


def median(d):
    return statistics.median(mhz for mhz, _ in d["fmax"])


def rows(designs):
    of = {(d["name"], d["device"]): d for d in designs}
    for d in designs:
        c, ff, ram, dsp = cells(d)
        core = of.get((d["core"], d["device"]))
        size = f"{area(d) / area(core):.2f}" if core else ""
        speed = f"{median(d) / median(core):.2f}" if core else ""
        yield (f"| {d['name']} | {d['device']} | {c} | {size} | {ff} | {ram} | {dsp} |"
               f" {median(d):.1f} ({d['fmax'][0][0]:.1f}-{d['fmax'][-1][0]:.1f}) | {speed} |")


def table(designs, versions, asked, placer):
    versions = ", ".join(re.sub(r"yowasp_(.*)-(.*)\.dist-info", r"yowasp-\1 \2", v).replace("_",
            "-")
                         for v in versions.split() if "runtime" not in v)
    seeds = sorted(s for _, s in designs[0]["fmax"])
    parameters = {d["name"]: d["parameters"] or "as it comes" for d in designs}
    return "\n".join([notes(versions=versions, asked=asked, placer=placer,
                           seeds=f"{seeds[0]} to {seeds[-1]}"), "",
                      HEADING, *rows(designs), "", "Parameters:", "",
                      *(f"- {n}: {p}" for n, p in parameters.items())])
