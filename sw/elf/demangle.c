/* SPDX-License-Identifier: ISC
 * demangle.c - names of C++ and Rust functions as their sources write them; the contract is demangle.h.
 */
#include "demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/intern.h"

#define MAX_NAME 4096		/* longer names are damaged, or too long for a report */
#define MAX_SHOWN 16384

/* The name being built. A short mangled name can expand to gigabytes: then longjmp leaves the demangler. */
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

static void take_character(unsigned long c)
{
	if (c < 0x80) {
		take(&(char){ (char)c }, 1, NULL);
		return;
	}
	char utf8[4] = { (char)(0xf0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3f)), (char)(0x80 | (c >> 6 & 0x3f)), (char)(0x80 | (c & 0x3f)) };
	unsigned n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	utf8[4 - n] = (char)(n == 2 ? 0xc0 | c >> 6 : n == 3 ? 0xe0 | c >> 12 : 0xf0 | c >> 18);
	take(utf8 + 4 - n, n, NULL);
}

/* Appends one part of a legacy Rust name: "$LT$", "$u20$", "$ufc$" are characters, ".." is "::". False: malformed. */
static bool take_part(const char *part, size_t n)
{
	static const struct { const char *code; char shown; } escapes[] = {
		{ "$SP$", '@' }, { "$BP$", '*' }, { "$RF$", '&' }, { "$LT$", '<' }, { "$GT$", '>' }, { "$LP$", '(' }, { "$RP$", ')' }, { "$C$", ',' } };
	const char *end = part + n;

	if (n > 1 && part[0] == '_' && part[1] == '$')
		part++;
	while (part < end) {
		size_t i, many = sizeof escapes / sizeof escapes[0];
		char *after;
		for (i = 0; i < many && strncmp(part, escapes[i].code, strlen(escapes[i].code)) != 0; i++)
			;
		if (i < many) {
			take(&escapes[i].shown, 1, NULL);
			part += strlen(escapes[i].code);
		} else if (part[0] == '$') {
			unsigned long c = part[1] == 'u' ? strtoul(part + 2, &after, 16) : 0;
			if (c < 0x20 || c == 0x7f || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) || *after != '$')
				return false;
			take_character(c);
			part = after + 1;
		} else {
			bool path = part[0] == '.' && part + 1 < end && part[1] == '.';
			take(path ? "::" : part, path ? 2 : 1, NULL);
			part += path ? 2 : 1;
		}
	}
	return true;
}

/* Legacy Rust names with letters beyond ASCII, which libiberty leaves mangled: "_ZN", parts, a hash, "E". */
static bool demangle_legacy(const char *name)
{
	size_t first = made.n = 0;

	if (strncmp(name, "_ZN", 3) != 0)
		return false;
	for (name += 3; *name >= '1' && *name <= '9'; ) {
		char *part;
		size_t n = strtoul(name, &part, 10);
		if (strlen(part) < n || !n)
			return false;
		if (n == 17 && part[0] == 'h' && part[17] == 'E')
			return first;
		if (first++)
			take("::", 2, NULL);
		if (!take_part(part, n))
			return false;
		name = part + n;
	}
	return false;
}

/* NULL: not a mangled name, or too long to show. Uses the callback variants of the demanglers: they allocate nothing
 * that longjmp would leak. */
static const char *demangle(const char *name)
{
	const int options = DMGL_PARAMS | DMGL_ANSI;

	made.n = 0;
	if (setjmp(made.too_long))
		return NULL;
	if (!(strstr(name, "$u") && demangle_legacy(name)) && (made.n = 0, !rust_demangle_callback(name, options, take, NULL))) {
		made.n = 0;
		if (!cplus_demangle_v3_callback(name, options, take, NULL))
			return NULL;
	}
	made.text[made.n] = 0;
	return made.n ? made.text : NULL;
}

const char *demangled(const char *name)
{
	bool fresh;

	if (off || name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || strlen(name) > MAX_NAME)
		return name;
	size_t i = intern_text(&known, name, &fresh);
	if (fresh) {
		const char *text = demangle(name);
		GROW(shown, i, room);
		shown[i] = text ? copy_text(text) : known.keys[i].bytes;
	}
	return shown[i];
}
