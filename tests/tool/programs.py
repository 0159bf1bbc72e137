# SPDX-License-Identifier: ISC
"""Programs in C, C++ and with Rust's names, for kit.build(); run() is where they begin."""

C = r"""
volatile int g;
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x + g; }
static inline __attribute__((always_inline)) int deep(int x)
{
	int s = 0;
	for (int i = 0; i < 3; i++)
		s += twice(x) ^ i;
	return s;
}
static int maybe(int x) { return x * 3 + g; }
int dead(int n) { return deep(n) + g; }
__attribute__((noinline)) int work(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += deep(i) + maybe(i);
	return s;
}
__attribute__((noinline, section(".fast"))) int fast(int n) { while (n--) g += twice(n); return g; }
extern int bare(int);
void run(void) { g = work(60); g += fast(40) + bare(30) + maybe(5); }
"""
BARE = r"""
	.globl bare
bare:	addi a0, a0, -1
again:	bnez a0, bare
	ret
"""
CPP = r"""
namespace filter {
template <typename T> struct Ring {
	T at[8];
	unsigned n;
	void put(T x) { at[n++ % 8] = x; }
	T sum() const { T s = 0; for (T x : at) s += x; return s; }
};
struct Stage { virtual int run(int x); int gain; };
__attribute__((noinline)) int Stage::run(int x) { return x * gain; }
template <typename T> __attribute__((noinline)) T smooth(Ring<T> &r, T x) { r.put(x); return r.sum(); }
}
static filter::Ring<int> ring;
static filter::Stage stage;
volatile int g;
extern "C" void run() { stage.gain = 3; for (int i = 0; i < 50; i++) g = filter::smooth(ring, stage.run(i)); }
"""
# As rustc names functions: legacy and v0.
RUST = r"""
	.globl run
	.type run, @function
run:	li a0, 50
	mv s0, ra
	call _ZN4core3fmt9Formatter3pad17h0123456789abcdefE
	li a0, 50
	call _RNvNtCs1234_7mycrate3foo3bar
	mv ra, s0
	ret
	.size run, . - run
	.globl _ZN4core3fmt9Formatter3pad17h0123456789abcdefE
	.type _ZN4core3fmt9Formatter3pad17h0123456789abcdefE, @function
_ZN4core3fmt9Formatter3pad17h0123456789abcdefE:
1:	addi a0, a0, -1
	bnez a0, 1b
	ret
	.size _ZN4core3fmt9Formatter3pad17h0123456789abcdefE, 12
	.globl _RNvNtCs1234_7mycrate3foo3bar
	.type _RNvNtCs1234_7mycrate3foo3bar, @function
_RNvNtCs1234_7mycrate3foo3bar:
1:	addi a0, a0, -1
	bnez a0, 1b
	ret
	.size _RNvNtCs1234_7mycrate3foo3bar, 12
"""
PARTS = {"a.c": C, "bare.S": BARE}
FAST = "-Wl,--section-start=.fast=0x80020000"
