# SPDX-License-Identifier: ISC
"""Where the Verilog is: in this package once it is installed, else around it in the repository."""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE / "rtl" if (HERE / "rtl").is_dir() else HERE.parent


def in_list(name):
    """Files of a list, relative to RTL; it names them from the repository's top."""
    return [line[len("rtl/"):] for line in (RTL / name).read_text().split()]
