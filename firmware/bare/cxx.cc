/* SPDX-License-Identifier: ISC
 * cxx.cc - what C++ without exceptions and RTTI asks of its runtime: Debian has no libstdc++ for RISC-V without Linux.
 * Weak: a program's own win. Memory is malloc's; new never returns without any.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

[[noreturn]] static void end(const char *why)
{
	write(STDERR_FILENO, why, strlen(why));
	abort();
}

[[gnu::weak]] void *operator new(size_t size)
{
	void *memory = malloc(size ? size : 1);

	if (!memory)
		end("operator new: out of memory\n");
	return memory;
}

[[gnu::weak]] void *operator new[](size_t size) { return operator new(size); }
[[gnu::weak]] void operator delete(void *memory) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void *memory) noexcept { operator delete(memory); }
[[gnu::weak]] void operator delete(void *memory, size_t) noexcept { operator delete(memory); }
[[gnu::weak]] void operator delete[](void *memory, size_t) noexcept { operator delete[](memory); }

extern "C" [[gnu::weak]] void __cxa_pure_virtual()
{
	end("call of a pure virtual function\n");
}
