/* SPDX-License-Identifier: ISC
 * html_places.c - directory, file, function, line on one another, for the flame graph of a page
 * without a call tree.
 */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "sw/base/error.h"
#include "sw/base/text.h"

/* The box of that name on the box `at`. */
static uint32_t on(struct contexts *c, uint32_t at, const char *name)
{
	size_t number = intern_text(&c->names, name, NULL);

	at = contexts_child(c, at, 2 * (uint32_t)number + 2);
	c->at[at].name = c->names.keys[number].bytes;
	return at;
}

static uint32_t on_file(struct contexts *c, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : NULL;
	uint32_t at = on(c, 0, directory ? directory : ".");

	free(directory);
	return on(c, at, basename(path));
}

static void add(struct contexts *c, const struct page *h, const struct leaf *leaf)
{
	const char *path = text_here(h->files.keys[leaf->file].bytes);
	bool in_file = leaf->file > FILE_REST;
	uint32_t at = on(c, in_file ? on_file(c, path) : 0, html_function(h, leaf->function));

	if (in_file) {
		char *line = allocate(strlen(path) + 16, 1);
		sprintf(line, "%s:%d", basename(path), leaf->line);
		at = on(c, at, line);
		free(line);
	}
	c->at[at].cycles += leaf->count;
	c->at[at].retired += h->e->profile->config.period == 1 ? leaf->retired : 0;
}

void html_places(struct flame *f, const struct page *h)
{
	f->places = true;
	contexts_root(&f->contexts, profile_unit(h->e->profile), "all", 0);
	for (size_t i = 0; i < h->n_leaves; i++)
		add(&f->contexts, h, &h->leaves[i]);
	contexts_link(&f->contexts);
	flame_names(f);
}
