/* SPDX-License-Identifier: ISC
 * demangle.c - names of C++ and Rust functions as their sources have them; the contract is demangle.h.
 */
#include "demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

#define MAX_NAME 4096		/* longer is damage, or no name for a line of a report */
#define MAX_SHOWN 16384

/* Where a name is put together. A short mangled one can mean one of gigabytes: then the demangler is left in its course. */
static struct {
	char text[MAX_SHOWN];
	size_t n;
	jmp_buf too_long;
} made;

static struct {
	struct entry { char *mangled; const char *shown; } *at;
	size_t n, room;		/* room: a power of two, at most half full */
	bool off;
} known;

static size_t hash(const char *text)
{
	uint64_t h = 14695981039346656037u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 1099511628211u;
	return (size_t)(h ^ h >> 32);
}

static struct entry *place(const char *name)
{
	size_t i = hash(name) & (known.room - 1);

	while (known.at[i].mangled && strcmp(known.at[i].mangled, name) != 0)
		i = (i + 1) & (known.room - 1);
	return &known.at[i];
}

static void grow(void)
{
	struct entry *old = known.at;
	size_t room = known.room;

	known.room = room ? 2 * room : 1024;
	known.at = allocate(known.room, sizeof *known.at);
	for (size_t i = 0; i < room; i++)
		if (old[i].mangled)
			*place(old[i].mangled) = old[i];
	free(old);
}

void demangle_off(bool off)
{
	known.off = off;
}

static void take(const char *text, size_t n, void *unused)
{
	(void)unused;
	if (n >= MAX_SHOWN - made.n)
		longjmp(made.too_long, 1);
	memcpy(made.text + made.n, text, n);
	made.n += n;
}

/* NULL: no mangled name, or none of a length to show. The demanglers' callbacks allocate nothing. */
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
	if (known.off || name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || strlen(name) > MAX_NAME)
		return name;
	if (2 * known.n >= known.room)
		grow();
	struct entry *e = place(name);
	if (!e->mangled) {
		e->mangled = copy_text(name);
		const char *shown = demangle(name);
		e->shown = shown ? copy_text(shown) : e->mangled;
		known.n++;
	}
	return e->shown;
}
