#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Debug information that is unusual but healthy: paths of other systems, discarded and folded code, what is absent.

usage: debug_info.py PROBE
"""
import os
import re
import subprocess
import sys

from kit import CROSS, end, ok, rows, sh, tally, workdir

PROBE = os.path.abspath(sys.argv[1])
FLAGS = ["-march=rv32im", "-mabi=ilp32", "-mno-relax", "-nostdlib", "-static", "-fno-exceptions",
         "-Wl,--no-warn-rwx-segments,-e,first"]
TWINS = """
extern volatile int g;
static inline __attribute__((always_inline)) int deep(int x) { return 3 * x + g; }
#ifdef __cplusplus
namespace n {
int gone(int n) { return deep(n) - g; }
int used(int n) { return deep(n) + g; }
}
int fourth(int n) { return n::used(n); }
extern "C" {
#endif
int gone(int n) { return deep(n) - g; }
__attribute__((section(".text.aaa"))) int first(int n)
{
	return deep(n) + g;
}
__attribute__((section(".text.zzz"))) int also_gone(int n)
{
	return deep(n) + g;
}
int second(int n) { while (n--) g += deep(n); return g; }
#ifdef __cplusplus
}
#else
int fourth(int n) { return n - g; }
#endif
"""
OTHER = """
volatile int g;
int gone_elsewhere(int n) { return n + g; }
int third(int n) { return n * g; }
"""


def link(elf, at, objects):
    sh(CROSS + "gcc", *FLAGS, *objects, "-Wl,--gc-sections,-u,second,-u,third,-u,fourth,-Ttext=%#x" % at if "cc" not in elf
       else "-Wl,--gc-sections,-u,second,-u,third,-u,_Z6fourthi,-Ttext=%#x" % at, "-o", elf)


def objects(name, language, flags, llvm, texts=(TWINS, OTHER)):
    """Of two units, assembled by GNU's or by LLVM's assembler, which keeps the length of what is discarded."""
    out = []
    for part, text in zip("ab", texts):
        source, stem = name + part + "." + language, name + part
        open(source, "w").write(text)
        sh(CROSS + "gcc", *FLAGS[:6], *flags, "-g", "-ffunction-sections", "-S", source, "-o", stem + ".s")
        if llvm:
            text = re.sub(r"\t\.attribute.*\n", "", open(stem + ".s").read())
            sh("llvm-mc", "-triple=riscv32", "-mattr=+m,-relax", "-filetype=obj", "-o", stem + ".o", text=text)
        else:
            sh(CROSS + "gcc", *FLAGS[:5], "-c", stem + ".s", "-o", stem + ".o")
        out.append(stem + ".o")
    return out


def answers(elf, base):
    """What the tool knows of each instruction, by its offset: function, file, line, inlined calls."""
    pcs = [int(m.group(1), 16) for m in re.finditer(r"^\s*([0-9a-f]+):\t", sh(CROSS + "objdump", "-d", elf), re.M)]
    lines = sh(PROBE, elf, text="".join("%x\n" % pc for pc in pcs)).splitlines()
    return {int(l.split("|")[0], 16) - base: [f for i, f in enumerate(l.split("|")) if i not in (0, 2)] for l in lines}


def discarded():
    """The same objects linked at 0, where discarded code is, and far from it, where nothing disturbs."""
    for name, language, flags, llvm in (
            ("gnu", "c", ["-O1"], False), ("gnu-o0", "c", ["-O0"], False), ("gnu-cc", "cc", ["-O1"], False),
            ("gnu-cc2", "cc", ["-O1", "-gdwarf-2"], False), ("llvm", "c", ["-O1", "-gdwarf-4"], True),
            ("llvm-o0", "c", ["-O0", "-gdwarf-4"], True), ("llvm-cc", "cc", ["-O1", "-gdwarf-4"], True)):
        parts = objects(name, language, flags, llvm)
        far, near = name + "-far.elf", name + "-0.elf"
        link(far, 0x80000000, parts)
        right = answers(far, 0x80000000)
        known = sum(row[2] != "0" for row in right.values())
        for at in 0, 0x40:
            link(near, at, parts)
            found = answers(near, at)
            ok("%s, discarded code, linked at %#x: %d instructions" % (name, at, len(found)),
               found == right and known == len(right), [(k, right.get(k), v) for k, v in found.items() if right.get(k) != v][:4])
        r = sh(CROSS + "addr2line", "-e", far, "0x80000000").split(" (")[0].strip()
        ok("%s: the first line is addr2line's" % name, right[0][1] + ":" + right[0][2] == r, right[0], r)


def same_names():
    """At 0 lives the function of one file; the other file's of the same name and size is discarded."""
    local = "extern volatile int g;%s\nstatic __attribute__((noinline)) int init(int n)%s{\n\treturn n * g;\n}\n"
    texts = (local % ("", "\n\n\n") + "int first(int n) { return init(n) + g; }\n",
             local % ("\nvolatile int g;", " ") + "int gone(int n) { return init(n) - g; }\n")
    for llvm in False, True:
        for order in 1, -1:
            parts = objects("same", "c", ["-O1", "-gdwarf-4"], llvm, texts)[::order]
            for elf, at in ("same-far.elf", 0x80000000), ("same-0.elf", 0):
                sh(CROSS + "gcc", *FLAGS, *parts, "-Wl,--gc-sections,-Ttext=%#x" % at, "-o", elf)
            far, near = answers("same-far.elf", 0x80000000), answers("same-0.elf", 0)
            ok("two static functions of one name and size, LLVM %s: the right file's lines" % llvm,
               far == near and far[0][0] == "init" and "samea.c" in far[0][1], far, near)
            tally("import", "same-0.elf", "-o", "same.tally", stdin=b"0 7\n")
            row = rows("report", "same.tally")[0]
            ok("... and place", row["file"].endswith("samea.c") and row["line"] == 2, row)


