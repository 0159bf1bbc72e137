#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Writes the wheel; the same input gives the same bytes. `pip install .` calls build_wheel (PEP
517) for the Python part alone.

usage: wheel.py DIRECTORY TALLY SHARE LICENCE...    the program too, its manual pages and completion
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
PYTHON = (  # folder of the wheel, folder of the repository, its files
    ("", "sw/python", ("tally_capture.py",)),
    ("tally_litex/", "rtl/litex", ("*.py", "libtally/Makefile")),
    ("tally_litex/rtl/", "rtl", ("tally*", "regs/*.vh", "unit/*", "engine/*", "bus/*",
                                 "context/*", "tap/*", "link/*")),
    ("tally_litex/driver/", "driver", ("*.c", "*.h")))
# What each machine with this C library has.
SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}


def folder(under, top, patterns):
    """{name in the wheel: content} of a folder's files."""
    top = pathlib.Path(top)
    return {under + path.relative_to(top).as_posix(): path.read_bytes()
            for pattern in patterns for path in top.glob(pattern) if path.is_file()}


def platform(program):
    """The tag: the oldest C library that has all symbols which the program takes from it."""
    said = subprocess.run(["objdump", "-pT", program], capture_output=True, text=True,
                          check=True).stdout
    foreign = set(re.findall(r"NEEDED +(\S+)", said)) - SYSTEM
    if foreign:
        sys.exit(f"wheel.py: {program} needs {', '.join(sorted(foreign))}, which not every machine "
                 f"has: link it in (sw/sw.mk, PACK_LIBS)")
    version = max((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", said))
    return f"manylinux_{version[0]}_{version[1]}_{os.uname().machine}"


def metadata(project, licences, program):
    return "".join(f"{name}: {value}\n" for name, value in (
        ("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]),
        ("Summary", project["description"]), ("License", "ISC" + (
            "; the program's cores and libraries: licenses/copyright" if program else "")),
        *(("License-File", name) for name in licences),
        ("Requires-Python", project["requires-python"])))


def write(path, files):
    """Entries in the order of their names and of one date, the list of hashes last."""
    record = next(name for name in files if name.endswith("/RECORD"))
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name in sorted(files, key=lambda name: (name == record, name)):
            content = files[name]
            if name == record:
                content = "".join((*lines, f"{record},,\n")).encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
            lines.append(f"{name},sha256={digest.decode().rstrip('=')},{len(content)}\n")
            entry = zipfile.ZipInfo(name)       # of 1980, as all
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            out.writestr(entry, content)


def build_wheel(directory, config_settings=None, metadata_directory=None, program=None):
    """PEP 517; program: what the command line names."""
    project = dict(re.findall(r'^([\w-]+) = "(.*)"$', (TOP / "pyproject.toml").read_text(), re.M))
    base = f"{project['name'].replace('-', '_')}-{project['version']}"
    info = f"{base}.dist-info/"
    licences, tag, files = {"LICENSE": TOP / "LICENSE"}, "any", {}
    for under, top, patterns in PYTHON:
        files.update(folder(under, TOP / top, patterns))
    if program:
        tally, share, *others = map(pathlib.Path, program)
        licences.update((path.name, path) for path in others)
        tag = platform(tally)
        files[f"{base}.data/scripts/tally"] = tally.read_bytes()
        files.update(folder(f"{base}.data/data/share/", share,
                            ("man/**/*", "bash-completion/**/*")))
    files.update({info + "licenses/" + name: path.read_bytes() for name, path in licences.items()})
    files[info + "METADATA"] = metadata(project, licences, program).encode()
    files[info + "WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: sw/package/wheel.py\n"
                             f"Root-Is-Purelib: {'false' if program else 'true'}\n"
                             f"Tag: py3-none-{tag}\n").encode()
    files[info + "RECORD"] = b""
    name = f"{base}-py3-none-{tag}.whl"
    write(os.path.join(directory, name), files)
    return name


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    build_wheel(sys.argv[1], program=sys.argv[2:])
