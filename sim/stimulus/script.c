/* SPDX-License-Identifier: ISC
 * script.c - software's plan: stop, wait, configure, clear, count amid any traffic, and again.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

enum { PATIENCE = 30 };

static struct request read_at(uint32_t adr)
{
	return (struct request){ .adr = adr, .sel = 15 };
}

static struct request write_reg(unsigned reg, uint32_t dat)
{
	return (struct request){ .adr = 4 * reg, .dat = dat, .sel = 15, .we = true };
}

/* Polls; now and then writes, as if the unit had drained. */
static struct request poll(struct stimulus *s)
{
	const unsigned reg = R_OFFSET + random_below(&s->random, 3);

	if (random_one_in(&s->random, 6))
		return write_reg(reg, traffic_value(s, reg));
	return s->script.polls == PATIENCE ? write_reg(R_CTRL, CTRL_RESET) : read_at(4 * R_STATUS);
}

static const unsigned order[] = { R_RING_POS, R_JITTER, R_PERIOD, R_SETUP, R_OFFSET, R_SCALE,
	R_SIZE, R_INTERVAL, R_BASE, R_LIMIT };
enum { CONFIGURED = sizeof(order) / sizeof(*order) };

static struct request configure(struct stimulus *s)
{
	const unsigned reg = order[s->script.word % CONFIGURED];

	return write_reg(reg, traffic_value(s, reg));
}

struct request script_next(struct stimulus *s)
{
	const uint32_t words = model_words(&s->m->p);

	switch (s->script.step) {
	case READ_WORDS: return read_at(4 * (words + s->script.word));
	case READ_ROWS: return read_at(4 * (2 * words + s->script.word));
	case STOP:
		return write_reg(R_CTRL,
			random_one_in(&s->random, 4) && !s->finish ? CTRL_RESET : CTRL_STOP);
	case SWEPT:
		if (odds(s, 8))
			return read_at(4 * (words + below(s, words)));
		if (s->m->clearing && odds(s, 16))
			return write_reg(R_CTRL, CTRL_START);
		/* fall through */
	case POLL: return poll(s);
	case POSITION: return read_at(4 * R_RING_POS);
	case CONFIGURE: return configure(s);
	case CLEAR: return write_reg(R_CTRL, CTRL_CLEAR);
	case START: return write_reg(R_CTRL, CTRL_START);
	case READ_TICKS: return read_at(4 * R_TICKS);
	case READ_PENDING: return read_at(4 * R_PENDING);
	default: return traffic_any(s);
	}
}

static void go(struct stimulus *s, enum step step)
{
	s->script.step = step;
	s->script.polls = s->script.word = s->script.gaps = 0;
}

static void drained(struct stimulus *s)
{
	if (s->finish)
		go(s, READ_TICKS);
	else if (s->m->pos_open)
		go(s, CONFIGURE);
	else if (!s->m->context.known)
		go(s, CLEAR);
	else if (odds(s, model_words(&s->m->p) / 16))
		go(s, READ_TICKS);
	else if (random_one_in(&s->random, 4))
		go(s, START);
	else
		go(s, s->clears && random_one_in(&s->random, 3) ? CLEAR : CONFIGURE);
}

/* All was read. */
static void is_whole(struct stimulus *s)
{
	s->whole = true;
	go(s, s->finish ? DONE : START);
}

void script_answer(struct stimulus *s, const struct request *r, uint32_t dat)
{
	struct script *c = &s->script;
	const uint32_t words = model_words(&s->m->p);

	switch (c->step) {
	case STOP: go(s, POLL); break;
	case POLL:
		c->polls += c->polls == PATIENCE ? -PATIENCE : 1;
		if (r->adr != 4 * R_STATUS || r->we || !(dat & ST_DRAINED))
			break;
		go(s, POSITION);
		break;
	case POSITION: drained(s); break;
	case CONFIGURE:
		if (random_one_in(&s->random, engine_used(s->m) ? 50 : 12)
			|| ++c->word == CONFIGURED)
			go(s, s->finish ? STOP : START);
		break;
	case CLEAR: go(s, SWEPT); break;
	case SWEPT:
		if (r->adr == 4 * R_STATUS && !r->we && (dat & ST_DRAINED))
			go(s, CONFIGURE);
		break;
	case START:
		go(s, RUN);
		if (engine_used(s->m))
			memory_fill(s);
		c->left = 10
			+ below(s,
				model_calls(s->m)           ? odds(s, 3) ? 2000 : 300
					: engine_used(s->m) ? 600
							    : 200);
		c->gaps = 1u << random_below(&s->random, 7);
		break;
	case RUN:
		if ((!s->core.stalls && --c->left == 0) || s->finish)
			go(s, STOP);
		break;
	case READ_TICKS:
		s->ticks = dat;
		s->sum = 0;
		go(s, READ_PENDING);
		break;
	case READ_PENDING:
		s->pending = dat;
		go(s, READ_WORDS);
		break;
	case READ_WORDS:
		s->sum += words_counts(s->m, c->word) ? dat : 0;
		if (++c->word == words && model_calls(s->m))
			go(s, READ_ROWS);
		else if (c->word == words)
			is_whole(s);
		break;
	case READ_ROWS:
		if (++c->word == words / 2)
			is_whole(s);
		break;
	case DONE: break;
	}
}
