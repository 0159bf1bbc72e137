# SPDX-License-Identifier: ISC
# rare.sed - tells the C++ compiler what is rarely so in a simulated machine, in the code that Verilator writes: reset,
# and in the unit whatever is neither tick nor sample. It puts the code for that aside, and the code of a
# common clock, which is larger than a first-level cache, is dense. For sed -z -E; run by `verilate`.
s/if \(([^;{}]*(__DOT__stirs?|__DOT__active|unit__DOT__stb|__DOT__now_sleep|__DOT__jitter)\b[^;{}]*)\) \{/if (VL_UNLIKELY(\1)) {/g
s/if \((\(0x8000U & vlSelf->__Vcellout__pins__pins_o\[3U\]\))\) \{/if (VL_UNLIKELY(\1)) {/g