def types():
    """Units of types share the line table of the unit that they were taken from."""
    open("t.cc", "w").write("struct s { int a; int f() { return a; } };\nvolatile int g;\n"
                            'extern "C" void first() { s x{g}; g = x.f(); }\n')
    for version in "4", "5":
        sh(CROSS + "g++", *FLAGS, "-O1", "-gdwarf-" + version, "-fdebug-types-section", "-Wl,-Ttext=0x80000000", "t.cc", "-o", "t.elf")
        found = answers("t.elf", 0x80000000)
        ok("DWARF %s, units of types: lines" % version, all(row[2] != "0" for row in found.values()), found)


def overlays():
    """Code of the overlay that is not shown gives no line and no inlined call to the one that is."""
    inl = "extern volatile int g;\nstatic inline __attribute__((always_inline)) void inl(void) { g = 9; g = 8; g = 7; }\n"
    for name, text in (("ov1.c", "volatile int g;\nvoid decode(void) { g = 1; g = 2; g = 3; g = 4; g = 5; g = 6; }\n"),
                       ("ov2.c", "extern volatile int g;\n\nvoid encode(void) { g = 4; }\n"),
                       ("ov3.c", inl + "void flush(void) { inl(); }\n"),
                       ("ov.c", "void decode(void); void encode(void); void flush(void);\n"
                        "void first(void) { decode(); encode(); flush(); }\n")):
        open(name, "w").write(text)
        sh(CROSS + "gcc", *FLAGS[:6], "-O1", "-g", "-c", name)
    open("ov.ld", "w").write("""ENTRY(first)
SECTIONS {
	.text 0x80000000 : { ov.o(.text) }
	.bss : { *(.bss .sbss) }
	OVERLAY 0x80010000 : AT (0x80001000) { .ov1 { ov1.o(.text) } .ov2 { ov2.o(.text) ov3.o(.text) } }
}
""")
    sh(CROSS + "gcc", *FLAGS, "-T", "ov.ld", "ov.o", "ov1.o", "ov2.o", "ov3.o", "-o", "ov.elf")
    tally("import", "ov.elf", "-o", "ov.tally", stdin=b"".join(b"%#x 1\n" % a for a in range(0x80010000, 0x80010040, 4)))
    lines = rows("report", "--by", "line", "ov.tally")
    ok("overlays: lines of the function that is shown", lines and all(r["name"] != "decode" or r["file"].endswith("ov1.c") for r in lines), lines)
    r = tally("report", "--inlines", "ov.tally")
    ok("... and no inlined call of another", "decode;" not in r.out, r)


def folded():
    """Two functions at one address, as ld.lld --icf=all leaves them: name and line are of the same one."""
    for first, second in ("beta", "alpha"), ("alpha", "beta"):
        with open("fold.c", "w") as f:
            f.write("volatile int g;\nint %s(int n) { return n * g; }\n\nint %s(int n) { return n * g; }\n" % (first, second))
        sh(CROSS + "gcc", *FLAGS, "-O1", "-g", "-ffunction-sections", "-Wl,-Ttext=0x80000000,-e,alpha", "fold.c", "-o", "fold.elf")
        at = {s[2]: bytes.fromhex(s[0])[::-1] for s in map(str.split, sh(CROSS + "nm", "fold.elf").splitlines())}
        for name, other in (first, second), (second, first):
            with open("fold.elf", "rb") as f, open("folded.elf", "wb") as to:
                to.write(f.read().replace(at[other], at[name]))
            tally("import", "folded.elf", "-o", "folded.tally", stdin=b"0x%08x 5\n" % int.from_bytes(at[name], "little"))
            function, line = rows("report", "folded.tally")[0], rows("report", "--by", "line", "folded.tally")[0]
            want = {first: 2, second: 4}[function["name"].split()[0]]
            ok("%s and %s folded at %s: name, place and line are one function's" % (first, second, name),
               function["line"] == want and line["line"] == want, function, line)


