#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The datasheet as PDF: rtl/DATASHEET.md with what it takes from other files, printed by chromium.

usage: datasheet.py VERSION FOLDER PDF      the folder's timing/ has the diagrams of waves.py
"""
import os
import re
import subprocess
import sys
import tempfile

import markdown
from parts import read, whole

PAGE = "rtl/DATASHEET.md"
CSS = f"{os.path.dirname(os.path.abspath(__file__))}/datasheet.css"
CHROMIUM = ("chromium", "--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-pdf-header-footer")


def html(version):
    text = whole(PAGE, read(PAGE)).replace("# Datasheet", f"# Tally {version}: datasheet", 1)
    text = re.sub(r"(?<!!)\[([^\]]+)\]\([^)\s]+\)", r"\1", text)    # paper has no links
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "sane_lists"])
    return (f"<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Tally {version}: "
            f"datasheet</title>\n<style>\n{read(CSS)}</style>\n{body}\n</html>\n")


def main():
    version, folder, pdf = sys.argv[1:]
    page = os.path.abspath(f"{folder}/datasheet.html")
    with open(page, "w", encoding="utf-8") as f:
        f.write(html(version))
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run([*CHROMIUM, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}",
                        f"file://{page}"], check=True)


main()
