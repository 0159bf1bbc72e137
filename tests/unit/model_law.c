/* SPDX-License-Identifier: ISC
 * model_law.c - the invariant of the reference model: after every edge, from its registers and the samples in flight.
 */
#include "model_test.h"

/* A channel's samples in flight: their number by bank, and their weight. */
struct under_way {
	unsigned n[2];
	uint32_t w;
};

static void count(struct under_way *u, const struct model_sample *s, unsigned channel)
{
	if (s->channel != channel)
		return;
	u->n[s->bank]++;
	u->w += s->w;
}

static void count_queue(struct under_way *u, const struct model_queue *q, unsigned channel)
{
	for (unsigned i = q->head; i != q->tail; i++)
		count(u, &q->at[i % MODEL_QUEUE], channel);
}

static struct under_way under_way(unsigned channel)
{
	const struct model_channel *ch = &m.ch[channel];
	struct under_way u = { 0 };

	if (ch->e.valid) {
		u.n[ch->e.bank]++;
		u.w += ch->e.w;
	}
	count_queue(&u, &ch->queue, channel);
	count_queue(&u, &m.engine.queue, channel);
	for (unsigned i = m.mapper_head; i != m.mapper_tail; i++)
		count(&u, &m.mapper[i % MODEL_FLIGHT].s, channel);
	for (unsigned ago = 1; ago <= 5; ago++) {
		const struct model_update *in_updater = &m.updater[(m.now - ago) % MODEL_FLIGHT];

		if (in_updater->guest == MODEL_SAMPLE)
			count(&u, &in_updater->s, channel);
	}
	return u;
}

static void law_of(unsigned channel)
{
	const struct model_channel *ch = &m.ch[channel];
	const struct model_law *l = &ch->law;
	uint32_t mask = m.p.cnt_w == 32 ? 0xffffffff : (1u << m.p.cnt_w) - 1;
	struct under_way u = under_way(channel);

	CHECK(l->ticks == ((l->hits + l->outside + l->filtered + l->idle + l->lost + l->pending) & mask),
	      "the law of channel %u, cycle %" PRIu64, channel, m.now);
	CHECK(((l->user + l->system + l->idle_class) & mask) == ((l->ticks - l->pending) & mask),
	      "the classes of channel %u, cycle %" PRIu64, channel, m.now);
	CHECK(l->pending == ((ch->waiting + u.w) & mask), "PENDING of channel %u, cycle %" PRIu64, channel, m.now);
	CHECK(ch->in_flight[0] == u.n[0] && ch->in_flight[1] == u.n[1], "in flight, channel %u, cycle %" PRIu64, channel, m.now);
}

/* A counter was full in U3: samples that follow in the next cycle are not counted. */
static void nothing_behind_full(unsigned channel)
{
	static uint64_t full_at[MODEL_CHANNELS];
	const struct model_update *u = &m.updater[(m.now - 4) % MODEL_FLIGHT];

	if (full_at[channel] + 1 == m.now && u->guest == MODEL_SAMPLE && u->s.channel == channel)
		CHECK(u->hit == 0 && u->lost == u->s.w, "counted behind FULL, cycle %" PRIu64, m.now);
	if (m.ch[channel].filled)
		full_at[channel] = m.now;
}

void law_holds(void)
{
	for (unsigned i = 0; i < m.p.channels; i++)
		law_of(i);
	for (unsigned i = 0; i < m.p.channels; i++)
		nothing_behind_full(i);
}

void law_under_random_stimulus(void)
{
	static const unsigned widths[][2] = { { 4, 32 }, { 16, 32 }, { 4, 12 } };

	for (unsigned mapper = 0; mapper < 3; mapper++)
		for (unsigned i = 0; i < 3; i++) {
			static struct stimulus s;
			struct model_in in = still;

			open_model(mapper, widths[i][0], widths[i][1]);
			stimulus_init(&s, 100 * mapper + i, &m);
			for (uint64_t cycle = 0; cycle < 1000000; cycle++) {
				stimulus_next(&s, &in);
				model_step(&m, &in);
				law_holds();
			}
		}
	printf("model: law and classes hold after each of 9 x 1,000,000 random edges\n");
}
