/* SPDX-License-Identifier: ISC
 * demangle.c - names of C++ and Rust functions as their sources write them
 */
#include "demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/intern.h"

#define MAX_NAME 4096		/* longer names are damaged, or too long for a report */
#define MAX_SHOWN 16384

/* The name being built. A short mangled name can expand to gigabytes: then longjmp leaves the
 * demangler. */
static struct {
	char text[MAX_SHOWN];
	size_t n;
	jmp_buf too_long;
} made;

static struct intern known;		/* mangled names */
static const char **shown;		/* what each becomes, by its number in `known` */
static size_t room;
static bool off;

void demangle_off(bool is_off)
{
	off = is_off;
}

static void take(const char *text, size_t n, void *unused)
{
	(void)unused;
	if (n >= MAX_SHOWN - made.n)
		longjmp(made.too_long, 1);
	memcpy(made.text + made.n, text, n);
	made.n += n;
}

/* NULL: not a mangled name, or too long to show. Uses the callback variants of the demanglers: they
 * allocate nothing that longjmp would leak. */
static const char *demangle(const char *name)
{
	const int options = DMGL_PARAMS | DMGL_ANSI;

	made.n = 0;
	if (setjmp(made.too_long))
		return NULL;
	if (!rust_demangle_callback(name, options, take, NULL)) {
		made.n = 0;
		if (!cplus_demangle_v3_callback(name, options, take, NULL))
			return NULL;
	}
	made.text[made.n] = 0;
	return made.n ? made.text : NULL;
}

const char *demangled(const char *name)
{
	return off ? name : demangled_always(name);
}

const char *demangled_always(const char *name)
{
	bool fresh;

	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || strlen(name) > MAX_NAME)
		return name;
	size_t i = intern_text(&known, name, &fresh);
	if (fresh) {
		const char *text = demangle(name);
		GROW(shown, i, room);
		shown[i] = text ? copy_text(text) : known.keys[i].bytes;
	}
	return shown[i];
}
