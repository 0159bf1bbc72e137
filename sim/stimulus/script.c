/* SPDX-License-Identifier: ISC
 * script.c - software's plan: stop, wait, configure, clear, count amid any traffic, and again.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

enum { PATIENCE = 30 };

static void read_reg(struct request *r, unsigned reg)
{
	*r = (struct request){ .adr = 4 * reg, .sel = 15 };
}

static void write_reg(struct request *r, unsigned reg, uint32_t dat)
{
	*r = (struct request){ .adr = 4 * reg, .dat = dat, .sel = 15, .we = true };
}

static void read_word(struct stimulus *s, struct request *r)
{
	*r = (struct request){ .adr = 4 * (model_words(&s->m->p) + s->script.word), .sel = 15 };
}

/* Polls; now and then writes at the moment when the unit may just have drained. */
static void poll(struct stimulus *s, struct request *r)
{
	const struct model *m = s->m;
	const bool may = model_drained(m) == MAYBE && !model_clearing(m) && !((m->sticky | m->unsure) & ST_ERROR);

	if (may && random_one_in(&s->random, 3)) {
		const unsigned reg = R_OFFSET + random_below(&s->random, 3);

		write_reg(r, reg, traffic_value(s, reg));
	} else if (s->script.polls == PATIENCE) {
		write_reg(r, R_CTRL, CTRL_RESET);
	} else {
		read_reg(r, R_STATUS);
	}
}

static void run(struct stimulus *s, struct request *r)
{
	if (s->m->doubt)
		read_reg(r, R_STATUS);
	else
		traffic_any(s, r);
}

static void stop(struct stimulus *s, struct request *r)
{
	write_reg(r, R_CTRL, random_one_in(&s->random, 4) && !s->finish ? CTRL_RESET : CTRL_STOP);
}

static const unsigned order[] = { R_JITTER, R_SEED, R_PERIOD, R_SETUP, R_OFFSET, R_SCALE, R_SIZE, R_TAG_VALUE,
	R_TAG_MASK };
enum { CONFIGURED = sizeof(order) / sizeof(*order) };

/* Random bits hardly ever make the LFSR 0, so SEED is now and then written with 0 as often as it has bits. */
static void configure(struct stimulus *s, struct request *r)
{
	const unsigned reg = order[s->script.word % CONFIGURED];

	write_reg(r, reg, reg == R_SEED && s->script.zeros ? 0 : traffic_value(s, reg));
}

static bool seeds(struct script *c)
{
	return order[c->word % CONFIGURED] == R_SEED && c->zeros && --c->zeros;
}

void script_next(struct stimulus *s, struct request *r)
{
	switch (s->script.step) {
	case LEARN:
	case FINAL_WORDS:
		read_word(s, r);
		break;
	case STOP:
		stop(s, r);
		break;
	case POLL:
	case SWEPT:
		poll(s, r);
		break;
	case CONFIGURE:
		configure(s, r);
		break;
	case CLEAR:
		write_reg(r, R_CTRL, CTRL_CLEAR);
		break;
	case START:
		write_reg(r, R_CTRL, CTRL_START);
		break;
	case RUN:
		run(s, r);
		break;
	case FINAL_TICKS:
		read_reg(r, R_TICKS);
		break;
	case FINAL_PENDING:
		read_reg(r, R_PENDING);
		break;
	case DONE:
		break;
	}
}

static void go(struct stimulus *s, enum step step)
{
	s->script.step = step;
	s->script.polls = s->script.word = s->script.gaps = 0;
	s->script.zeros = random_one_in(&s->random, 8) ? 16 : 0;
}

static void drained(struct stimulus *s)
{
	if (!s->m->known)
		go(s, s->clears && random_one_in(&s->random, 2) ? CLEAR : LEARN);
	else if (s->finish)
		go(s, FINAL_TICKS);
	else if (random_one_in(&s->random, 4))
		go(s, START);
	else
		go(s, s->clears && random_one_in(&s->random, 3) ? CLEAR : CONFIGURE);
}

static void begin_run(struct stimulus *s)
{
	go(s, RUN);
	s->script.left = 10 + random_below(&s->random, 200);
	s->script.gaps = 1u << random_below(&s->random, 7);
}

static void next_word(struct stimulus *s, enum step after)
{
	if (++s->script.word == model_words(&s->m->p))
		go(s, after);
}

void script_answer(struct stimulus *s, const struct request *r, uint32_t dat)
{
	struct script *c = &s->script;

	switch (c->step) {
	case LEARN:
		next_word(s, CONFIGURE);
		break;
	case STOP:
		go(s, POLL);
		break;
	case POLL:
		c->polls += c->polls == PATIENCE ? -PATIENCE : 1;
		if (r->adr == 4 * R_STATUS && !r->we && (dat & ST_DRAINED))
			drained(s);
		break;
	case CONFIGURE:
		if (!seeds(c) && (random_one_in(&s->random, 12) || ++c->word == CONFIGURED))
			go(s, s->finish ? STOP : START);
		break;
	case CLEAR:
		go(s, SWEPT);
		break;
	case SWEPT:
		if (r->adr == 4 * R_STATUS && !r->we && (dat & ST_DRAINED))
			go(s, CONFIGURE);
		break;
	case START:
		begin_run(s);
		break;
	case RUN:
		if (--c->left == 0 || s->finish)
			go(s, STOP);
		break;
	case FINAL_TICKS:
		s->ticks = dat;
		go(s, FINAL_PENDING);
		break;
	case FINAL_PENDING:
		s->pending = dat;
		go(s, FINAL_WORDS);
		break;
	case FINAL_WORDS:
		s->sum += dat;
		next_word(s, DONE);
		break;
	case DONE:
		break;
	}
}
