# SPDX-License-Identifier: ISC
# needs: tally
"""debug_info.py - debug information that is unusual but healthy: paths of other systems, discarded
code, what is absent.
"""
import os
import re

from kit import CROSS, end, imported, ok, read, rows, sh, tally, workdir, write

FLAGS = ["-march=rv32im", "-mabi=ilp32", "-mno-relax", "-nostdlib", "-static", "-fno-exceptions",
         "-Wl,--no-warn-rwx-segments,-e,first"]
AT = "-Wl,-Ttext=0x80000000"
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
LOCAL = """extern volatile int g;%s
static __attribute__((noinline)) int init(int n)%s{
	return n * g;
}
"""
OVERLAYS = {"ov1.c": "volatile int g;\nvoid decode(void) { g = 1; g = 2; g = 3; g = 4; g = 5; g = "
                     "6; }\n",
            "ov2.c": "extern volatile int g;\n\nvoid encode(void) { g = 4; }\n",
            "ov3.c": "extern volatile int g;\nstatic inline __attribute__((always_inline)) void "
                     "inl(void)\n"
                     "{ g = 9; g = 8; g = 7; }\nvoid flush(void) { inl(); }\n",
            "ov.c": "void decode(void), encode(void), flush(void);\n"
                    "void first(void) { decode(); encode(); flush(); }\n"}
OVERLAY_SCRIPT = """ENTRY(first)
SECTIONS {
	.text 0x80000000 : { ov.o(.text) }
	.bss : { *(.bss .sbss) }
	OVERLAY 0x80010000 : AT (0x80001000) {
		.ov1 { ov1.o(.text) }
		.ov2 { ov2.o(.text) ov3.o(.text) }
	}
}
"""


def gcc(*arguments, **more):
    sh(CROSS + "gcc", *FLAGS, *arguments, **more)


def objects(name, language, flags, llvm, texts=(TWINS, OTHER)):
    """Of two units, assembled by GNU's or by LLVM's assembler, which keeps the length of what is
    discarded."""
    out = []
    for part, text in zip("ab", texts):
        stem = name + part
        write(f"{stem}.{language}", text)
        gcc(*flags, "-g", "-ffunction-sections", "-S", f"{stem}.{language}", "-o", stem + ".s")
        if llvm:
            text = re.sub(r"\t\.attribute.*\n", "", read(stem + ".s").decode())
            sh("llvm-mc", "-triple=riscv32", "-mattr=+m,-relax", "-filetype=obj", "-o",
               stem + ".o", text=text)
        else:
            gcc("-c", stem + ".s", "-o", stem + ".o")
        out.append(stem + ".o")
    return out


def answers(elf, base):
    """What the tool knows of each instruction, by its offset: function, file, line, inlined
    calls."""
    pcs = re.findall(r"^\s*([0-9a-f]+):\t", sh(CROSS + "objdump", "-d", elf), re.M)
    tape = imported(elf, {int(pc, 16): 1 for pc in pcs})
    return {int(r["address"], 16) - base: (r["function"], r["file"], r["line"], r["inlined"])
            for r in rows("annotate", tape)}


def discarded():
    """The same objects linked at 0, where discarded code is, and far from it, where nothing
    disturbs."""
    for name, language, flags, llvm in (
            ("gnu", "c", ["-O1"], False), ("gnu-cc2", "cc", ["-O1", "-gdwarf-2"], False),
            ("llvm-o0", "c", ["-O0", "-gdwarf-4"], True),
            ("llvm-cc", "cc", ["-O1", "-gdwarf-4"], True)):
        parts, fourth = objects(name, language, flags,
                                llvm), "_Z6fourthi" if language == "cc" else "fourth"
        link = f"-Wl,--gc-sections,-u,second,-u,third,-u,{fourth}"
        far, near = name + "-far.elf", name + "-0.elf"
        gcc(*parts, link, AT, "-o", far)
        right = answers(far, 0x80000000)
        for at in 0, 0x40:
            gcc(*parts, f"{link},-Ttext={at:#x}", "-o", near)
            found = answers(near, at)
            ok(f"{name}, discarded code, linked at {at:#x}: {len(found)} instructions",
               found == right and all(row[2] for row in right.values()),
               [(k, right.get(k), v) for k, v in found.items() if right.get(k) != v][:4])
        there = sh(CROSS + "addr2line", "-e", far, "0x80000000").split(" (")[0].strip()
        ok(f"{name}: the first line is addr2line's", f"{right[0][1]}:{right[0][2]}" == there,
           right[0], there)


def same_names():
    """At 0 lives the function of one file; the other file's of the same name and size is
    discarded."""
    texts = (LOCAL % ("", "\n\n\n") + "int first(int n) { return init(n) + g; }\n",
             LOCAL % ("\nvolatile int g;", " ") + "int gone(int n) { return init(n) - g; }\n")
    for llvm, order in (False, 1), (True, -1):
        parts = objects("same", "c", ["-O1", "-gdwarf-4"], llvm, texts)[::order]
        for elf, at in ("same-far.elf", AT), ("same-0.elf", "-Wl,-Ttext=0"):
            gcc(*parts, "-Wl,--gc-sections", at, "-o", elf)
        far, near = answers("same-far.elf", 0x80000000), answers("same-0.elf", 0)
        row = rows("report", imported("same-0.elf", {0: 7}))[0]
        ok(f"two static functions of one name and size, LLVM {llvm}: the right file's lines, "
           f"and place", far == near and far[0][0] == "init" and "samea.c" in far[0][1]
           and row["file"].endswith("samea.c") and row["line"] == 2, far, near, row)


