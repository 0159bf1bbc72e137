# SPDX-License-Identifier: ISC
"""A firmware's ELF as the words of a board's RAM, checked against the board and its core: what
would not run there is refused with one line that says why."""
import re
import struct

from board_list import CORES, fail

RAM_BASES = (0x80000000, 0x40000000, 0xB0000000, 0)     # of bus.v; RAM repeats in each
WINDOW = {0: 0x100000}                                  # bytes that it repeats in; else:
WINDOW_ELSE = 0x08000000
EM_RISCV, PT_LOAD, SHT_RISCV_ATTRIBUTES = 243, 1, 0x70000003
EF_RVC, EF_FLOAT, EF_RVE = 1, 6, 8
TAG_FILE, TAG_ARCH = 1, 5
SINGLE = "iemafdqcbvh"          # extensions of one letter
IMPLIED = {"zmmul": "m", "zca": "c", "zaamo": "a", "zalrsc": "a"}     # part of another one


def extensions(isa):
    """{"i", "m", "zicsr", ...} of rv32im_zicsr, or of rv32i2p1_m2p0_zicsr2p0."""
    first, *others = re.sub(r"\d+p\d+", "_", isa[4:].lower()).split("_")
    found = set(first)
    for word in others:
        found |= set(word) if word and set(word) <= set(SINGLE) else {word}
    return {e for e in found if e}


def header(elf):
    """(bytes, what stands in the header) of an ELF for RV32."""
    try:
        data = elf.read_bytes()
    except OSError as e:
        fail(f"{elf}: {e.strerror}")
    if (len(data) < 52 or data[:4] != b"\x7fELF" or data[4] != 1 or data[5] != 1
            or struct.unpack_from("<H", data, 18)[0] != EM_RISCV):
        fail(f"{elf}: not an ELF for 32-bit RISC-V, little-endian")
    kind, = struct.unpack_from("<H", data, 16)
    if kind != 2:
        fail(f"{elf}: not an executable (its type is {kind}): link it")
    return data, struct.unpack_from("<IIIIHHHHH", data, 24)


def attributes(data, shoff, shentsize, shnum):
    """The section .riscv.attributes; empty if there is none."""
    for i in range(shnum):
        at = shoff + i * shentsize
        if at + 40 > len(data):
            break
        kind, _, _, offset, size = struct.unpack_from("<5I", data, at + 4)
        if kind == SHT_RISCV_ATTRIBUTES and offset + size <= len(data):
            return data[offset:offset + size]
    return b""


def uleb(data, at):
    value = shift = 0
    while at < len(data):
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            break
    return value, at


def arch(section):
    """The string of Tag_RISCV_arch, such as rv32i2p1_m2p0; None if the section has none."""
    at = section.find(b"\0", 5) + 1         # behind 'A', length, vendor
    if section[:1] != b"A" or at <= 0:
        return None
    tag, _ = uleb(section, at)
    at += 5                                 # tag of the file's attributes, length
    while tag == TAG_FILE and at < len(section):
        tag_of, at = uleb(section, at)
        if tag_of % 2:                      # odd ones are strings
            end = section.find(b"\0", at)
            if end < 0:
                break
            if tag_of == TAG_ARCH:
                return section[at:end].decode("ascii", "replace")
            at = end + 1
        else:
            _, at = uleb(section, at)
    return None


def check_isa(elf, core, section, flags):
    """Refuses what is compiled for extensions that the core has not."""
    isa = CORES[core].isa
    base = isa.split("_")[0]                # by which gcc finds its libraries
    said = arch(section)
    needs = extensions(said) if said else set()
    if flags & EF_RVC:
        needs.add("c")
    if flags & EF_FLOAT:
        needs.add("f")
    if flags & EF_RVE:
        fail(f"{elf}: compiled for RV32E; {core} is {isa}: compile it with -march={base} "
             f"-mabi=ilp32")
    has = extensions(isa)
    lacks = sorted(e for e in needs - has if IMPLIED.get(e) not in has | needs)
    if lacks:
        fail(f"{elf}: compiled for {said or 'RV32'} with "
             f"{', '.join(e.upper() if len(e) == 1 else e for e in lacks)}, which {core} "
             f"({isa}) does not have: compile it with -march={base}")


def place(elf, address, size, ram_bytes):
    """Where in RAM an address is; refuses what is outside."""
    base = next((b for b in RAM_BASES if b <= address < b + WINDOW.get(b, WINDOW_ELSE)), None)
    if base is None or address - base + size > ram_bytes - 4:
        fail(f"{elf}: its segment at {address:#x} of {size} bytes is not within this board's RAM: "
             f"{ram_bytes} bytes from "
             f"0x80000000, of which the last word is the boot ROM's")
    return address - base


def segments(elf, data, phoff, phentsize, phnum, ram_bytes):
    """[(place in RAM, bytes in the file, bytes in RAM, address)], in order; none overlaps
    another."""
    found = []
    for i in range(phnum):
        at = phoff + i * phentsize
        if at + 32 > len(data):
            fail(f"{elf}: truncated: its program headers are beyond its end")
        kind, offset, _, physical, filesz, memsz = struct.unpack_from("<6I", data, at)
        if kind != PT_LOAD or memsz == 0:
            continue
        if filesz > memsz:
            fail(f"{elf}: damaged: its segment at {physical:#x} has {filesz} bytes in the file and "
                 f"{memsz} in memory")
        if offset + filesz > len(data):
            fail(f"{elf}: truncated: a segment is beyond its end")
        found.append((place(elf, physical, memsz, ram_bytes), data[offset:offset + filesz], memsz,
                      physical))
    if not found:
        fail(f"{elf}: it loads nothing")
    found.sort(key=lambda s: s[0])
    for a, b in zip(found, found[1:]):
        if a[0] + a[2] > b[0]:
            fail(f"{elf}: its segments at {a[3]:#x} ({a[2]} bytes) and {b[3]:#x} are the same RAM, "
                 f"which repeats on this board every "
                 f"{ram_bytes} bytes and from {', '.join(hex(b) for b in RAM_BASES)} on: link them "
                 f"apart")
    return found


def words_of(elf, board, core):
    """(words of RAM, entry, how many words are the firmware's); words that nothing loads are 0."""
    data, (entry, phoff, shoff, flags, _, phentsize, phnum, shentsize, shnum) = header(elf)
    ram_bytes = 4 << board.ram_log2
    check_isa(elf, core, attributes(data, shoff, shentsize, shnum), flags)
    found = segments(elf, data, phoff, phentsize, phnum, ram_bytes)
    if not any(s[3] <= entry < s[3] + len(s[1]) for s in found):
        fail(f"{elf}: its entry point {entry:#x} is in none of its segments")
    ram = bytearray(ram_bytes)
    for at, content, _, _ in found:
        ram[at:at + len(content)] = content
    ram[ram_bytes - 4:] = struct.pack("<I", entry)
    return struct.unpack(f"<{ram_bytes // 4}I",
                         ram), entry, (max(s[0] + s[2] for s in found) + 3) // 4
