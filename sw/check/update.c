/* SPDX-License-Identifier: ISC
 * update.c - budgets from a capture; the contract is update.h.
 */
#include "update.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/elf/clone.h"
#include "sw/base/text.h"

#define FUNCTIONS 10u		/* of a new file */

static bool rewrite(FILE *f, const struct budgets *b, const struct measured *m)
{
	size_t at = 0;
	uint64_t value;

	for (size_t i = 0; i < b->n; i++) {
		const struct budget *x = &b->at[i];
		if (x->relative)
			continue;
		if (!measure(m, x, b->path, &value, NULL))
			return false;
		fwrite(b->text + at, 1, x->at - at, f);
		fprintf(f, "%" PRIu64, value);
		at = x->at + x->length;
	}
	fwrite(b->text + at, 1, b->size - at, f);
	return true;
}

/* Is it one line of text, which means the same when it is read again? */
static bool is_plain(const char *name)
{
	char *plain = text_plain(name, "");
	bool same = !strcmp(plain, name);

	free(plain);
	return same;
}

/* The function's name as a line of budgets can hold it, which stands in every build; NULL: none. */
static const char *name_in_file(const struct measured *m, const struct function *f)
{
	const char *const names[] = { f->source, clone_source(f->linker), f->linker };
	const char *name = NULL;
	bool *meant = allocate(m->firmware.symbols.n_functions, sizeof *meant);

	for (size_t i = 0; i < 3 && !name; i++)
		if (is_plain(names[i]) && !budget_reserved(names[i]) && !strchr("#+[", names[i][0])
			&& !strstr(names[i], ARROW) && !strstr(names[i], " #")
			&& !strpbrk(names[i], "\n\r\t")
			&& measured_meant(m, names[i], meant) == 1
			&& meant[f - m->firmware.symbols.functions])
			name = names[i];
	free(meant);
	return name;
}

static void write_new(FILE *f, const struct measured *m)
{
	const struct profile *p = &m->profile;
	const struct symbols *s = &m->firmware.symbols;
	unsigned n = 0;

	fprintf(f, "# tally check: THING [QUANTITY] BOUND; `tally check --update` rewrites the "
		"bounds\n%-24s cycles %10" PRIu64 "\n", "total", p->counters.ticks);
	if (p->stack_bytes)
		fprintf(f, "%-24s %17" PRIu32 "\n", "stack", p->stack_bytes);
	if (latency_longest(&p->latency) && is_plain(p->latency.name))
		fprintf(f, "latency %-16s cycles %10" PRIu64 "\n", p->latency.name,
			latency_longest(&p->latency));
	measured_note_shared(m);
	bool *written = allocate(s->n_functions, sizeof *written);
	for (size_t i = 0; i < m->functions.n && n < FUNCTIONS; i++) {
		const struct row *row = &m->functions.rows[i];
		const struct function *x = symbols_find(s, row->lo);
		const char *name = x && x->lo == row->lo && !written[x - s->functions]
			? name_in_file(m, x) : NULL;
		uint64_t value;
		if (!name || row->straddles || !measure(m, &(struct budget){
			.name = (char *)(uintptr_t)name }, NULL, &value, written))
			continue;
		fprintf(f, "%-24s cycles %10" PRIu64 "\n", name, value);
		n++;
	}
	free(written);
}

bool update_budgets(const char *path, const struct measured *m)
{
	struct budgets b = { 0 };
	char *text;
	size_t size;
	bool old = access(path, F_OK) == 0, good = true;

	if (old && !budgets_read(&b, path))
		return false;
	if (b.wide) {
		budgets_free(&b);
		return fail("%s: is UTF-16, and --update writes UTF-8: convert it first", path);
	}
	FILE *f = stream_open(&text, &size);
	if (old)
		good = rewrite(f, &b, m);
	else
		write_new(f, m);
	stream_close(f);
	if (old)
		file_release(path);
	good = good && file_write(path, text, size);
	free(text);
	budgets_free(&b);
	return good;
}
