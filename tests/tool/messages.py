#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""What the tool prints is used by others: commands by a shell, columns by a terminal in any script, no escape sequences by
a dumb one; and an output that cannot be written leaves one line and no half of a file.

usage: messages.py
"""
import os
import re
import resource
import shutil
import subprocess
import unicodedata

from kit import CROSS, TALLY, Result, build, capture, end, ok, on_terminal, sh, tally, workdir

NAMES = "my soc", "it's", "$HOME", "-dash", "~", "two\nlines", "q\"u`o`tes\\", "a;b&c", "{1,2}*?[x]", "=ls", "#x", "größe", "é ü"
CODE = "volatile int g;\nint run(void) { for (int i = 0; i < 100; i++) g += i; return g; }\n"
WIDE = r"""
volatile int g;
__attribute__((noinline)) void 計算(void) { g += 1; }
__attribute__((noinline)) void größe(void) { 計算(); /* 速度を測る */ g += 2; }
__attribute__((noinline)) void e\u0301tat(void) { größe(); g += 3; }
__attribute__((noinline)) void short_one(void) { g += 4; }
int run(void) { for (int i = 0; i < 9; i++) { e\u0301tat(); short_one(); } return g; }
"""
INLINED = r"""
volatile int g;
struct adder { __attribute__((always_inline)) int operator()(int x) const { g = g + x; g = g * x; return g; } };
template <class T> __attribute__((always_inline)) inline int twice(T f) { return f(1) + f(2); }
extern "C" int run(void) { return twice(adder()); }
"""


def shell(command):
    """By bash, in which `tally` is the one under test."""
    path = os.path.dirname(TALLY) + ":" + os.environ["PATH"]
    return Result(subprocess.run(["bash", "-c", command], capture_output=True, env={**os.environ, "PATH": path}))


def hint_of(text, pattern):
    found = re.search(pattern, text, re.S)
    return found.group(1) if found else "echo no hint; exit 9"


def quoted(elf, tape):
    for name in NAMES:
        os.makedirs(os.path.join("q", name), exist_ok=True)
        os.chdir("q")
        firmware, taken = os.path.join(name, "f.elf"), os.path.join(name, "f.tally")
        shutil.copy("../" + elf, firmware)
        shutil.copy("../" + tape, taken)
        way = "./" if name.startswith("-") else ""
        for given in [way + taken], [way + taken, way + firmware]:
            r = tally("report", *given)
            hint = hint_of(r.out, "next: `(tally annotate .*)` shows")
            ok("%r: what to type next works" % hint, shell(hint).out.startswith("run  "), r.out, shell(hint))
        os.chdir("..")
    shutil.copy(tape, "-t.tally")
    hint = hint_of(tally("report", "--", "-t.tally").out, "next: `(tally annotate .*)` shows")
    ok("%r: a name that begins with a -" % hint, shell(hint).out.startswith("run  "), shell(hint))
    ok("a plain name is bare", "`tally annotate %s %s`" % (tape, elf) in tally("report", tape, elf).out)
    shown = on_terminal("stdout", "report", "q/" + NAMES[0] + "/f.tally", "q/my soc/f.elf")
    ok("a command is not broken into two lines", "`tally annotate 'q/my soc/f.tally' 'q/my soc/f.elf'`" in shown, shown)


def copies(elf):
    """Copies of the ELF for gprof and perf."""
    os.makedirs("it's $1", exist_ok=True)
    odd = "it's $1/odd.elf"
    sh(CROSS + "objcopy", "--rename-section", ".text=text", elf, odd)
    tape = capture(odd, "odd")
    for kind in "gmon", "perf":
        if kind == "perf":
            odd = "it's $1/labels.elf"
            sh(CROSS + "objcopy", "--add-symbol", ".L0=.text:4,local", elf, odd)
            tape = capture(odd, "labels")
        r = tally("export", kind, "-o", kind + ".out", tape)
        hint = hint_of(r.err, "made by: (.*)\n").replace("NAME", "text")
        ok("%s: %s" % (kind, hint), shell(hint).code == 0 and os.path.exists("COPY.elf"), r, shell(hint))
        if os.path.exists("COPY.elf"):
            os.remove("COPY.elf")


def inlined():
    elf = build("inlined", {"f.cc": INLINED}, "-O2", "-g", compiler="g++")
    tape = capture(elf)
    name = "adder::operator()(int) const"
    ok("it is in the report", name in tally("report", "--by", "inline", tape).out, tally("report", "--by", "inline", tape))
    r = tally("annotate", name, tape)
    hint = hint_of(r.err, "`(tally report --by chain .*)` says") + " " + tape
    ok("%s: %s" % (name, hint), r.code == 1 and ";" + name in shell(hint).out, r, shell(hint))


def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wide():
    """Names and source lines in the script of their authors."""
    elf = build("wide", {"wide.c": WIDE}, "-O1", "-g")
    tape = capture(elf)
    for locale in "C.UTF-8", "C":
        def out(*arguments):
            return tally(*arguments, env={"LC_ALL": locale}).out
        text = out("report", tape)
        places = {columns(line[:line.index("wide.c:")]) for line in text.split("\n") if "% " in line and "wide.c:" in line}
        ok("%s: places in one column" % locale, len(places) == 1, text)
        for width in range(56, 80, 3):
            for command in ["report"], ["report", "--by", "line"], ["report", "--tree"], ["report", "--by", "caller"], \
                    ["annotate", "--top", "0"], ["diff", tape]:
                text = out(*command, "--width", str(width), tape)
                table = [line for line in text.split("\n") if "wide.c" in line or "計" in line or "gr" in line]
                ok("%s, %s --width %d: no line is longer" % (locale, " ".join(command), width),
                   table and max(map(columns, table)) <= width, text)


def dumb(elf, tape):
    kept = os.environ.get("TERM")
    os.environ.pop("NO_COLOR", None)
    for kind in "dumb", "":
        os.environ["TERM"] = kind
        for stream in "stdout", "stderr":
            for command in ["run", "--cycles", "4M", "endless.elf"], ["report", tape], ["annotate", tape], ["report", "--tree", tape], \
                    ["diff", tape, tape]:
                text = on_terminal(stream, *command)
                ok("TERM=%s, %s of %s: no escape sequences" % (kind, stream, command[0]),
                   "\033" not in text and "\r" not in text.replace("\r\n", ""), repr(text))
    os.environ["TERM"] = "xterm"
    ok("TERM=xterm has them", "\033[" in on_terminal("stdout", "report", tape))
    os.environ["TERM"] = kept or "dumb"


def limited(bytes_, *arguments, **others):
    """With a limit of a file's size, and nothing that ignores its signal."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))
    return subprocess.run([TALLY, *arguments], stderr=subprocess.PIPE, preexec_fn=limit, restore_signals=True, **others)