def overlays():
    """Code of the overlay that is not shown gives no line and no inlined call to the one that
    is."""
    for name, text in OVERLAYS.items():
        write(name, text)
        gcc("-O1", "-g", "-c", name)
    write("ov.ld", OVERLAY_SCRIPT)
    gcc("-T", "ov.ld", "ov.o", "ov1.o", "ov2.o", "ov3.o", "-o", "ov.elf")
    tape = imported("ov.elf", dict.fromkeys(range(0x80010000, 0x80010040, 4), 1))
    lines = rows("report", "--by", "line", tape)
    ok("overlays: lines of the function that is shown, no inlined call of another", lines and all(
        r["name"] != "decode" or r["file"].endswith("ov1.c") for r in lines)
       and not any(r["function"] == "decode" and r["inlined"] for r in rows("annotate", tape)),
       lines)


def paths():
    here = os.getcwd()
    os.makedirs("src")
    os.makedirs("build")
    write("src/main.c", "volatile int g;\nvoid first(void) { g = 1; }	/* the text to find */\n")
    absolute = here + "/src/main.c"
    # what, how the compiler's names are rewritten, the name that is shown, a prefix that finds the
    # source
    for what, maps, source, name, prefix in (
            ("absolute", {"": "C:/p/proj"}, absolute, "C:/p/proj/src/main.c", "C:/p/proj"),
            ("relative", {"": "C:/p/proj"}, "../src/main.c", "C:/p/proj/src/main.c", r"C:\p\proj"),
            ("relative, backslashes", {"/build": "C:\\w\\build"}, "../src/main.c",
             "C:/w/src/main.c", "C:\\w"),
            ("a server", {"/src/": r"\\server\w\src" + "\\", "": r"\\server\w"}, absolute,
             "//server/w/src/main.c",
             r"\\server\w"),
            ("a relative directory", {"": "proj"}, absolute, "proj/src/main.c", "proj"),
            ("the directory .", {"": "."}, absolute, "src/main.c", None)):
        for version in "4", "5":
            rewrite = [f"-fdebug-prefix-map={here}{old}={new}"
                       for old, new in reversed(maps.items())]
            gcc("-O1", "-gdwarf-" + version, *rewrite, source, AT, "-o", "../path.elf", cwd="build")
            tape = imported("path.elf", {0x80000000: 7})
            found = rows("report", "--by", "line", tape)[0]["file"]
            shown = tally("annotate", "first", tape, "--source-prefix",
                          f"{prefix}={here}").out if prefix else ""
            ok(f"DWARF {version}, {what}: {name}, found behind {prefix}", found == name
               and (not prefix or "the text to find" in shown), found, shown)


def absent():
    write("d.c", "volatile int g;\nvoid first(void) { g = 1; }\n")
    for elf, *flags in (("zlib.elf", "-g", "-gz=zlib"), ("d.elf", "-g"), ("none.elf",),
                        ("frame.elf", "-fasynchronous-unwind-tables", "-fno-dwarf2-cfi-asm")):
        gcc("-O1", *flags, AT, "d.c", "-o", elf)
    for elf, *change in (("lines.elf", "--remove-section", ".debug_info"),
                         ("info.elf", "--remove-section", ".debug_line"),
                         ("scattered.elf", "--rename-section",
                          ".debug_line=.debug_line.text.first")):
        sh(CROSS + "objcopy", *change, "d.elf", elf)
    zlib = read("zlib.elf")
    headers = sh(CROSS + "readelf", "-SW", "zlib.elf")
    offset = int(re.search(r"\.debug_info\s+PROGBITS\s+\S+\s+(\S+)", headers).group(1), 16)
    assert zlib[offset:offset + 4] == b"\1\0\0\0"
    write("zstd.elf", zlib[:offset] + b"\2" + zlib[offset + 1:])
    for elf, words, lines in (("none.elf", "", False), ("frame.elf", "", False),
                              ("zlib.elf", "", True),
                              ("lines.elf", "no .debug_info", False),
                              ("info.elf", "no .debug_line", False),
                              ("scattered.elf", "*(.debug_line .debug_line.*)", False),
                              ("zstd.elf", "zstd", False)):
        r = tally("report", "--by", "line", "--csv", imported(elf, {0x80000000: 7}))
        ok(f"{elf}: {words or 'no note'}", r.code == 0 and (words in r.err if words else not r.err)
           and "damaged" not in r.err and ("d.c" in r.out) == lines, r)


def main():
    workdir()
    discarded()
    same_names()
    overlays()
    paths()
    absent()
    end()


main()
