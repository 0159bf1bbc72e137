/* SPDX-License-Identifier: ISC
 * source_path.c - names of source files as reports show them; the contract is source_path.h.
 */
#include "source_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

/* Takes "x/.." and "." out of a path, in place. */
static void tidy(char *path)
{
	char *out = path, *floor = path;	/* ".." removes nothing before floor */
	const char *in = path;

	if (*in == '/') {
		in++;
		floor = ++out;
	}
	while (*in) {
		size_t n = strcspn(in, "/");
		if (n == 2 && in[0] == '.' && in[1] == '.' && out > floor) {
			for (out--; out > floor && out[-1] != '/'; out--)
				;
		} else if (n == 2 && in[0] == '.' && in[1] == '.' && path[0] != '/') {
			memmove(out, "../", 3);
			floor = out += 3;
		} else if (n && !(n == 1 && in[0] == '.') && !(n == 2 && in[0] == '.' && in[1] == '.')) {
			memmove(out, in, n);
			out += n;
			*out++ = '/';
		}
		in += n + (in[n] == '/');
	}
	if (out > path + 1)
		out--;
	*out = 0;
}

/* Replaces the first prefix that fits. Takes over `path`; the caller frees the result. */
static char *mapped(const struct texts *prefixes, char *path)
{
	for (size_t i = 0; prefixes && i < prefixes->n; i++) {
		const char *old = prefixes->at[i], *new = strchr(old, '=') + 1;
		size_t n = (size_t)(new - 1 - old);
		while (n > 1 && old[n - 1] == '/')
			n--;
		if (strncmp(path, old, n) != 0 || (path[n] && path[n] != '/' && !(n == 1 && old[0] == '/')))
			continue;
		const char *rest = path + n + (path[n] == '/');
		char *to = allocate(strlen(new) + strlen(rest) + 4, 1);
		strcpy(to, new);
		if (new[0] && new[strlen(new) - 1] != '/' && rest[0])
			strcat(to, "/");
		strcat(to, rest);
		tidy(to);
		free(path);
		return to;
	}
	return path;
}

char *source_path(const char *directory, const char *raw, const struct texts *prefixes)
{
	bool join = raw[0] != '/' && directory && directory[0];
	size_t bytes = strlen(raw) + 2 + (join ? strlen(directory) : 0);
	char *path = allocate(bytes + 2, 1);		/* tidy may add a '/' */

	if (join) {
		strcpy(path, directory);
		strcat(path, "/");
	}
	strcat(path, raw);
	tidy(path);
	return mapped(prefixes, path);
}
