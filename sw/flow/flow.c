/* SPDX-License-Identifier: ISC
 * flow.c - the control flow of a function's machine code, and what counts it had; the contract is
 * flow.h.
 *
 * An instruction that runs has a cycle of its own, so cycles tell whether it did, if each is a
 * tick.
 */
#include "flow.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/base.h"
#include "sw/elf/image.h"
#include "sw/elf/instruction.h"

#define RAN_UNKNOWN UINT64_MAX /* no counter reaches it */
#define ECALL 0x00000073u

bool ran_open(struct ran *r, const struct profile *p, const struct image *im)
{
	uint64_t lost = p->counters.lost + p->counters.filtered;
	uint64_t least = im->flags & EF_RISCV_RVC ? 2 : 4; /* bytes of an instruction */

	*r = (struct ran){ .profile = p, .often = true, .each = true };
	if (profile_in_turns(p))
		return fail("export: lcov: this profile counted instructions and causes in time "
			    "slices, so what has no count may have run; record it without --why");
	if (p->retired_at)
		return true;
	if (p->config.period != 1 || p->config.source == TALLY_SOURCE_EVENT)
		return fail("export: lcov: this profile has %s, so what has no count may have run; "
			    "count every cycle or instruction (--period 1)",
			p->config.period != 1 ? "samples" : "only some cycles");
	/* has each instruction a counter of its own? */
	r->each = least * p->config.scale >= 2 * TALLY_SCALE_ONE;
	r->often = p->config.source == TALLY_SOURCE_RETIRE && r->each;
	if (lost || p->sticky & PROFILE_FULL)
		note("%" PRIu64 " ticks were LOST or FILTERED%s: what has no count may have run "
		     "in them",
			lost, p->sticky & PROFILE_FULL ? ", and the unit stopped" : "");
	return true;
}

static uint64_t ran_at(const struct ran *r, uint32_t pc)
{
	const struct profile *p = r->profile;
	uint32_t at = (pc - p->config.offset) / 2;

	if (p->retired_at)
		return at < p->n_retired_at ? p->retired_at[at] : RAN_UNKNOWN;
	int64_t slot = tally_slot(pc, p->config.offset, p->config.scale,
		p->slots * PROFILE_BIN_BYTES, PROFILE_BIN_BYTES);
	return slot < 0 ? RAN_UNKNOWN : p->bins[slot];
}

static bool read_code(struct flow *f, const struct image *im, const struct function *function,
	const struct ran *ran)
{
	struct extent e;

	for (size_t i = 0; function_extent(function, i, &e); i++)
		for (uint64_t pc = e.lo; pc < e.hi;) {
			uint32_t insn = image_instruction(im, (uint32_t)pc);
			uint64_t count = ran_at(ran, (uint32_t)pc);
			if (count == RAN_UNKNOWN)
				return false;
			if (!insn && !image_segment_at(im, pc))
				break; /* 0 in a segment is c.unimp */
			GROW(f->code, f->n_code, f->code_room);
			f->code[f->n_code++] = (struct flow_code){ (uint32_t)pc,
				instruction_of(insn, im->wide), count };
			pc += (insn & 3) == 3 ? 4 : 2;
		}
	return f->n_code;
}

/* Some cores do not retire an ecall; it ran if what stands around it did. */
static void count_calls(struct flow *f)
{
	for (size_t i = 1; i + 1 < f->n_code; i++)
		if (f->code[i].insn == ECALL && !f->code[i].count)
			f->code[i].count = f->code[i - 1].count < f->code[i + 1].count
				? f->code[i - 1].count
				: f->code[i + 1].count;
}

