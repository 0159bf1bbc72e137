/* SPDX-License-Identifier: ISC
 * loops_of.c - the loops of a profile's functions, and where they are; the contract is loops.h.
 */
#include "loops.h"

bool loops_known(const struct profile *p)
{
	return p->retired_at && p->jumped.counted && !p->rounds && !p->other_period
		&& p->config.period == 1 && p->config.scale == TALLY_SCALE_ONE
		&& !p->counters.filtered;
}

static bool has_run(const struct function *function, const struct profile *p)
{
	struct extent e;

	for (size_t i = 0; function_extent(function, i, &e); i++)
		for (uint64_t pc = e.lo < p->config.offset ? p->config.offset : e.lo; pc < e.hi;
			pc += 2) {
			uint64_t at = (pc - p->config.offset) / 2;
			if (at < p->n_retired_at && p->retired_at[at])
				return true;
		}
	return false;
}

bool loops_of(struct loops *l, struct flow *f, const struct image *im,
	const struct function *function, const struct profile *p)
{
	if (!has_run(function, p)
		|| !flow_open(f, im, function, &(struct ran){ p, .often = true, .each = true }))
		return false;
	loops_open(l, f, p);
	if (l->n)
		return true;
	flow_close(f);
	return false;
}

const struct loop *loops_find(const struct loops *l, const struct flow *f, uint64_t pc)
{
	/* nested ones stand behind */
	for (size_t k = l->n; k--;)
		for (size_t i = 0; i < l->at[k].n; i++) {
			const struct flow_block *b = &f->at[l->at[k].blocks[i]];
			if (pc >= f->code[b->first].pc && pc <= f->code[b->end - 1].pc)
				return &l->at[k];
		}
	return NULL;
}

const struct line *loop_line(const struct flow *f, const struct loop *l, const struct lines *lines)
{
	const struct line *first = NULL;
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = f->at[l->blocks[i]].first; k < f->at[l->blocks[i]].end; k++) {
			const struct line *line = lines_find(lines, f->code[k].pc);
			const struct call *call = lines_call(lines, f->code[k].pc);
			size_t depth = 0;
			for (; call; call = lines_caller(lines, call))
				depth++;
			if (line && line->number
				&& (depth < least
					|| (depth == least && line->file == first->file
						&& line->number < first->number))) {
				first = line;
				least = depth;
			}
		}
	return first;
}
