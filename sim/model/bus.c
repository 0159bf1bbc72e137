/* SPDX-License-Identifier: ISC
 * bus.c - Wishbone accesses: when they begin, when and what they answer.
 */
#include "model.h"
#include "registers.h"

static void check_irq(struct model *m, const struct outputs *out)
{
	const uint32_t enabled = setup_irq(m->reg[R_SETUP]);
	const bool sure = m->sticky & ~m->unsure & enabled;

	if (out->irq)
		m->seen[SEEN_IRQS]++;
	if (!sure && (enabled & m->unsure))
		return;
	if (out->irq != sure)
		model_wrong(m, "irq_o: expected %d, got %d", sure, out->irq);
}

/* Is this the answer to a read that found no slot: TICKS of the cycle before, bit 31 inverted? */
static bool is_miss(const struct model *m, uint32_t dat)
{
	return !model_clearing(m) && (m->ticks >> 7) - (m->ticks_then >> 7) >= 2
		&& dat == (m->ticks_was ^ 1u << 31);
}

/* Nobody knows what the memory held: it holds what is read, once each word was read in its turn. */
static void learn_word(struct model *m, uint32_t dat)
{
	m->base += dat - m->words[m->adr];
	m->words[m->adr] = dat;
	m->learned += m->adr == m->learned;
	m->known = m->learned == model_words(&m->p);
}

static void check_word(struct model *m, uint32_t dat)
{
	const bool miss = is_miss(m, dat), swept = model_clearing(m) && dat == 0;
	bool value = false;

	m->seen[SEEN_READS_COUNTING] += m->running;
	m->seen[SEEN_READS_CHANGED] += m->mays > 1;
	if (!m->known && !model_clearing(m)) {
		if (!miss)
			learn_word(m, dat);
		return;
	}
	for (unsigned i = 0; i < m->mays && !value; i++)
		value = m->may[i] == dat && model_clearing(m) != YES;
	value = value || engine_may_read(m, dat, miss);
	if (!value && !miss && !swept)
		model_wrong(m, "word %u: expected %#x%s, got %#x", m->adr, m->mays ? m->may[0] : 0,
			m->mays > 1 ? " or later" : "", dat);
	m->seen[SEEN_MISSES] += miss;
	m->seen[SEEN_READS_CLEARING] += swept;
}

static bool overdue(const struct model *m)
{
	if (model_clearing(m) == YES)
		return m->cycle > m->since + ANSWERS_WITHIN;
	return (m->first_free && m->cycle > m->first_free + ANSWERS_WITHIN) ||
		(m->second_multiple && m->cycle > m->second_multiple + ANSWERS_WITHIN);
}

static void check_window(struct model *m, const struct inputs *in, const struct outputs *out)
{
	if (out->ack) {
		check_word(m, out->dat);
		m->answered = m->cycle;
		m->access = NONE;
	} else if (!(in->cyc && in->stb)) {
		m->seen[SEEN_GIVEN_UP_WINDOW]++;
		m->access = NONE;
	} else if (overdue(m)) {
		model_wrong(m, "wb_ack_o: no answer of word %u since cycle %llu", m->adr,
			(unsigned long long)m->since);
	}
}

static void check_answer(struct model *m, const struct inputs *in, const struct outputs *out)
{
	const bool here = in->cyc && in->stb, reads = m->access == READ;

	m->access = NONE;
	/* A write's answer comes even if nobody waits for it. */
	if (!out->ack && (here || !reads))
		model_wrong(m, "wb_ack_o: expected 1, got 0");
	if (!here) {
		m->seen[reads ? SEEN_GIVEN_UP_READS : SEEN_GIVEN_UP_WRITES]++;
		return;
	}
	m->answered = m->cycle;
	if (!reads)
		return;
	if ((out->dat ^ m->value) & m->mask)
		model_wrong(m, "wb_dat_o of register %#x: expected %#x, got %#x", m->adr * 4,
			m->value, out->dat);
	if (m->adr == R_STATUS)
		registers_learn(m, out->dat);
}

static void may_return(struct model *m, uint32_t value)
{
	for (unsigned i = 0; i < m->mays; i++)
		if (m->may[i] == value)
			return;
	if (m->mays < sizeof(m->may) / sizeof(*m->may))
		m->may[m->mays++] = value;
}

/* The slots that were in the mapper's pipeline when the read began. */
static void late_slots(struct model *m)
{
	const unsigned depth = m->p.mapper == 0 ? 2 + (m->p.system != 0) : 1;
	uint32_t value = m->words[m->adr];

	for (unsigned ago = 0; ago < depth; ago++) {
		if (words_late(m, ago)->word == m->adr)
			value -= words_late(m, ago)->weight;
		if (words_late(m, ago + 1)->word == NOTHING)
			may_return(m, value);
	}
}

/* The word as it stands in a cycle in which no sample passes is what a window read may return. */
static void wait_slot(struct model *m)
{
	if (m->cycle == m->since + 3)
		m->ticks_late = m->ticks;
	if (!m->second_multiple && m->cycle >= m->since + 3
		&& (m->ticks >> 7) - (m->ticks_late >> 7) >= 2)
		m->second_multiple = m->cycle + 1;
	if (words_late(m, 0)->word != NOTHING)
		return;
	if (!m->first_free && m->cycle >= m->since + 2 && !m->engine.leaving.weight &&
		(engine_quiet(m) || ++m->free_slots > FREE_SLOTS))
		m->first_free = m->cycle;
	may_return(m, m->words[m->adr]);
}

static void begin(struct model *m, const struct inputs *in)
{
	m->since = m->cycle;
	m->seen[SEEN_BACK_TO_BACK] += m->answered && m->cycle == m->answered + 1;
	if (in->we) {
		registers_write(m, in->adr, in->sel, in->dat);
		m->access = WRITTEN;
		return;
	}
	m->access = in->adr >> (m->p.bins_log2 + 2) & 1 ? WINDOW : READING;
	m->adr = in->adr >> 2 & (m->access == WINDOW ? model_words(&m->p) - 1 : 31);
	m->mays = m->free_slots = 0;
	m->open = !engine_quiet(m);
	m->first_free = m->second_multiple = 0;
	if (m->access == WINDOW)
		late_slots(m);
}

static void check_reading(struct model *m, const struct inputs *in)
{
	m->value = registers_read(m, m->adr, &m->mask);
	m->waits = m->running || m->pending || m->held != NOTHING;
	m->access = READ;
	if (!(in->cyc && in->stb)) {
		m->seen[SEEN_GIVEN_UP_READS]++;
		m->access = NONE;
	}
}

void bus_check(struct model *m, const struct inputs *in, const struct outputs *out)
{
	const bool here = in->cyc && in->stb;

	m->drained = model_drained(m);
	check_irq(m, out);
	if (out->ack && (m->access == NONE || m->access == READING))
		model_wrong(m, "wb_ack_o: expected 0, got 1");
	m->begins = m->access == NONE && here;
	if (m->begins)
		m->ticks_then = m->ticks;
	if (m->access == WINDOW)
		check_window(m, in, out);
	else if (m->access == READING)
		check_reading(m, in);
	else if (m->access != NONE)
		check_answer(m, in, out);
	m->ticks_was = m->ticks;
}

/* The cycle of an answer begins no access. */
void bus_edge(struct model *m, const struct inputs *in)
{
	if (m->begins)
		begin(m, in);
	if (m->access == WINDOW)
		wait_slot(m);
}