static int by_pc(const void *a, const void *b)
{
	const struct flow_code *x = a, *y = b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* The instruction that begins at pc; n_code: none does. */
static size_t number_of(const struct flow *f, uint32_t pc)
{
	const struct flow_code key = { .pc = pc };
	const struct flow_code *found = bsearch(&key, f->code, f->n_code, sizeof key, by_pc);

	return found ? (size_t)(found - f->code) : f->n_code;
}

/* Does it always go on elsewhere? */
static bool is_direct(uint32_t insn)
{
	return (insn & 0xFFF) == 0x06F || (insn & 0xE003) == 0xA001; /* j, c.j */
}

static bool ends_block(const struct flow_code *c)
{
	enum jump jump = instruction_jump(c->pc, c->insn).jump;

	return instruction_branches(c->insn) || is_direct(c->insn) || jump == JUMP
		|| jump == TRAP_RETURN;
}

/* The number of the instruction that lies behind; n_code: none does. */
static size_t behind(const struct flow *f, size_t i)
{
	const struct flow_code *c = &f->code[i];
	uint32_t next = c->pc + ((c->insn & 3) == 3 ? 4 : 2);

	return i + 1 < f->n_code && c[1].pc == next ? i + 1 : f->n_code;
}

/* Where a branch or a direct jump leads; n_code: out of the function. */
static size_t target_of(const struct flow *f, const struct flow_code *c)
{
	uint32_t next[2];

	instruction_next(c->pc, c->insn, next);
	return number_of(f, next[1]);
}

static void make_blocks(struct flow *f, uint32_t *block_of, uint32_t entry)
{
	bool *leads = allocate(f->n_code + 1, sizeof *leads);

	leads[0] = leads[number_of(f, entry)] = true;
	for (size_t i = 0; i < f->n_code; i++) {
		const struct flow_code *c = &f->code[i];
		if (instruction_branches(c->insn) || is_direct(c->insn))
			leads[target_of(f, c)] = true;
		/* a trap, or a call that does not return, shows as another count behind it */
		if (ends_block(c) || behind(f, i) == f->n_code || c->count != c[1].count)
			leads[i + 1] = true;
	}
	for (size_t i = 0; i < f->n_code; i++) {
		if (leads[i]) {
			GROW(f->at, f->n, f->room);
			f->at[f->n++] = (struct flow_block){
				.first = i, .count = f->code[i].count, .to = { FLOW_OUT, FLOW_OUT }
			};
		}
		block_of[i] = (uint32_t)f->n - 1;
		f->at[f->n - 1].end = i + 1;
	}
	f->entry = block_of[number_of(f, entry)];
	block_of[f->n_code] = FLOW_OUT;
	free(leads);
}

/* taken: NULL, those were not counted. */
static void lead_on(
	struct flow *f, struct flow_block *b, const uint32_t *block_of, const struct taken *taken)
{
	const struct flow_code *last = &f->code[b->end - 1];
	struct pending pending = instruction_jump(last->pc, last->insn);

	b->branches = instruction_branches(last->insn);
	b->anywhere = pending.jump == JUMP && !pending.returns;
	if (b->branches || is_direct(last->insn))
		b->to[1] = block_of[target_of(f, last)];
	if (b->branches || !ends_block(last))
		b->to[0] = block_of[behind(f, b->end - 1)];
	if (!b->branches) {
		b->over[0] = b->to[0] == FLOW_OUT ? 0 : b->count;
		b->over[1] = is_direct(last->insn) ? b->count : 0;
	} else if (!b->count || taken) {
		b->over[1] = b->count ? taken_at(taken, last->pc) : 0;
		b->over[1] = b->over[1] < b->count ? b->over[1] : b->count;
		b->over[0] = b->count - b->over[1];
	} else {
		b->over[0] = b->over[1] = FLOW_UNKNOWN;
	}
}

/* A way of which is only known how often it was set out on, into a block that already got enough: a
 * call that did not always return, a trap, the end of the run or of a thread. */
static void cut_short(struct flow *f, unsigned way)
{
	for (size_t i = 0; i < f->n; i++) {
		struct flow_block *b = &f->at[i];
		if (b->to[way] == FLOW_OUT || b->over[way] == FLOW_UNKNOWN || (way && b->branches))
			continue;
		struct flow_block *to = &f->at[b->to[way]];
		uint64_t more = to->came > to->count ? to->came - to->count : 0,
			 lost = more < b->over[way] ? more : b->over[way];
		b->over[way] -= lost;
		to->came -= lost;
	}
}

static void settle(struct flow *f, struct flow_block *b, unsigned way, uint64_t over)
{
	b->over[way] = over < b->count ? over : b->count;
	b->over[!way] = b->count - b->over[way];
	for (unsigned i = 0; i < 2; i++)
		if (b->to[i] != FLOW_OUT) {
			f->at[b->to[i]].came += b->over[i];
			f->at[b->to[i]].open--;
		}
}

/* Branches whose outcome follows from the counts: a block that got all it has got no more; and
 * where nothing comes from anywhere, the one way that is unknown has the rest. */
static void solve(struct flow *f)
{
	bool anywhere = false, more = true;

	for (size_t i = 0; i < f->n; i++)
		anywhere |= f->at[i].anywhere && f->at[i].count;
	while (more) {
		more = false;
		for (uint32_t i = 0; i < f->n; i++) {
			const struct flow_block *b = &f->at[i];
			uint64_t rest = b->count > b->came ? b->count - b->came : 0;
			if (!b->open || (rest && (b->open > 1 || anywhere || i == f->entry)))
				continue;
			/* the ways into it that are unknown were gone so often each */
			for (size_t k = 0; k < 2 * f->n; k++)
				if (f->at[k / 2].to[k % 2] == i
					&& f->at[k / 2].over[k % 2] == FLOW_UNKNOWN)
					settle(f, &f->at[k / 2], k % 2, rest);
			more = true;
		}
	}
}

bool flow_open(struct flow *f, const struct image *im, const struct function *function,
	const struct ran *ran)
{
	const struct taken *taken = &ran->profile->taken;

	*f = (struct flow){ 0 };
	if (!read_code(f, im, function, ran)) {
		flow_close(f);
		return false;
	}
	count_calls(f);
	uint32_t *block_of = allocate(f->n_code + 1, sizeof *block_of);
	make_blocks(f, block_of, (uint32_t)function->lo);
	for (size_t i = 0; i < f->n; i++)
		lead_on(f, &f->at[i], block_of, taken->n ? taken : NULL);
	free(block_of);
	/* what each block got by the ways into it */
	for (size_t i = 0; i < 2 * f->n; i++) {
		uint32_t to = f->at[i / 2].to[i % 2];
		uint64_t over = f->at[i / 2].over[i % 2];
		if (to != FLOW_OUT && over == FLOW_UNKNOWN)
			f->at[to].open++;
		else if (to != FLOW_OUT)
			f->at[to].came += over;
	}
	cut_short(f, 0);
	cut_short(f, 1);
	solve(f);
	return true;
}

void flow_close(struct flow *f)
{
	free(f->code);
	free(f->at);
	*f = (struct flow){ 0 };
}

uint32_t flow_block_at(const struct flow *f, uint32_t pc)
{
	size_t at;

	BISECT(at, f->n, f->code[f->at[at].first].pc < pc);
	return at < f->n && f->code[f->at[at].first].pc == pc ? (uint32_t)at : FLOW_OUT;
}

/* ---- how often a part of the function began */

enum state { FRESH, ON_PATH, DONE };

/* A block of the part, and its ways to others of it. */
struct node {
	size_t to[2]; /* numbers of nodes; SIZE_MAX: none */
	uint64_t left[2]; /* how often each was gone, less the rounds found */
	enum state state;
};

/* Depth first: each round takes at least one way out. */
static uint64_t rounds_from(struct node *nodes, size_t start, size_t *path, unsigned *way)
{
	uint64_t rounds = 0;
	size_t n = 1;

	for (path[0] = start; n;) {
		struct node *node = &nodes[path[n - 1]];
		unsigned w = 0;
		node->state = ON_PATH;
		while (w < 2 && (!node->left[w] || nodes[node->to[w]].state == DONE))
			w++;
		if (w == 2) {
			node->state = DONE;
			n--;
			continue;
		}
		way[n - 1] = w;
		if (nodes[node->to[w]].state != ON_PATH) {
			path[n++] = node->to[w];
			continue;
		}
		/* the round from that node of the path back to it is taken out */
		size_t first = 0;
		uint64_t least = UINT64_MAX;
		while (path[first] != node->to[w])
			first++;
		for (size_t i = first; i < n; i++)
			if (nodes[path[i]].left[way[i]] < least)
				least = nodes[path[i]].left[way[i]];
		for (size_t i = first; i < n; i++) {
			nodes[path[i]].left[way[i]] -= least;
			nodes[path[i]].state = i == first ? ON_PATH : FRESH;
		}
		rounds += least;
		n = first + 1;
	}
	return rounds;
}

/* The part's ways within itself; false: of one it is not known how often it was gone. *within: all
 * of them together. */
static bool find_ways(const struct flow *f, const uint32_t *blocks, size_t n, struct node *nodes,
	uint64_t *within)
{
	bool anywhere = false, entered = false;

	for (size_t i = 0; i < n; i++) {
		const struct flow_block *b = &f->at[blocks[i]];
		anywhere |= b->anywhere && b->count;
		entered |= blocks[i] != f->entry && b->count > b->came;
		for (unsigned w = 0; w < 2; w++) {
			const uint32_t *to =
				bsearch(&b->to[w], blocks, n, sizeof *blocks, by_number);
			nodes[i].to[w] = to ? (size_t)(to - blocks) : SIZE_MAX;
			if (!to)
				continue;
			if (b->over[w] == FLOW_UNKNOWN)
				return false;
			*within += nodes[i].left[w] = b->over[w];
		}
	}
	return !anywhere || !entered;
}

uint64_t flow_began(const struct flow *f, const uint32_t *blocks, size_t n, bool *open)
{
	struct node *nodes = allocate(n, sizeof *nodes);
	size_t *path = allocate(n + 1, sizeof *path);
	unsigned *way = allocate(n + 1, sizeof *way);
	uint64_t sum = 0, most = 0, within = 0, rounds = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t count = f->at[blocks[i]].count;
		sum += count;
		most = count > most ? count : most;
	}
	*open = !find_ways(f, blocks, n, nodes, &within);
	for (size_t i = 0; i < n && !*open; i++)
		if (nodes[i].state == FRESH)
			rounds += rounds_from(nodes, i, path, way);
	uint64_t came = sum > within ? sum - within : 0;
	free(nodes);
	free(path);
	free(way);
	return *open ? most : came + rounds;
}
