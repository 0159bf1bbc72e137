/* SPDX-License-Identifier: ISC
 * throws.cc - C++ exceptions: through frames with destructors, caught in the middle by a base class, thrown again, out
 * of recursion, out of a callback, out of a handler.
 */
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
#define ROUNDS 5

static volatile unsigned sink;

struct error {
	unsigned code;
	NOINLINE explicit error(unsigned n) : code(n) { sink += n; }
};
struct special : error {
	using error::error;
};
struct other {
	unsigned code;
};

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

NOINLINE static unsigned thrower(unsigned n)
{
	if (n % 4 == 0)
		throw special(n);
	if (n % 4 == 1)
		throw error(n);
	if (n % 4 == 2)
		throw other{n};
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

/* Catches one kind, and throws it again each second time. */
NOINLINE static unsigned middle(unsigned n)
{
	guard a(n);

	try {
		return without_guard(n) + 1;
	} catch (special &e) {
		sink += guard::work(e.code);
		if (n & 4)
			throw;
		return e.code;
	}
}

NOINLINE static unsigned outer(unsigned n)
{
	try {
		return middle(n);
	} catch (error &e) {
		return guard::work(e.code);
	} catch (...) {
		sink += 1;
		return guard::work(n);
	}
}

NOINLINE static unsigned recurse(unsigned depth, unsigned n)
{
	guard a(depth);

	return depth ? recurse(depth - 1, n) + 1 : thrower(n);
}

/* The handler is half way down. */
NOINLINE static unsigned recurse_catching(unsigned depth, unsigned n)
{
	if (depth != 3)
		return depth ? recurse_catching(depth - 1, n) + 1 : thrower(n);
	try {
		return recurse_catching(depth - 1, n);
	} catch (...) {
		return guard::work(depth);
	}
}

struct visitor {
	virtual unsigned visit(unsigned n) = 0;
};
struct throwing : visitor {
	NOINLINE unsigned visit(unsigned n) override { return thrower(n); }
};

NOINLINE static unsigned visit_all(visitor &v, unsigned n)
{
	unsigned sum = 0;

	for (unsigned i = 3; i < n; i += 4)	/* thrower returns for these */
		sum += v.visit(i);
	return sum + v.visit(n & ~3u);
}

NOINLINE static unsigned callback(unsigned n)
{
	throwing t;

	try {
		return visit_all(t, n);
	} catch (special &e) {
		return e.code;
	}
}

NOINLINE static unsigned out_of_handler(unsigned n)
{
	try {
		try {
			return thrower(n & ~3u);
		} catch (error &e) {
			guard a(e.code);
			throw other{e.code};
		}
	} catch (other &e) {
		return guard::work(e.code);
	}
}

/* Thrown and caught by one function. */
NOINLINE static unsigned here(unsigned n)
{
	try {
		if (n & 1)
			throw error(n);
		return n;
	} catch (error &e) {
		return guard::work(e.code);
	}
}

NOINLINE static unsigned deep(unsigned n)
{
	try {
		return recurse(5, n);
	} catch (error &e) {
		return e.code;
	} catch (other &e) {
		return e.code + 1;
	}
}

int main()
{
	unsigned sum = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		sum += outer(i) + deep(i) + recurse_catching(6, i);
		sum += callback(i) + out_of_handler(i) + here(i);
	}
	printf("%u %u\n", sum, sink);
	return 0;
}
