/* SPDX-License-Identifier: ISC
 * cxx_runtime.cc - as much of the C++ ABI (Itanium C++ ABI, exception handling) as throws.cc needs,
 * whose handlers catch whatever comes: Debian has no libsupc++ for RISC-V without Linux. The frames
 * themselves are unwound by libgcc, as in any program.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unwind.h>

namespace std {
class type_info;
}

struct thrown {
	thrown *caught_before;
	_Unwind_Exception unwind __attribute__((aligned(8)));
};

static thrown *caught;

extern "C" {

extern const char _ZTIj[1] = { 0 };	/* typeid(unsigned), which nobody asks for */

void __register_frame_info(const void *frames, void *room);
extern const char __eh_frame_start[];

__attribute__((constructor)) static void register_frames()
{
	static uint32_t room[16];

	__register_frame_info(__eh_frame_start, room);
}

void *__cxa_allocate_exception(size_t size)
{
	return static_cast<thrown *>(calloc(1, sizeof(thrown) + size)) + 1;
}

void __cxa_throw(void *exception, const std::type_info *, void (*)(void *))
{
	_Unwind_RaiseException(&(static_cast<thrown *>(exception) - 1)->unwind);
	abort();
}

void *__cxa_begin_catch(_Unwind_Exception *u)
{
	void *exception = u + 1;
	thrown *t = static_cast<thrown *>(exception) - 1;

	t->caught_before = caught;
	caught = t;
	return exception;
}

void __cxa_end_catch()
{
	thrown *t = caught;

	caught = t->caught_before;
	free(t);
}

}

/* ---- where an exception is caught: a function's table of call sites, as gcc writes it */

enum { OMIT = 0xFF, WORD = 0x03 };	/* DW_EH_PE: as gcc writes them for RISC-V */

static uint32_t read_unsigned(const uint8_t *&at)
{
	uint32_t value = 0;
	unsigned shift = 0;

	for (;; shift += 7) {
		uint8_t byte = *at++;
		value |= (byte & 127u) << shift;
		if (byte < 128)
			return value;
	}
}

static uint32_t read_word(const uint8_t *&at)
{
	uint32_t value;

	__builtin_memcpy(&value, at, sizeof value);
	at += sizeof value;
	return value;
}

struct landing {
	uintptr_t pad;		/* 0: none here */
	bool catches;		/* a handler; else destructors alone */
};

static landing find_landing(_Unwind_Context *c)
{
	const uint8_t *at = static_cast<const uint8_t *>(_Unwind_GetLanguageSpecificData(c));
	uintptr_t start = _Unwind_GetRegionStart(c), offset = _Unwind_GetIP(c) - 1 - start;

	if (!at)
		return {};
	if (*at++ != OMIT)
		abort();
	if (*at++ != OMIT)
		read_unsigned(at);	/* where the types are */
	if (*at++ != WORD)
		abort();
	uint32_t length = read_unsigned(at);
	for (const uint8_t *end = at + length; at < end; ) {
		uint32_t from = read_word(at), n = read_word(at), pad = read_word(at),
			 action = read_unsigned(at);
		if (offset - from < n)
			return { pad ? start + pad : 0, action != 0 };
	}
	return {};
}

extern "C" _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action actions,
	_Unwind_Exception_Class, _Unwind_Exception *u, _Unwind_Context *c)
{
	landing l = find_landing(c);

	if (!l.pad)
		return _URC_CONTINUE_UNWIND;
	if (actions & _UA_SEARCH_PHASE)
		return l.catches ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
	_Unwind_SetGR(c, __builtin_eh_return_data_regno(0), reinterpret_cast<_Unwind_Word>(u));
	_Unwind_SetGR(c, __builtin_eh_return_data_regno(1), l.catches);
	_Unwind_SetIP(c, l.pad);
	return _URC_INSTALL_CONTEXT;
}
