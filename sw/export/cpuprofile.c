/* SPDX-License-Identifier: ISC
 * cpuprofile.c - Chrome's CPU profile (JSON): VS Code opens it, Chrome's DevTools load it.
 *
 * A node is a function in one context: its callers, where the profile has a call tree, and the
 * calls that the compiler inlined. Its hits and the ticks of its lines are counts; a count is a
 * microsecond, with a clock it is the time it took. The time axis holds the nodes one after
 * another, callers before callees, in no order of time.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "script.h"
#include "sites.h"
#include "sw/base/base.h"

#define NONE SIZE_MAX

/* A function in a context. Texts and other nodes are numbers; keys have no other bytes. */
struct node_key {
	size_t parent, name, file;
	int64_t line; /* where the function is in the file; 0: unknown, or in another */
};

struct node {
	uint64_t hits;
	size_t first, last, next; /* children; the parent's next one */
	size_t ticks; /* its newest line */
};

struct line_key {
	size_t node;
	int64_t line;
};

struct tree {
	struct intern texts; /* number 0 is that of none */
	struct intern keys; /* struct node_key; number 0 is the root's */
	struct node *nodes;
	size_t room;
	struct sums lines; /* by struct line_key */
	size_t *older; /* the node's line before that one */
	size_t older_room;
	size_t *way; /* nodes of the site's frames */
	size_t way_room;
};

static const struct node_key *key_of(const struct tree *t, size_t node)
{
	return (const struct node_key *)(void *)t->keys.keys[node].bytes;
}

static size_t node_of(struct tree *t, const struct node_key *key)
{
	bool fresh;
	size_t number = intern(&t->keys, key, sizeof *key, &fresh);

	if (!fresh)
		return number;
	GROW(t->nodes, number, t->room);
	t->nodes[number] =
		(struct node){ .first = NONE, .last = NONE, .next = NONE, .ticks = NONE };
	if (number) {
		struct node *parent = &t->nodes[key->parent];
		*(parent->first == NONE ? &parent->first : &t->nodes[parent->last].next) = number;
		parent->last = number;
	}
	return number;
}

static void add(struct tree *t, const struct site *site)
{
	size_t node = site->known ? t->way[site->known - 1] : 0;

	for (size_t i = site->known; i < site->n; i++) {
		/* lines are those of the file that the frame's code is written in; the function
		 * may be declared in another */
		const struct frame *f = &site->frames[i];
		const char *file = f->file ? f->file : f->declared.file;
		struct node_key key = { .parent = node,
			.name = intern_text(&t->texts, f->name, NULL),
			.file = intern_text(&t->texts, file ? file : "", NULL) };
		if (file && f->declared.file && !strcmp(file, f->declared.file))
			key.line = f->declared.number;
		node = node_of(t, &key);
		GROW(t->way, i, t->way_room);
		t->way[i] = node;
	}
	t->nodes[node].hits += site->count;
	const struct line_key line = { node, site->frames[site->n - 1].line };
	size_t before = t->lines.keys.n;
	if (line.line > 0)
		sums_add(&t->lines, &line, sizeof line, site->count);
	if (t->lines.keys.n > before) {
		GROW(t->older, before, t->older_room);
		t->older[before] = t->nodes[node].ticks;
		t->nodes[node].ticks = before;
	}
}

/* The one after it, parents before their children; NONE: it was the last. */
static size_t next_node(const struct tree *t, size_t node)
{
	if (t->nodes[node].first != NONE)
		return t->nodes[node].first;
	while (node && t->nodes[node].next == NONE)
		node = key_of(t, node)->parent;
	return node ? t->nodes[node].next : NONE;
}

/* Viewers count lines of functions from 0, those of ticks from 1; -1: unknown. */
static void put_node(struct script *out, const struct tree *t, size_t node)
{
	const struct node_key *key = key_of(t, node);

	script_open(out, NULL, '{');
	script_number(out, "id", node + 1);
	script_open(out, "callFrame", '{');
	script_text(out, "functionName", t->texts.keys[key->name].bytes);
	script_print(out, "scriptId", "\"%zu\"", key->file);
	script_text(out, "url", t->texts.keys[key->file].bytes);
	script_print(out, "lineNumber", "%" PRId64, key->line - 1);
	script_print(out, "columnNumber", "%d", key->line ? 0 : -1);
	script_close(out, '}');
	script_number(out, "hitCount", t->nodes[node].hits);
	script_open(out, "children", '[');
	for (size_t at = t->nodes[node].first; at != NONE; at = t->nodes[at].next)
		script_number(out, NULL, at + 1);
	script_close(out, ']');
	script_open(out, "positionTicks", '[');
	for (size_t at = t->nodes[node].ticks; at != NONE; at = t->older[at]) {
		const struct line_key *line = (const void *)t->lines.keys.keys[at].bytes;
		script_open(out, NULL, '{');
		script_print(out, "line", "%" PRId64, line->line);
		script_number(out, "ticks", t->lines.counts[at]);
		script_close(out, '}');
	}
	script_close(out, ']');
	script_close(out, '}');
}

static void put_time(struct script *out, const char *name, const struct export *e, uint64_t count)
{
	if (e->hz)
		script_print(out, name, "%.12g", 1e6 * export_seconds(e, count));
	else
		script_number(out, name, count);
}

/* A node's two samples are its begin and its end: readers differ in whether a sample's delta is the
 * time before it or after it, and between these two it is the same. */
static void put_tree(const struct export *e, const struct tree *t)
{
	struct script out = { .to = e->to, .first = true, .plain = true };
	uint64_t sum = 0;

	script_open(&out, NULL, '{');
	script_open(&out, "nodes", '[');
	for (size_t node = 0; node < t->keys.n; node++) {
		put_node(&out, t, node);
		sum += t->nodes[node].hits;
	}
	script_close(&out, ']');
	script_number(&out, "startTime", 0);
	put_time(&out, "endTime", e, sum);
	script_open(&out, "samples", '[');
	for (size_t node = 0; node != NONE; node = next_node(t, node))
		script_numbers(&out, (uint64_t[]){ node + 1, node + 1 }, 2);
	script_close(&out, ']');
	script_open(&out, "timeDeltas", '[');
	for (size_t node = 0; node != NONE; node = next_node(t, node)) {
		script_number(&out, NULL, 0);
		put_time(&out, NULL, e, t->nodes[node].hits);
	}
	script_close(&out, ']');
	script_close(&out, '}');
	putc('\n', e->to);
}

static bool write_cpuprofile(const struct export *e)
{
	struct tree t = { 0 };
	struct sites sites;
	struct site site;

	intern_text(&t.texts, "", NULL);
	node_of(&t, &(struct node_key){ .name = intern_text(&t.texts, "(root)", NULL) });
	sites_open_calls(&sites, e->profile, e->firmware);
	sites.why = e->why;
	while (sites_next(&sites, &site))
		add(&t, &site);
	sites_close(&sites);
	put_tree(e, &t);
	intern_free(&t.texts);
	intern_free(&t.keys);
	sums_free(&t.lines);
	free(t.nodes);
	free(t.older);
	free(t.way);
	return true;
}

const struct export_format export_cpuprofile = { "cpuprofile",
	"JSON of Chrome's CPU profiles: VS Code, DevTools", false, true, true, write_cpuprofile,
	EXPORT_JAVASCRIPT };