def unwritable(elf, tape):
    shutil.copy(tape, "again.tally")
    before = set(os.listdir("."))
    for command in ["run", "--cycles", "10k", "-o", "cut.tally", elf], ["run", "--cycles", "10k", "--json=cut.json", elf], \
            ["export", "html", "-o", "cut.html", tape], ["export", "perf", "-o", "cut.data", tape], ["report", "--csv=cut.csv", tape], \
            ["diff", "--html", "cut.html", tape, tape], ["merge", "-o", "cut.tally", tape, "again.tally"], ["annotate", "--json=cut.json", tape]:
        r = limited(100, *command, stdout=subprocess.DEVNULL)
        ok("%s: a limit of file size: one line, exit 1" % " ".join(command), r.returncode == 1
           and re.fullmatch(rb"(tally: note: .*\n)*tally: cut\.\w+: cannot write: File too large\n", r.stderr), r)
        ok("... and no half of a file", set(os.listdir(".")) == before, set(os.listdir(".")) - before)
    with open("stdout", "wb") as to:
        r = limited(100, "report", tape, stdout=to)
    ok("standard output: one line, exit 1", r.returncode == 1
       and r.stderr == b"tally: cannot write to the standard output: File too large\n", r)
    for command in ["report", tape], ["run", "--cycles", "10k", elf], ["annotate", tape], ["export", "csv", tape], ["--help"], ["run", "--help"], \
            ["run", "--cycles", "10k", "--json", elf], ["run", "--cycles", "10k", "-o", "-", elf], ["merge", "-o", "-", tape, "again.tally"]:
        r = shell("tally %s >/dev/full" % " ".join(command))
        ok("%s >/dev/full: one line, exit 1" % " ".join(command), r.code == 1 and [line for line in r.err.split("\n") if "No space" in line]
           and "cannot write to the standard output" in r.err, r)
        r = shell("tally %s >&-" % " ".join(command))
        ok("... and >&-", r.code == 1 and "cannot write to the standard output" in r.err, r)


def main():
    workdir("messages")
    elf = build("plain", {"f.c": CODE}, "-O1", "-g")
    tape = capture(elf)
    build("endless", {"loop.c": "int run(void) { volatile int n = 0; for (;;) n++; }"}, "-O1", "-g")
    quoted(elf, tape)
    copies(elf)
    inlined()
    wide()
    dumb(elf, tape)
    unwritable(elf, tape)
    end()


if __name__ == "__main__":
    main()
