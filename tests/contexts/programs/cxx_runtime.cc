/* SPDX-License-Identifier: ISC
 * cxx_runtime.cc - as much of the C++ ABI (Itanium C++ ABI, exception handling) as throws.cc needs: Debian has no
 * libsupc++ for RISC-V without Linux. The frames themselves are unwound by libgcc, as in any program.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unwind.h>

/* ---- types of exceptions: classes, with one base or none */

namespace std {
class type_info {
public:
	virtual ~type_info();
	virtual const type_info *base_type() const;
	const char *name;
};
type_info::~type_info() {}
const type_info *type_info::base_type() const { return nullptr; }
}

namespace __cxxabiv1 {
class __class_type_info : public std::type_info {
public:
	~__class_type_info() override;
};
__class_type_info::~__class_type_info() {}

class __si_class_type_info : public __class_type_info {
public:
	~__si_class_type_info() override;
	const std::type_info *base_type() const override;
	const __class_type_info *base;
};
__si_class_type_info::~__si_class_type_info() {}
const std::type_info *__si_class_type_info::base_type() const { return base; }
}

void operator delete(void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }

/* ---- exceptions */

struct thrown {
	const std::type_info *type;
	void (*destroy)(void *);
	int handlers;		/* that it is in; negative while it is thrown again */
	thrown *caught_before;
	_Unwind_Exception unwind __attribute__((aligned(8)));
};

static thrown *caught;

static thrown *of(void *object) { return static_cast<thrown *>(object) - 1; }
static thrown *of(_Unwind_Exception *u) { return of(static_cast<void *>(u + 1)); }
static void *object(thrown *t) { return t + 1; }

extern "C" {

void __register_frame_info(const void *frames, void *room);
extern const char __eh_frame_start[];

__attribute__((constructor)) static void register_frames()
{
	static uint32_t room[16];

	__register_frame_info(__eh_frame_start, room);
}

void *__cxa_allocate_exception(size_t size)
{
	return object(static_cast<thrown *>(calloc(1, sizeof(thrown) + size)));
}

void __cxa_throw(void *exception, const std::type_info *type, void (*destroy)(void *))
{
	thrown *t = of(exception);

	t->type = type;
	t->destroy = destroy;
	_Unwind_RaiseException(&t->unwind);
	abort();
}

void *__cxa_begin_catch(_Unwind_Exception *u)
{
	thrown *t = of(u);

	t->handlers = (t->handlers < 0 ? -t->handlers : t->handlers) + 1;
	if (t != caught) {
		t->caught_before = caught;
		caught = t;
	}
	return object(t);
}

void __cxa_end_catch()
{
	thrown *t = caught;

	if (t->handlers < 0) {
		if (!++t->handlers)
			caught = t->caught_before;
	} else if (!--t->handlers) {
		caught = t->caught_before;
		if (t->destroy)
			t->destroy(object(t));
		free(t);
	}
}

void __cxa_rethrow()
{
	caught->handlers = -caught->handlers;
	_Unwind_Resume_or_Rethrow(&caught->unwind);
	abort();
}

}

/* ---- where an exception is caught: a function's table of call sites, actions and types, as gcc writes it */

enum { OMIT = 0xFF, WORD = 0x03, INDIRECT_RELATIVE_WORD = 0x9B };	/* DW_EH_PE: as gcc writes them for RISC-V */

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

static int32_t read_signed(const uint8_t *at)
{
	uint32_t value = 0;
	unsigned shift = 0;

	for (;;) {
		uint8_t byte = *at++;
		value |= (byte & 127u) << shift;
		shift += 7;
		if (byte < 128)
			return static_cast<int32_t>(value << (32 - shift)) >> (32 - shift);
	}
}

static uint32_t read_word(const uint8_t *&at)
{
	uint32_t value;

	__builtin_memcpy(&value, at, sizeof value);
	at += sizeof value;
	return value;
}

/* The type that a handler wants; nullptr: all. */
static const std::type_info *read_type(const uint8_t *at)
{
	uintptr_t here = reinterpret_cast<uintptr_t>(at);
	uint32_t distance = read_word(at);

	return distance ? *reinterpret_cast<const std::type_info *const *>(here + distance) : nullptr;
}

struct landing {
	uintptr_t pad;		/* 0: none here */
	uint32_t action;	/* 1 + offset of the first in `actions`; 0: only destructors */
	const uint8_t *actions, *types;
};

static landing find_landing(_Unwind_Context *c)
{
	const uint8_t *at = static_cast<const uint8_t *>(_Unwind_GetLanguageSpecificData(c)), *sites_end;
	uintptr_t start = _Unwind_GetRegionStart(c), offset = _Unwind_GetIP(c) - 1 - start;
	landing found = {};

	if (!at)
		return found;
	if (*at++ != OMIT)
		abort();
	uint8_t types = *at++;
	if (types != OMIT) {
		uint32_t length = read_unsigned(at);
		found.types = at + length;
	}
	if ((types != OMIT && types != INDIRECT_RELATIVE_WORD) || *at++ != WORD)
		abort();
	uint32_t length = read_unsigned(at);
	found.actions = sites_end = at + length;
	while (at < sites_end) {
		uint32_t from = read_word(at), n = read_word(at), pad = read_word(at), action = read_unsigned(at);
		if (offset - from < n) {
			found.pad = pad ? start + pad : 0;
			found.action = action;
			break;
		}
	}
	return found;
}

static bool is_a(const std::type_info *type, const std::type_info *wanted)
{
	while (type && type != wanted)
		type = type->base_type();
	return type;
}

/* The number that tells the landing pad which of its handlers it is; 0: none. */
static int32_t choose_handler(const landing &l, const std::type_info *type)
{
	const uint8_t *at = l.actions + l.action - 1;

	while (l.action) {
		const uint8_t *first = at;
		int32_t filter = read_signed(at), next;
		const std::type_info *wanted = filter > 0 ? read_type(l.types - 4 * filter) : nullptr;
		if (filter > 0 && (!wanted || is_a(type, wanted)))
			return filter;
		while (*first++ >= 128)
			;
		next = read_signed(first);
		if (!next)
			break;
		at = first + next;
	}
	return 0;
}

extern "C" _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action actions, _Unwind_Exception_Class,
	_Unwind_Exception *u, _Unwind_Context *c)
{
	landing l = find_landing(c);
	int32_t handler = l.pad ? choose_handler(l, of(u)->type) : 0;

	if (!l.pad)
		return _URC_CONTINUE_UNWIND;
	if (actions & _UA_SEARCH_PHASE)
		return handler ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
	_Unwind_SetGR(c, __builtin_eh_return_data_regno(0), reinterpret_cast<_Unwind_Word>(u));
	_Unwind_SetGR(c, __builtin_eh_return_data_regno(1),
		actions & _UA_HANDLER_FRAME ? static_cast<_Unwind_Word>(handler) : 0);
	_Unwind_SetIP(c, l.pad);
	return _URC_INSTALL_CONTEXT;
}
