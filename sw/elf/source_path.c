/* SPDX-License-Identifier: ISC
 * source_path.c - names of source files as reports show them; the contract is debug_info.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "debug_info.h"
#include "sw/base/base.h"

static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* Bytes of a root as Windows writes it: "C:/", "C:\", "\\server". 0: there is none. */
static size_t windows_root(const char *path)
{
	if (isalpha((unsigned char)path[0]) && path[1] == ':' && is_slash(path[2]))
		return 3;
	return path[0] == '\\' && path[1] == '\\' ? 2 : 0;
}

static bool is_absolute(const char *path)
{
	return path[0] == '/' || windows_root(path);
}

/* Writes a name from Windows with slashes, in place. */
static void slashes(char *path)
{
	size_t root = windows_root(path);

	for (char *c = path; root && *c; c++)
		*c = *c == '\\' ? '/' : *c;
}

/* Takes "x/.." and "." out of a path, in place. */
static void tidy(char *path)
{
	size_t root = windows_root(path);
	char *out = path + root, *floor = out; /* ".." removes nothing before floor */
	const char *in = out;

	slashes(path);
	if (!root && *in == '/') {
		in++;
		floor = ++out;
	}
	bool absolute = is_absolute(path);
	while (*in) {
		size_t n = strcspn(in, "/");
		if (n == 2 && in[0] == '.' && in[1] == '.' && out > floor) {
			for (out--; out > floor && out[-1] != '/'; out--)
				;
		} else if (n == 2 && in[0] == '.' && in[1] == '.' && !absolute) {
			memmove(out, "../", 3);
			floor = out += 3;
		} else if (n && !(n == 1 && in[0] == '.')
			&& !(n == 2 && in[0] == '.' && in[1] == '.')) {
			memmove(out, in, n);
			out += n;
			*out++ = '/';
		}
		in += n + (in[n] == '/');
	}
	if (out > path + (root ? root : 1))
		out--;
	*out = 0;
}

/* Does `path` lie in the directory `old`? Then returns the rest of it, else NULL. Windows ignores
 * case. */
static const char *below(const char *path, const char *old)
{
	size_t n = strlen(old);

	while (n > 1 && old[n - 1] == '/')
		n--;
	if (windows_root(path) ? strncasecmp(path, old, n) : strncmp(path, old, n))
		return NULL;
	if (path[n] && path[n] != '/' && !(n == 1 && old[0] == '/'))
		return NULL;
	return path + n + (path[n] == '/');
}

/* Replaces the first prefix that fits. Takes over `path`; the caller frees the result. */
static char *mapped(const struct texts *prefixes, char *path)
{
	for (size_t i = 0; prefixes && i < prefixes->n; i++) {
		const char *new = strchr(prefixes->at[i], '=') + 1;
		char *old = copy_text(prefixes->at[i]);
		old[new - 1 - prefixes->at[i]] = 0;
		slashes(old);
		const char *rest = below(path, old);
		free(old);
		if (!rest)
			continue;
		/* tidy has room for a '/' behind each name */
		char *to = print_text("%s%s%s/", new, new[0] ? "/" : "", rest);
		tidy(to);
		free(path);
		return to;
	}
	return path;
}

/* Must the compilation's directory stand before the name? Not if both are relative and begin alike:
 * a compiler that shortens names (-fdebug-prefix-map) writes both relative to a third place, and
 * libdw joins directory 0 itself. */
static bool joins(const char *directory, const char *raw)
{
	size_t n = directory ? strcspn(directory, "/\\") : 0;

	if (!directory || !directory[0] || is_absolute(raw))
		return false;
	return is_absolute(directory) || strncmp(raw, directory, n) || !is_slash(raw[n]);
}

/* libdw takes what Windows calls absolute for relative, and puts a directory before it. */
static const char *without_directory(const char *directory, const char *raw)
{
	bool windows = directory && windows_root(directory);

	for (const char *at = raw; directory && (at = strchr(at, '/'));) {
		bool whole = strlen(directory) == (size_t)(at - raw)
			&& !strncmp(raw, directory, (size_t)(at - raw));
		at++;
		if ((windows_root(at) && (windows || whole)) || (windows && whole && *at == '\\'))
			raw = at;
	}
	return raw;
}

char *source_path(const char *directory, const char *raw, const struct texts *prefixes)
{
	raw = without_directory(directory, raw);
	bool join = joins(directory, raw),
	     rooted = join && raw[0] == '\\' && windows_root(directory) == 3;
	/* before \x the drive alone */
	char *path = join
		? print_text("%.*s/%s/", rooted ? 2 : (int)strlen(directory), directory, raw)
		: print_text("%s/", raw);

	tidy(path);
	return mapped(prefixes, path);
}
