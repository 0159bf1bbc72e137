/* SPDX-License-Identifier: ISC
 * context_check.c - what software reads beside the running core is what the model has; the law.
 */
#include "context.h"
#include "sim/model/registers.h"

static bool may_be(const struct bench *b, uint32_t dat)
{
	const struct context *c = &b->model;

	for (unsigned i = 0; i < c->mays; i++)
		if (c->may[i] == dat)
			return true;
	if (c->watch < 2 * context_nodes(c) - C_OUTCOMES)
		return false;
	return dat - b->host.low <= c->words[c->watch] - b->host.low;
}

static void saw_word(struct bench *b, uint32_t dat)
{
	struct host *h = &b->host;

	b->words++;
	if (!h->sure)
		return;
	h->owed = !may_be(b, dat);
	h->owed_dat = dat;
	h->owed_at = b->model.cycle;
	if (h->owed && h->drained)
		bench_wrong(b, "word %u: expected %u, got %u", b->model.watch,
			b->model.words[b->model.watch], dat);
}

void check_walked(struct bench *b)
{
	struct host *h = &b->host;

	if (h->owed && !may_be(b, h->owed_dat))
		bench_wrong(b, "word %u: is %u, was %u, got %u in cycle %llu", b->model.watch,
			b->model.words[b->model.watch], b->model.may[0], h->owed_dat,
			(unsigned long long)h->owed_at);
	h->owed = false;
}

static void saw_row(struct bench *b, uint32_t row, uint32_t dat)
{
	const struct context *c = &b->model;
	const struct context_node *n = &c->node[row];
	const bool root = row == context_root(c);
	const uint32_t expected = n->parent << c->p.pc_w | n->callee << 1 | n->mixed;

	b->rows++;
	if (!b->host.sure || (row >= context_nodes(c) - C_OUTCOMES && !root)
		|| (!root && !c->words[context_nodes(c) + row]))
		return;
	if (root ? (dat & 1) != n->mixed : dat != expected)
		bench_wrong(b, "row %u: expected %#x, got %#x", row, expected, dat);
}

static void saw_status(struct bench *b, uint32_t dat)
{
	const struct shown *s = &b->shown;
	struct host *h = &b->host;
	const uint32_t expected = (s->running ? ST_RUNNING : 0) | (s->clearing ? ST_CLEARING : 0)
		| (s->fault ? ST_FAULT : 0) | (s->error ? ST_ERROR : 0);
	const uint32_t known = ST_RUNNING | ST_CLEARING | ST_FAULT | ST_ERROR | ST_FULL;

	if ((dat ^ expected) & known)
		bench_wrong(b, "STATUS: expected %#x, got %#x", expected, dat);
	if ((dat & ST_DRAINED) && !s->settled)
		bench_wrong(b, "STATUS: DRAINED too early");
	if (!(dat & ST_BUSY) && s->busy && !s->running)
		bench_wrong(b, "STATUS: not BUSY");
	h->drained = h->drained || ((dat & ST_DRAINED) && !b->model.running
		&& !(b->model.command & CTRL_START));
}

static void saw_register(struct bench *b, unsigned reg, uint32_t dat)
{
	const struct context_params *p = &b->model.p;
	const struct shown *s = &b->shown;
	uint32_t expected = b->model.reg[reg];

	if (reg == R_STATUS) {
		saw_status(b, dat);
		return;
	}
	switch (reg) {
	case R_ID:
		expected = 0x54414c59;
		break;
	case R_CAPS:
		expected = 3 | p->jitter << 11 | p->event << 12;
		break;
	case R_WIDTHS:
		expected = (p->nodes + 1) | p->pc_w << 8 | 24 << 16 | 16 << 24;
		break;
	case R_CTRL:
		expected = 0;
		break;
	case R_TICKS:
		expected = s->clearing ? dat : s->ticks;
		break;
	case R_PENDING:
		expected = s->pending;
		break;
	default:
		break;
	}
	if (dat != expected)
		bench_wrong(b, "register %u: expected %#x, got %#x", reg, expected, dat);
}

void check_law(struct bench *b)
{
	const struct host *h = &b->host;

	b->laws++;
	if (h->sure && h->sum + h->pending != h->ticks)
		bench_wrong(b, "law: TICKS %u, words %u, PENDING %u", h->ticks, h->sum, h->pending);
}

void check_read(struct bench *b, uint32_t adr, uint32_t dat)
{
	if (adr >= 2 * host_words(b))
		saw_row(b, (adr - 2 * host_words(b)) / 4, dat);
	else if (adr >= host_words(b))
		saw_word(b, dat);
	else
		saw_register(b, adr / 4, dat);
}
