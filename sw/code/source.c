/* SPDX-License-Identifier: ISC
 * source.c - the text of source lines; the contract is code.h.
 */
#include "code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sw/base/base.h"

#define MAX_SOURCE (64u << 20)

static void split(struct source *f, size_t size)
{
	size_t room = 0;
	char *end = f->text + size, *at = f->text;

	while (at < end) {
		char *newline = memchr(at, '\n', (size_t)(end - at));
		GROW(f->lines, f->n_lines, room);
		f->lines[f->n_lines++] = at;
		if (!newline)
			break;
		*newline = 0;
		if (newline > at && newline[-1] == '\r')
			newline[-1] = 0;
		at = newline + 1;
	}
}

static struct source *open_file(struct sources *s, const char *path)
{
	uint8_t *bytes;
	size_t size;
	struct stat st;

	GROW(s->files, s->n, s->room);
	struct source *f = &s->files[s->n++];
	*f = (struct source){ .path = copy_text(path) };
	/* a name out of an ELF: no pipe or device is opened for it */
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || access(path, R_OK) != 0
		|| !file_read(path, MAX_SOURCE, &bytes, &size)) {
		if (!s->missing++)
			s->first_missing = f->path;
		return f;
	}
	f->newer = s->built && st.st_mtime > s->built;
	if (f->newer && !s->newer)
		s->newer = f->path;
	f->text = reallocate(bytes, size + 1, 1);
	f->text[size] = 0;
	split(f, size);
	return f;
}

const struct source *source_file(struct sources *s, const char *path)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->files[i].path, path))
			return &s->files[i];
	return open_file(s, path);
}

const char *source_line(struct sources *s, const char *path, int number)
{
	const struct source *f = source_file(s, path);

	return number > 0 && (size_t)number <= f->n_lines ? f->lines[number - 1] : NULL;
}

void sources_note(const struct sources *s, bool missing)
{
	if (missing && s->missing == 1)
		note("%s cannot be read: shown without its text; --source-prefix OLD=NEW says "
		     "where sources are now",
			s->first_missing);
	else if (missing && s->missing)
		note("%s and %zu more sources cannot be read: shown without their text; "
		     "--source-prefix OLD=NEW says where they are now",
			s->first_missing, s->missing - 1);
	if (s->newer)
		note("%s is newer than the ELF: its lines may stand elsewhere than shown; build "
		     "and run again",
			s->newer);
}

void sources_free(struct sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->files[i].path);
		free(s->files[i].text);
		free(s->files[i].lines);
	}
	free(s->files);
	*s = (struct sources){ 0 };
}
