/* SPDX-License-Identifier: ISC
 * throws.cc - C++ exceptions: through frames with destructors, out of recursion, caught half way
 * down, out of a callback, out of a handler, thrown and caught by one function.
 */
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
#define ROUNDS 4

static volatile unsigned sink;

/* Its destructor calls. */
struct guard {
	unsigned n;
	NOINLINE static unsigned work(unsigned n)
	{
		for (int i = 0; i < 5; i++)
			n = n * 1664525u + 1013904223u;
		return n;
	}
	explicit guard(unsigned of) : n(of) {}
	NOINLINE ~guard() { sink += work(n); }
};

/* Returns for each fourth n. */
NOINLINE static unsigned thrower(unsigned n)
{
	if (n % 4 != 3)
		throw n;
	return guard::work(n);
}

NOINLINE static unsigned inner(unsigned n)
{
	guard a(n), b(n + 1);

	return thrower(n) + 1;
}

NOINLINE static unsigned without_guard(unsigned n)
{
	unsigned x = inner(n);

	return x ^ n;
}

NOINLINE static unsigned outer(unsigned n)
{
	guard a(n);

	try {
		return without_guard(n) + 1;
	} catch (...) {
		return guard::work(n);
	}
}

/* The handler is half way down. */
NOINLINE static unsigned recurse(unsigned depth, unsigned n)
{
	guard a(depth);

	if (depth != 3)
		return depth ? recurse(depth - 1, n) + 1 : thrower(n);
	try {
		return recurse(depth - 1, n);
	} catch (...) {
		return guard::work(depth);
	}
}

NOINLINE static unsigned visit_all(unsigned (*visit)(unsigned), unsigned n)
{
	unsigned sum = 0;

	for (unsigned i = 3; i < n; i += 4)	/* thrower returns for these */
		sum += visit(i);
	return sum + visit(n);
}

NOINLINE static unsigned callback(unsigned n)
{
	try {
		return visit_all(thrower, n);
	} catch (...) {
		return n;
	}
}

NOINLINE static unsigned out_of_handler(unsigned n)
{
	try {
		try {
			return thrower(n);
		} catch (...) {
			guard a(n);
			throw n + 1;
		}
	} catch (...) {
		return guard::work(n);
	}
}

NOINLINE static unsigned here(unsigned n)
{
	try {
		if (n & 1)
			throw n;
		return n;
	} catch (...) {
		return guard::work(n);
	}
}

int main()
{
	unsigned sum = 0;

	for (unsigned i = 0; i < ROUNDS; i++)
		sum += outer(i) + recurse(6, i) + callback(8 + i) + out_of_handler(i) + here(i);
	printf("%u %u\n", sum, sink);
	return 0;
}
