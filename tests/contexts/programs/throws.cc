/* SPDX-License-Identifier: ISC
 * throws.cc - C++ exceptions: through frames with destructors, out of recursion, caught half way
 * down, out of a callback, out of a handler, thrown and caught by one function.
 *
 * Debian has no libsupc++ for RISC-V without Linux, so the run-time is here: libgcc unwinds the
 * frames, and its personality for C arrives at each landing pad as at a clean-up's. So all handlers
 * are catch (...), which asks for no type.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#define NOINLINE __attribute__((noinline))
#define ROUNDS 4

/* ---- the run-time: Itanium C++ ABI, exception handling */

extern "C" {
extern const char _ZTIj[1] = { 0 }; /* typeid(unsigned), for which nobody asks */
extern const char frames_start[];
void __register_frame_info(const void *frames, void *room);
_Unwind_Reason_Code __gcc_personality_v0(int version, _Unwind_Action actions,
	_Unwind_Exception_Class kind, _Unwind_Exception *thrown, _Unwind_Context *context);

_Unwind_Reason_Code __gxx_personality_v0(int version, _Unwind_Action actions,
	_Unwind_Exception_Class kind, _Unwind_Exception *thrown, _Unwind_Context *context)
{
	return __gcc_personality_v0(version, actions, kind, thrown, context);
}

void *__cxa_allocate_exception(size_t size) noexcept
{
	return static_cast<_Unwind_Exception *>(calloc(1, sizeof(_Unwind_Exception) + size)) + 1;
}

static _Unwind_Reason_Code uncaught(int, _Unwind_Action actions, _Unwind_Exception_Class,
	_Unwind_Exception *, _Unwind_Context *, void *)
{
	if (actions & _UA_END_OF_STACK)
		abort();
	return _URC_NO_REASON;
}

void __cxa_throw(void *exception, void *, void (*)(void *))
{
	_Unwind_ForcedUnwind(static_cast<_Unwind_Exception *>(exception) - 1, uncaught, nullptr);
	abort();
}

void *__cxa_begin_catch(void *thrown) noexcept
{
	return static_cast<_Unwind_Exception *>(thrown) + 1;
}

void __cxa_end_catch()
{
}
}

/* ---- the program */

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
	explicit guard(unsigned of) : n(of)
	{
	}
	NOINLINE ~guard()
	{
		sink += work(n);
	}
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

	for (unsigned i = 3; i < n; i += 4) /* thrower returns for these */
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
	static unsigned room[16];
	unsigned sum = 0;

	__register_frame_info(frames_start, room);
	for (unsigned i = 0; i < ROUNDS; i++)
		sum += outer(i) + recurse(6, i) + callback(8 + i) + out_of_handler(i) + here(i);
	printf("%u %u\n", sum, sink);
	return 0;
}
