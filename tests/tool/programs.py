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
