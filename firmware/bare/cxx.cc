/* SPDX-License-Identifier: ISC
 * cxx.cc - what C++ without exceptions and RTTI asks of its runtime: Debian has no libstdc++ for
 * RISC-V without Linux. Weak: a program's own win. Memory is malloc's; new never returns without
 * any.
 */
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

[[noreturn]] static void end(const char *why)
{
	write(STDERR_FILENO, why, strlen(why));
	abort();
}

namespace std {
enum class align_val_t : size_t {};		/* as in <new> */
}

static void *get(void *memory)
{
	if (!memory)
		end("operator new: out of memory\n");
	return memory;
}

[[gnu::weak]] void *operator new(size_t size) { return get(malloc(size ? size : 1)); }

/* Types that ask for more than malloc's alignment. */
[[gnu::weak]] void *operator new(size_t size, std::align_val_t to)
{
	return get(memalign(static_cast<size_t>(to), size ? size : 1));
}

[[gnu::weak]] void *operator new[](size_t size) { return operator new(size); }
[[gnu::weak]] void operator delete(void *memory) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void *memory) noexcept { operator delete(memory); }
[[gnu::weak]] void operator delete(void *memory, size_t) noexcept { operator delete(memory); }
[[gnu::weak]] void operator delete[](void *memory, size_t) noexcept { operator delete[](memory); }
[[gnu::weak]] void *operator new[](size_t size, std::align_val_t to)
{
	return operator new(size, to);
}
[[gnu::weak]] void operator delete(void *memory, std::align_val_t) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void *memory, std::align_val_t to) noexcept
{
	operator delete(memory, to);
}
[[gnu::weak]] void operator delete(void *memory, size_t, std::align_val_t to) noexcept
{
	operator delete(memory, to);
}
[[gnu::weak]] void operator delete[](void *memory, size_t, std::align_val_t to) noexcept
{
	operator delete[](memory, to);
}

extern "C" [[gnu::weak]] void __cxa_pure_virtual()
{
	end("call of a pure virtual function\n");
}
