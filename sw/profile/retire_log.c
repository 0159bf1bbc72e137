/* SPDX-License-Identifier: ISC
 * retire_log.c - a profile from a log of retirements; the contract is retire_log.h.
 */
#include "retire_log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "histogram.h"
#include "sw/base/error.h"

enum form { NONE, IBEX, NEORV32, COMMIT };

struct retirement {
	uint64_t cycle, pc;
};

/* Counts by pc: a hash table, for a log may have a billion lines. entries[].address is pc + 1; 0: free. */
struct table {
	struct histogram_entry *entries;
	size_t room, n;			/* room: a power of two, or 0 */
};

static struct histogram_entry *find(const struct table *t, uint64_t pc)
{
	size_t at = (pc >> 1) * 0x9E3779B97F4A7C15u >> 20;

	while (t->entries[at & (t->room - 1)].address && t->entries[at & (t->room - 1)].address != pc + 1)
		at++;
	return &t->entries[at & (t->room - 1)];
}

static void add(struct table *t, uint64_t pc, uint64_t count)
{
	if (2 * t->n >= t->room) {
		struct table more = { .room = t->room ? 2 * t->room : 4096, .n = t->n };
		more.entries = allocate(more.room, sizeof *more.entries);
		for (size_t i = 0; i < t->room; i++)
			if (t->entries[i].address)
				*find(&more, t->entries[i].address - 1) = t->entries[i];
		free(t->entries);
		*t = more;
	}
	struct histogram_entry *e = find(t, pc);
	t->n += !e->address;
	e->address = pc + 1;
	e->count += count;
}

/* What the line says, in this form. */
static bool parse(enum form form, const char *line, struct retirement *r)
{
	unsigned long long first, cycle = 0, pc;
	unsigned insn, hart;
	char after;
	bool good = false;

	if (form == IBEX)
		good = sscanf(line, " %llu\t%llu\t%llx\t%x%c", &first, &cycle, &pc, &insn, &after) == 5 && after == '\t';
	else if (form == NEORV32)
		good = sscanf(line, "%llu %llu 0x%llx 0x%x %c", &first, &cycle, &pc, &insn, &after) == 5 && strchr("DMU", after);
	else if (form == COMMIT)
		good = sscanf(line, "core %u: 0x%llx (0x%x%c", &hart, &pc, &insn, &after) == 4 && after == ')';
	if (good)
		*r = (struct retirement){ cycle, form == COMMIT ? (uint32_t)pc : pc };
	return good;
}

static enum form form_of(const char *line, struct retirement *r)
{
	for (enum form f = IBEX; f <= COMMIT; f++)
		if (parse(f, line, r))
			return f;
	return NONE;
}

static bool take_lines(struct table *t, FILE *file, const char *name, enum form *form, uint64_t *sum)
{
	char *line = NULL;
	size_t room = 0;
	uint64_t next = 0;		/* the first cycle that is not charged yet */
	bool good = true;

	for (uint64_t number = 1; good && getline(&line, &room, file) > 0; number++) {
		struct retirement r;
		if (*form == NONE ? !(*form = form_of(line, &r)) : !parse(*form, line, &r))
			continue;
		uint64_t count = *form == COMMIT ? 1 : r.cycle + 1 - next;
		if (*form != COMMIT && r.cycle + 1 < next)
			good = fail("%s: line %" PRIu64 ": cycle %" PRIu64 " comes after %" PRIu64 "; give the log of one run of one hart",
				name, number, r.cycle, next - 1);
		next = r.cycle + 1;
		*sum += count;
		if (good)
			add(t, r.pc, count);
	}
	free(line);
	return good;
}

bool retire_log_read(struct profile *p, const struct image *im, const char *path, const char *name)
{
	struct table t = { 0 };
	struct histogram h = { .name = name };
	enum form form = NONE;
	FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;

	if (!im->code.n)
		return fail("%s: has no code: no address can be in it; is it linked as a program?", im->path);
	if (!file)
		return fail("%s: cannot be read: %s", name, strerror(errno));
	bool good = take_lines(&t, file, name, &form, &h.sum);
	if (good && ferror(file))
		good = fail("%s: cannot be read: %s", name, strerror(errno));
	if (file != stdin)
		fclose(file);
	if (good && form == NONE)
		good = fail("%s: no line of a retirement; give the log of ibex_tracer, NEORV32's tracer, CVA6's rvfi_tracer or Spike", name);
	for (size_t i = 0; good && i < t.room; i++)
		if (t.entries[i].address) {
			GROW(h.entries, h.n, h.room);
			h.entries[h.n++] = (struct histogram_entry){ t.entries[i].address - 1, t.entries[i].count };
		}
	if (good) {
		p->config = tally_exact(0, 0);
		p->config.source = form == COMMIT ? TALLY_SOURCE_RETIRE : TALLY_SOURCE_CLK;
		histogram_fill(p, im, &h);
		if (!p->counters.hits)
			note("%s: no address is in the code of %s: is that its ELF?", name, im->path);
	}
	free(t.entries);
	free(h.entries);
	return good;
}
