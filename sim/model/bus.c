/* SPDX-License-Identifier: ISC
 * bus.c - Wishbone accesses: when they begin, when and what they answer.
 */
#include "model.h"
#include "registers.h"

enum { ROW_WITHIN = 4000 };

static void check_irq(struct model *m, const struct outputs *out)
{
	const bool irq = m->sticky & setup_irq(m->reg[R_SETUP]);

	m->seen[SEEN_IRQS] += irq;
	if (out->irq != irq)
		model_wrong(m, "irq_o: expected %d, got %d", irq, out->irq);
}

/* A row is read when the walker rests, and after CLEAR. */
static void wait_row(struct model *m, const struct outputs *out)
{
	if (out->ack) {
		m->value = context_row(m, m->adr, &m->mask);
		m->answer = m->cycle;
		m->seen[SEEN_ROWS]++;
	} else if (m->cycle > m->since + ROW_WITHIN + model_words(&m->p)) {
		model_wrong(m, "wb_ack_o: no answer of row %u", m->adr);
	}
}

static void check_answer(struct model *m, const struct outputs *out)
{
	static const char *const what[] = {
		[REGISTER] = "register", [WINDOW] = "word", [ROW] = "row"
	};
	bool answers;

	if (m->access == ROW)
		wait_row(m, out);
	answers = m->access != NONE && m->answer == m->cycle;
	if (out->ack != answers)
		model_wrong(m, "wb_ack_o: expected %d, got %d", answers, out->ack);
	if (!answers)
		return;
	/* Without MAPPER 0's registers BUSY shows a sample in the cycle in which it leaves. */
	if (m->access == REGISTER && m->adr == R_STATUS && (m->p.mapper || model_calls(m))
		&& m->sampled)
		m->value |= ST_BUSY;
	if (m->access != WRITING && (out->dat ^ m->value) & m->mask)
		model_wrong(m, "wb_dat_o of %s %#x: expected %#x, got %#x", what[m->access], m->adr,
			m->value, out->dat);
	m->seen[SEEN_READS_CHANGED] +=
		m->access == WINDOW && m->value && m->value != m->words[m->adr];
}

/* A read of the window waits for a slot, until TICKS has passed two multiples of 128. */
static void wait_slot(struct model *m, bool passes, bool taken)
{
	const bool late = m->cycle > m->since;

	if (late && (m->clearing || (m->one_passed && passes))) {
		m->value = m->clearing ? 0 : m->ticks ^ 1u << 31;
		m->answer = m->cycle + 1;
		m->seen[m->clearing ? SEEN_READS_CLEARING : SEEN_MISSES]++;
	} else if (!m->clearing && !taken && words_read(m, m->adr, &m->value, &m->answer)) {
		m->mask = m->context.known ? UINT32_MAX : 0;
		m->seen[SEEN_READS_COUNTING] += m->running;
	}
	m->one_passed |= late && passes;
}

static bool is_row(const struct model *m, uint32_t adr)
{
	return model_calls(m) && (adr >> (m->p.bins_log2 + 3) & 1);
}

static void begin(struct model *m, const struct inputs *in)
{
	const bool window = in->adr >> (m->p.bins_log2 + 2) & 1, row = is_row(m, in->adr);

	m->access = in->we ? WRITING : row ? ROW : window ? WINDOW : REGISTER;
	m->adr = in->adr >> 2
		& (row                   ? model_words(&m->p) / 2 - 1
				: window ? model_words(&m->p) - 1
					 : 31);
	m->mask = UINT32_MAX;
	m->one_passed = false;
	m->since = m->cycle;
	m->answer = m->access == WRITING ? m->cycle + 1 : m->access == REGISTER ? m->cycle + 2 : 0;
	m->seen[SEEN_BACK_TO_BACK] += m->answered && m->cycle == m->answered + 1;
}

/* The cycle of an answer begins no access. */
void bus_check(struct model *m, const struct inputs *in, const struct outputs *out)
{
	const bool here = in->cyc && in->stb && !in->rst;
	const bool passes = (m->ticks ^ m->ticks_before) & 128;

	m->ticks_before = m->ticks;
	m->begins = m->access == NONE && here;
	check_irq(m, out);
	check_answer(m, out);
	if (m->begins)
		begin(m, in);
	else if (m->access != NONE && m->answer == m->cycle) {
		m->seen[SEEN_GIVEN_UP_WRITES] += !here && m->access == WRITING;
		m->answered = m->cycle;
		m->access = NONE;
	} else if (m->access != NONE && !here) {
		m->seen[m->access == WINDOW ? SEEN_GIVEN_UP_WINDOW : SEEN_GIVEN_UP_READS]++;
		m->access = NONE;
	}
	if (m->access == WINDOW && !m->answer)
		wait_slot(m, passes, out->operates);
	else if (m->access == REGISTER && m->cycle == m->since + 1)
		m->value = registers_read(m, m->adr, &m->mask);
}

void bus_edge(struct model *m, const struct inputs *in)
{
	if (m->begins && in->we && is_row(m, in->adr))
		context_begin(m, in->sel, in->dat);
	else if (m->begins && in->we)
		registers_write(m, in->adr, in->sel, in->dat);
}
