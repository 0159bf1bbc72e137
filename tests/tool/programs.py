# SPDX-License-Identifier: ISC
"""Programs in C and C++, for kit.build(); run() is where they begin."""

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
template <typename T>
__attribute__((noinline)) T smooth(Ring<T> &r, T x) { r.put(x); return r.sum(); }
}
static filter::Ring<int> ring;
static filter::Stage stage;
volatile int g;
template <int N> struct Port { __attribute__((noinline)) static void feed(int x) { g = x * N; } };
extern "C" void run()
{
	stage.gain = 3;
	for (int i = 0; i < 50; i++)
		g = filter::smooth(ring, stage.run(i));
	for (int i = 0; i < 20; i++)
		Port<3>::feed(i);
	Port<5>::feed(1);
}
"""
# Functions whose first row of the line table is not where they are declared: <<name>> stands on
# that line.
PLACES = r"""
volatile int g;
__attribute__((noinline))
int /* <<late>> */ late(int n)


{

	int s = g;
	while (n--)
		s += n;
	return s;
}
namespace board {
struct Meter { template <typename T> static T scale(T x); };
template <typename T> __attribute__((noinline))
T Meter::scale(T x)	/* <<Meter::scale>> */
{
	return g * x;
}
}
extern "C" void run()	/* <<run>> */
{
	g = late(20) + board::Meter::scale<int>(4);
}
"""
PARTS = {"a.c": C, "bare.S": BARE}
FAST = "-Wl,--section-start=.fast=0x80020000"
# Calls: tail calls, recursion, through a pointer.
RECURSION = r"""
__attribute__((noinline))
static int leaf(int n) { volatile int x = 0; for (int i = 0; i < n; i++) x += i; return x; }
__attribute__((noinline)) static int tail(int n) { return leaf(n + 1); }
__attribute__((noinline)) static int down(int n) { return n ? down(n - 1) + leaf(n) : tail(3) + 1; }
__attribute__((noinline)) static int other(int n) { return down(n) + leaf(50); }
static int (*volatile chosen)(int) = other;
int run(void)
{ int x = 0; for (int i = 0; i < 20; i++) x += i & 1 ? chosen(i) : down(i); return x; }
"""
# Recursion by one function and by two; a label inside code; a function that never runs.
CALLS = r"""
#ifndef SIZE
#define SIZE 7
#define ONLY cut
#endif
volatile int g;
__attribute__((noinline)) int leaf(int n) { int s = 0; while (n--) s += g; return s; }
__attribute__((noinline))
static int fib(int n) { return n < 2 ? leaf(n) : fib(n - 1) + fib(n - 2); }
__attribute__((noinline)) static int odd(int n);
__attribute__((noinline)) int even(int n) { return n ? odd(n - 1) / 3 : leaf(SIZE); }
__attribute__((noinline)) static int odd(int n) { return n ? even(n - 1) * 3 : leaf(3); }
__attribute__((noinline)) int ONLY(int n) { __asm__ volatile("nop\nwithin:"); return n + 1; }
__attribute__((noinline)) int never(int n) { return n ? leaf(n - 1) : ONLY(n); }
int run(void) { return fib(SIZE) + even(7) + leaf(9) + ONLY(g) + (g ? never(1) : 0); }
"""
# Stacks that are too deep to be written: by one function, by two, with branches.
DEEP = r"""
#define F __attribute__((noinline))
volatile int g;
F int leaf(int n) { g += n; return g; }
F int below(int n) { g ^= n; return leaf(n) + 1; }
F int down(int n) { if (!n) return below(3); int r = down(n - 1); return r + leaf(n); }
F int pong(int n);
F int ping(int n) { if (!n) return below(4); int r = pong(n - 1); return r + leaf(n); }
F int pong(int n) { if (!n) return below(5); int r = ping(n - 1); return r + leaf(n); }
F int side(int n);
F int branch(int n)
{
	if (n <= 0) return below(6);
	int r = branch(n - 1);
	return r + (n % 2048 ? 0 : side(2)) + leaf(n);
}
F int side(int n) { g += n; return n ? branch(n) : 1; }
#ifndef RUN
#define RUN down(20000) + ping(20000) + branch(20000)
#endif
int run(void) { return RUN; }
"""
# Names that rustc 1.95 and g++ mangled, as sources write them; the first is a local function's.
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