def paths():
    os.makedirs("src", exist_ok=True)
    os.makedirs("build", exist_ok=True)
    here = os.getcwd()
    open("src/main.c", "w").write("volatile int g;\nvoid first(void) { g = 1; }	/* the text to find */\n")
    absolute, relative = here + "/src/main.c", "../src/main.c"
    for what, maps, source, name, prefix in (
            ("absolute", {"": "C:/p/proj"}, absolute, "C:/p/proj/src/main.c", "C:/p/proj"),
            ("relative", {"": "C:/p/proj"}, relative, "C:/p/proj/src/main.c", r"C:\p\proj"),
            ("backslashes", {"/src/": "C:\\w\\src\\", "": "C:\\w"}, absolute, "C:/w/src/main.c", "c:/W"),
            ("relative, backslashes", {"/build": "C:\\w\\build"}, relative, "C:/w/src/main.c", "C:\\w"),
            ("a server", {"/src/": "\\\\server\\w\\src\\", "": "\\\\server\\w"}, absolute, "//server/w/src/main.c", r"\\server\w"),
            ("the drive's root", {"/src/": "\\w\\src\\", "": "C:\\w"}, absolute, "C:/w/src/main.c", "C:/w"),
            ("a colon in a name of Unix", {"/src": here + "/b:/src"}, absolute, here + "/b:/src/main.c", None),
            ("a relative directory", {"": "proj"}, absolute, "proj/src/main.c", "proj"),
            ("the directory .", {"": "."}, absolute, "src/main.c", None)):
        for version in "4", "5":
            arguments = ["-fdebug-prefix-map=%s%s=%s" % (here, old, new) for old, new in reversed(maps.items())]
            subprocess.run([CROSS + "gcc", *FLAGS, "-O1", "-gdwarf-" + version, *arguments, source, "-Wl,-Ttext=0x80000000",
                            "-o", "../path.elf"], cwd="build", check=True)
            tally("import", "path.elf", "-o", "path.tally", stdin=b"0x80000000 7\n")
            found = rows("report", "--by", "line", "path.tally")[0]["file"]
            ok("DWARF %s, %s: %s" % (version, what, name), found == name, found)
            if prefix:
                r = tally("annotate", "first", "path.tally", "--source-prefix", "%s=%s" % (prefix, here))
                ok("--source-prefix %s= finds it" % prefix, "the text to find" in r.out, r)


def absent():
    open("d.c", "w").write("volatile int g;\nvoid first(void) { g = 1; }\n")
    sh(CROSS + "gcc", *FLAGS, "-O1", "-g", "-gz=zlib", "-Wl,-Ttext=0x80000000", "d.c", "-o", "zlib.elf")
    sh(CROSS + "gcc", *FLAGS, "-O1", "-g", "-Wl,-Ttext=0x80000000", "d.c", "-o", "d.elf")
    sh(CROSS + "gcc", *FLAGS, "-O1", "-Wl,-Ttext=0x80000000", "d.c", "-o", "none.elf")
    sh(CROSS + "gcc", *FLAGS, "-O1", "-fasynchronous-unwind-tables", "-fno-dwarf2-cfi-asm", "-Wl,-Ttext=0x80000000", "d.c", "-o", "frame.elf")
    sh(CROSS + "objcopy", "--remove-section", ".debug_info", "d.elf", "lines.elf")
    sh(CROSS + "objcopy", "--remove-section", ".debug_line", "d.elf", "info.elf")
    sh(CROSS + "objcopy", "--rename-section", ".debug_line=.debug_line.text.first", "d.elf", "scattered.elf")
    zlib, size = open("zlib.elf", "rb").read(), b"\1\0\0\0"
    offset = int(re.search(r"\.debug_info\s+PROGBITS\s+\S+\s+(\S+)", sh(CROSS + "readelf", "-SW", "zlib.elf")).group(1), 16)
    assert zlib[offset:offset + 4] == size
    open("zstd.elf", "wb").write(zlib[:offset] + b"\2" + zlib[offset + 1:])
    for elf, words, lines in (("none.elf", "", False), ("frame.elf", "", False), ("zlib.elf", "", True),
                              ("lines.elf", "no .debug_info", False), ("info.elf", "no .debug_line", False),
                              ("scattered.elf", "*(.debug_line .debug_line.*)", False), ("zstd.elf", "zstd", False)):
        tally("import", elf, "-o", "d.tally", stdin=b"0x80000000 7\n")
        r = tally("report", "--by", "line", "--csv", "d.tally")
        note = r.err
        ok("%s: %s" % (elf, words or "no note"), r.code == 0 and (words in note if words else not note)
           and "damaged" not in note and ("d.c" in r.out) == lines, r)


workdir("debug-info")
discarded()
same_names()
types()
overlays()
folded()
paths()
absent()
end()
