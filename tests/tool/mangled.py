#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""The names of Rust and C++ in a profile: as sources write them, however the compiler mangled them.

A small program in assembler has functions of these names, which rustc 1.95 and g++ gave.
"""
from kit import build, end, imported, ok, rows, symbol_list, tally, workdir

NAMES = {
    # Rust, legacy: the hash at the end goes, $..$ is a character, .. is ::
    "_ZN43_$LT$f64$u20$as$u20$names..outer..Stage$GT$3run17hc970df4de8bb3a83E":
        "<f64 as names::outer::Stage>::run",
    "_ZN5names5outer5inner17Ring$LT$T$C$_$GT$3put17he8c61156c84d2ee9E":
        "names::outer::inner::Ring<T,_>::put",
    "_ZN5names10everything28_$u7b$$u7b$closure$u7d$$u7d$17h15a2a753135165caE":
        "names::everything::{{closure}}",
    "_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17h55787889269c62d7E":
        "core::ops::function::FnOnce::call_once{{vtable.shim}}",
    "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17h1fd65a9ee1a00fe3E":
        "core::slice::<impl [T]>::iter",
    "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned"
    "17hd77d7cd91dfdd944E":
        "core::ptr::const_ptr::<impl *const T>::offset_from_unsigned",
    "_ZN5names5outer5inner5plain17h62bb6c36088dd4e3E": "names::outer::inner::plain",
    "_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h0172910e16c41a6dE":
        "<&T as core::fmt::Debug>::fmt",
    # Rust, v0
    "_RNvCsd7U9rWHuKO9_5names10everything": "names::everything",
    "_RNCNCNvCsd7U9rWHuKO9_5names10everythings0_00B5_":
        "names::everything::{closure#2}::{closure#0}",
    "_RNvMCsd7U9rWHuKO9_5namesNtB2_u7Grn_ioau9gre_6ka8i": "<names::Grün>::größe",
    "_RNvMNtNtCsd7U9rWHuKO9_5names5outer5innerINtB2_4RingAaj2_Kj3_E3putB6_":
        "<names::outer::inner::Ring<[i8; 2], 3>>::put",
    "_RNvMs1_Csd7U9rWHuKO9_5namesINtB5_4CharKcfc_Kb1_Kan5_E4showB5_":
        "<names::Char<'\\u{fc}', true, -5>>::show",
    "_RINvCsd7U9rWHuKO9_5names7genericTlcuEFG_UPaQL0_eEuEB2_":
        "names::generic::<(i32, char, ()), for<'a> unsafe fn(*const i8, &'a mut str)>",
    "_RNCNvXNtCsd7U9rWHuKO9_5names5outerdNtB4_5Stage3run0B6_":
        "<f64 as names::outer::Stage>::run::{closure#0}",
    # what only looks so
    "_ZN4a$uzE": "a$uz", "_ZN99a$u20$E": "_ZN99a$u20$E", "_ZZ": "_ZZ",
    "_ZN4$u0$17h0123456789abcdefE": "$u0$",
    # C++
    "_ZN6filter5Stage3runEi": "filter::Stage::run(int)",
    "_ZN6filter6smoothIiEET_RNS_4RingIS1_EES1_": "int filter::smooth<int>(filter::Ring<int>&, int)",
    "_ZN3FooD1Ev": "Foo::~Foo()",
    # ... and what is none of them
    "_RNvC_not_so": "_RNvC_not_so",
}


def function(name, binding):
    return (f'{binding} "{name}"\n.type "{name}", @function\n'
            f'"{name}": nop\nret\n.size "{name}", . - "{name}"\n')


def main():
    workdir("mangled")
    # a local one, which gprof does not take for a function because of its $
    local, *others = NAMES
    source = function(local, ".local")
    source += "".join(function(name, ".globl") for name in others)
    elf = build("mangled", {"a.S": source + ".globl run\nrun: ret\n"})
    tape = imported(elf, {at: 1 for name, at, *_ in symbol_list(elf) if name in NAMES})
    shown = {row["name"] for row in rows("report", tape)}
    for mangled, name in NAMES.items():
        ok(name, name in shown, mangled)
    mangled = {row["name"] for row in rows("report", "--no-demangle", tape)}
    ok("--no-demangle leaves them", NAMES.keys() <= mangled, mangled)
    said = tally("export", "gmon", "-o", "gmon.out", tape, elf).err
    ok("gmon: a local name with a $ is lost", "takes no local name with a $" in said, said)
    end()


main()
