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
template <typename T> __attribute__((noinline)) T smooth(Ring<T> &r, T x) { r.put(x); return r.sum(); }
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
# Functions whose first row of the line table is not where they are declared: <<name>> stands on that line.
PLACES = r"""
volatile int g;
static inline __attribute__((always_inline)) int peek(int x) { return g + x; }
__attribute__((noinline))
int /* <<late>> */ late(int n)


{

	int s = g;
	while (n--)
		s += n;
	return s;
}
__attribute__((noinline)) int prologue(int n)	/* <<prologue>> */
{
	return peek(n) * peek(n + 1);
}
struct Meter {
	static int read(int n);
	template <typename T> __attribute__((noinline))
	static T scale(T x)	/* <<Meter::scale>> */
	{
		T s = 0;
		for (int i = 0; i < 9; i++)
			s += g;
		return s * x;
	}
};
namespace board {
__attribute__((noinline)) int inner(int n)	/* <<inner>> */

{
	return g * n;
}
}
__attribute__((noinline)) int Meter::read(int n)	/* <<Meter::read>> */

{
	return g - n;
}
extern "C" void run()	/* <<run>> */
{
	g = late(20) + prologue(3) + Meter::scale<int>(4) + Meter::read(5) + board::inner(6);
}
"""
PARTS = {"a.c": C, "bare.S": BARE}
FAST = "-Wl,--section-start=.fast=0x80020000"
