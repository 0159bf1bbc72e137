#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""One site of all pages, which stay where they are: the top folder's, those of its folders, and the
manual pages. mkdocs reads copies. A link to a source file or a folder leads to a page that shows
it; a link to nothing, or to no heading, breaks the build.

usage: docs.py MAN OUT SITE      the folder of the manual pages; the copies; the site
"""
import glob
import os
import re
import shutil
import subprocess
import sys

FOLDERS = "rtl", "sim", "driver", "firmware", "sw", "tests"
HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = {"yml": "yaml", "h": "c", "vh": "verilog", "core": "yaml"}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def manual(path):
    """A manual page as Markdown, below one heading."""
    text = subprocess.run(["mandoc", "-T", "markdown", path], capture_output=True, text=True,
                          check=True).stdout
    name, section = os.path.basename(path).split(".")
    return f"# {name}({section})\n\n" + re.sub(r"^#", "##", text.split("\n", 2)[2], flags=re.M)


def listing(path, shown):
    """The text of a file, which search passes over, or the names of a folder's files."""
    if os.path.isdir(path):
        names = sorted(f for f in os.listdir(path) if os.path.isfile(f"{path}/{f}"))
        return f"# {path}\n\n" + "".join(
            f"- [`{n}`]({n}.md)\n" if f"{path}/{n}.md" in shown else f"- `{n}`\n" for n in names)
    language = path.rpartition(".")[2]
    return (f"---\nsearch: {{exclude: true}}\n---\n# {path}\n\n"
            f"````{LANGUAGES.get(language, language)}\n{read(path)}````\n")


def page(path, shown):
    """A page's text. shown gets what it links to that is no page: {copy: file or folder}."""
    def target(match):
        to = os.path.normpath(os.path.join(os.path.dirname(path), match[1]))
        if to.endswith(".md") or not os.path.exists(to):
            return match[0]
        picture = to.endswith((".png", ".svg"))
        suffix = "" if picture else "/README.md" if os.path.isdir(to) else ".md"
        if picture or not os.path.exists(to + suffix):
            shown[to + suffix] = to
        return f"]({match[1].rstrip('/')}{suffix})"

    text = re.sub(r"\]\(([^)#\s:]+)\)", target, read(path))
    return re.sub(r"^ {2,3}(?=[-*] )", "    ", text, flags=re.M)   # lists in lists


def pages(man):
    """({path in the site: text}, the pictures)."""
    found = sum((glob.glob(f"{folder}/**/*.md", recursive=True) for folder in FOLDERS), [])
    shown = {}
    texts = {path: page(path, shown) for path in glob.glob("*.md") + found}
    for copy in filter(lambda copy: copy.endswith(".md"), shown):
        texts[copy] = listing(shown[copy], shown)
    for path in glob.glob(f"{man}/man*/*"):
        texts[f"sw/man/{os.path.basename(path)}.md"] = manual(path)
    return texts, [copy for copy in shown if copy not in texts]


def main():
    man, out, site = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    texts, pictures = pages(man)
    config = read(f"{HERE}/mkdocs.yml")
    named = set(re.findall(r"\S+\.md$", config, re.M))
    rest = sorted(set(texts) - named, key=lambda path: (not path.endswith("README.md"), path))
    texts["../mkdocs.yml"] = config + "".join(f"      - {path}\n" for path in rest)
    texts["site.css"] = read(f"{HERE}/site.css")
    texts["iframe-worker.js"] = read(f"{HERE}/site.js")
    for path in [*texts, *pictures]:
        os.makedirs(os.path.dirname(f"{out}/pages/{path}"), exist_ok=True)
    for path, text in texts.items():
        with open(f"{out}/pages/{path}", "w", encoding="utf-8") as f:
            f.write(text)
    for path in pictures:
        shutil.copy(path, f"{out}/pages/{path}")
    sys.exit(subprocess.run([sys.executable, "-m", "mkdocs", "build", "-f", f"{out}/mkdocs.yml",
                             "-d", os.path.abspath(site)],
                            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode)


main()
