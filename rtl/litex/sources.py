# SPDX-License-Identifier: ISC
"""Where the Verilog and the driver are: beside this package once it is installed, else in the repository."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
INSTALLED = (HERE / "rtl").is_dir()
RTL = HERE / "rtl" if INSTALLED else HERE.parent
DRIVER = HERE / "driver" if INSTALLED else HERE.parent.parent / "driver"


def in_list(*lists):
    """Files of the lists, relative to RTL. A list names files of its own folder, or of the repository's top."""
    files = []
    for name in lists:
        for line in (RTL / name).read_text().split():
            path = line[4:] if line.startswith("rtl/") else os.path.normpath(os.path.join(os.path.dirname(name), line))
            if path not in files:
                files.append(path)
    return files
