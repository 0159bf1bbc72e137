# SPDX-License-Identifier: ISC
# needs: tally tests/export/cases.json
"""messages.py - what the tool prints is used by others: commands by a shell, columns by a terminal
in any script, no escape sequences by a dumb one; and what to look at next.
"""
import os
import re
import shutil
import subprocess
import unicodedata
from xml.dom import minidom

from kit import BUILD, TALLY, Result, build, capture, end, ok, on_terminal, read, tally, workdir, \
    write

NAMES = "it's my soc", "$HOME", "-dash", "two\nlines", "q\"u`o`tes\\", "{1,2}*?[x]"
CODE = "volatile int g;\nint run(void) { for (int i = 0; i < 100; i++) g += i; return g; }\n"
LOOP = "int run(void) { volatile int n = 0; for (;;) n++; }\n"
WIDE = r"""
volatile int g;
__attribute__((noinline)) void 計算(void) { g += 1; }
__attribute__((noinline)) void größe(void) { 計算(); /* 速度を測る */ g += 2; }
__attribute__((noinline)) void e\u0301tat(void) { größe(); g += 3; }
__attribute__((noinline)) void short_one(void) { g += 4; }
int run(void) { for (int i = 0; i < 9; i++) { e\u0301tat(); short_one(); } return g; }
"""
VIEWS = (["report"], ["report", "--by", "line"], ["report", "--by", "caller"], ["report", "--tree"],
         ["annotate", "--top", "0"])


def shell(command):
    """By bash, in which `tally` is the one under test."""
    path = os.path.dirname(TALLY) + ":" + os.environ["PATH"]
    return Result(subprocess.run(["bash", "-c", command], capture_output=True,
                                 env={**os.environ, "PATH": path}))


def hint_of(text, pattern):
    found = re.search(pattern, text, re.S)
    return found.group(1) if found else "echo no hint; exit 9"


def quoted(elf, tape):
    for name in NAMES:
        os.makedirs(f"q/{name}")
        os.chdir("q")
        firmware, taken = os.path.join(name, "f.elf"), os.path.join(name, "f.tally")
        shutil.copy("../" + elf, firmware)
        shutil.copy("../" + tape, taken)
        way = "./" if name.startswith("-") else ""
        r = tally("report", way + taken, way + firmware)
        hint = hint_of(r.out, "next: `(tally annotate .*)` shows")
        ok(f"{hint!r}: what to type next works", shell(hint).out.startswith("run  "), r.out,
           shell(hint))
        os.chdir("..")


def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF"
               else 1 for c in text)


def wide():
    """Names and source lines in the script of their authors."""
    tape = capture(build("wide", {"wide.c": WIDE}, "-O1", "-g"))
    text = tally("report", tape, env={"LC_ALL": "C"}).out
    lines = re.findall(r"^.*% .*wide\.c:", text, re.M)
    places = {columns(line.removesuffix("wide.c:")) for line in lines}
    ok("places in one column", len(places) == 1, text)
    for command in *VIEWS, ["diff", tape]:
        text = tally(*command, "--width", "56", tape).out
        table = [line for line in text.split("\n") if re.search("wide.c|計|gr", line)]
        ok(f"{' '.join(command)} --width 56: no line is longer",
           table and max(map(columns, table)) <= 56, text)


def hostile():
    """Names that would steer a terminal, break a line or turn the text round."""
    tape = f"{BUILD}/tests/export/hostile.tally"
    write("total.txt", "total 1\n")
    for command in (*VIEWS, ["report", "--by", "inline"], ["diff", tape], ["check", "--endless",
                    "--update", "new.txt"], ["check", "--endless", "--junit=h.xml",
                    "--markdown=h.md", "--github", "total.txt"], ["check", "--endless",
                    "--against", tape], ["report", "\u009b", "x\xff"]):
        r = tally(*command, tape)
        text = r.out + r.err + (read("new.txt").decode() if "new.txt" in command else "")
        bad = re.findall("[\0-\x09\x0b-\x1f\x7f-\x9f\ufffd]", text)
        ok(f"{' '.join(command)}: UTF-8 that steers nothing", not bad, bad, r)
    minidom.parse("h.xml")


def terminals(tape):
    kept = os.environ.pop("TERM", "dumb")
    os.environ["TERM"] = "dumb"
    for stream in "stdout", "stderr":
        text = on_terminal(stream, "run", "--cycles", "2M", "loop.elf").replace("\r\n", "")
        ok(f"TERM=dumb, {stream}: no escape sequences", not re.search("[\033\r]", text), text)
    os.environ["TERM"] = "xterm"
    plain = tally("report", tape).out
    hues = tally("report", "--color", "always", tape).out
    ok("TERM=xterm has colours, a pipe has none; the same text",
       "\033[" in on_terminal("stdout", "report", tape)
       and "\033" not in plain and "\033[" in hues and re.sub(r"\033\[[\d;]*m", "", hues) == plain)
    shown = on_terminal("stdout", "run", "--cycles", "12345", "loop.elf")
    ok("on a terminal: separators", "TICKS 12,345 = HITS 12," in shown, shown)
    shown = on_terminal("stderr", "run", "--cycles", "5M", "loop.elf")
    ok("progress, erased before the report", re.search(r"M cycles, [\d.]+ M cycles/s, \d+%", shown)
       and shown.endswith("\r\033[K"), shown)
    os.environ["NO_COLOR"] = "1"
    ok("NO_COLOR is respected", "\033[" not in on_terminal("stdout", "report", tape))
    del os.environ["NO_COLOR"]
    os.environ["TERM"] = kept


def next_steps(loop):
    r = tally("run", "--cycles", "10k", loop)
    ok("what comes next, without -o",
       re.search(r"\nnext: with -o FILE, `tally annotate FILE` shows run, \d+% of all cycles",
                 r.out), r.out)
    tally("run", "--cycles", "10k", "-o", "next.tally", loop)
    r = tally("export", "html", "-o", "next.html", "next.tally", env={"PATH": "/nonexistent"})
    ok("no objdump: a page without instructions says so", r.code == 0
       and "no instructions" in r.err, r)


def main():
    workdir()
    elf = build("plain", {"f.c": CODE}, "-O1", "-g")
    loop = build("loop", {"loop.c": LOOP}, "-O2", "-g")
    tape = capture(elf)
    quoted(elf, tape)
    wide()
    hostile()
    terminals(tape)
    next_steps(loop)
    end()


main()
