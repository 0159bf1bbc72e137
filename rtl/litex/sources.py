# SPDX-License-Identifier: ISC
"""Where the Verilog is: in this package once it is installed, else around it in the repository."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE / "rtl" if (HERE / "rtl").is_dir() else HERE.parent


def in_list(*lists):
    """Files of the lists, relative to RTL. A list names files of its own folder, or of the
    repository's top."""
    files = []
    for name in lists:
        for line in (RTL / name).read_text().split():
            path = (line[4:] if line.startswith("rtl/")
                    else os.path.normpath(os.path.join(os.path.dirname(name), line)))
            if path not in files:
                files.append(path)
    return files
