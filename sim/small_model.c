/* SPDX-License-Identifier: ISC
 * small_model.c - see small_model.h.
 */
#include "small_model.h"

#include <string.h>

#include "driver/tally_regs.h"
#include "small_at.h"

#define REG(name) (m->is.reg[TALLY_##name / 4])
enum { COMMON, SAMPLE, SWEEP, COMMAND, CHECK, RESETTING, APPLY, COMMAND2 };

void small_init(struct small_model *m)
{
	memset(m, 0, sizeof *m);
	REG(ID) = TALLY_ID_ID_RESET;
	REG(VERSION) = TALLY_VERSION_MAJOR_RESET << 16 | TALLY_VERSION_MINOR_RESET << 8 | TALLY_VERSION_PATCH_RESET;
	REG(CAPS) = 1 | 1 << 4 | 1 << 8 | 1 << 17 | 0xffu << 24;
	REG(WIDTHS) = 17 | 24 << 8 | 1 << 16 | 32 << 24;
	REG(BIN_BYTES) = 2048;
	REG(WINDOW) = 4096;
	REG(MIN_PERIOD) = 256;
	REG(PC_BASE) = SMALL_BASE;
	REG(STATUS) = TALLY_STATUS_DRAINED_MASK;
	REG(PERIOD) = 1;
	REG(SEED) = 1;
	REG(FILTER) = 0xf;
	REG(MAPPING) = TALLY_MAPPING_WIDTH_MASK;
	m->was = m->is;
	m->map = (struct model_mapping){ .width = 2, .policy = 2 };
	m->period = 256;
	m->left = 255;
	m->mask = 0xf;
	m->tick_at = m->tick_before = UINT64_MAX;
}

static void sticky(struct small_model *m, uint32_t bits)
{
	REG(STICKY) |= bits;
}

/* ---- what a segment does to counts, bins and configuration: all at its beginning ---- */
static void common(struct small_model *m)
{
	bool tick = m->waits || m->loses || m->sleeps;

	REG(TICKS) += tick;
	REG(IDLE) += m->sleeps;
	REG(IDLE_CLASS) += m->sleeps;
	REG(LOST) += m->loses;
	REG(SYSTEM) += m->loses;
	REG(PENDING) += m->waits;
	if (m->loses)
		sticky(m, TALLY_STICKY_LOST_MASK);
	m->seen_lost += m->loses;
	m->seen_idle += m->sleeps;
	m->waits = m->loses = m->sleeps = false;
}

static void sample(struct small_model *m)
{
	uint32_t high = 0xfffe0000;
	int64_t slot = (m->pc & high) == (SMALL_BASE & high) ? model_slot(&m->map, m->pc) : -1;

	if (m->priv == 0)
		REG(USER)++;
	else
		REG(SYSTEM)++;
	REG(PENDING)--;
	if (!(m->mask >> m->priv & 1)) {
		REG(FILTERED)++;
		m->seen_filtered++;
	} else if (slot < 0) {
		REG(OUTSIDE)++;
		m->seen_outside++;
	} else {
		REG(HITS)++;
		m->is.bin[m->map.base / 2 + slot]++;
		m->seen_hits++;
	}
}

static void sweep(struct small_model *m)
{
	unsigned n = m->clear_end - m->clear_at >= 8 ? 8 : 0;

	m->swept = m->clear_end - m->clear_at == n;
	if (!m->swept)
		n++;
	while (n--)
		m->is.bin[m->clear_at++] = 0;
}

static void command(struct small_model *m)
{
	uint32_t v = m->mirror[TALLY_CTRL / 4];
	bool one = v && (v & (v - 1)) == 0 && v < 32;

	REG(STICKY) &= ~m->mirror[TALLY_STICKY / 4] & 0xffff;
	REG(ERRORS) &= ~m->mirror[TALLY_ERRORS / 4] & 0xffff;
	m->mirror[TALLY_STICKY / 4] = m->mirror[TALLY_ERRORS / 4] = 0;
	m->command = one ? v : 0;
	m->refused = false;
	m->starting = m->command == TALLY_CTRL_START_MASK && !m->clr;
	if (m->command == TALLY_CTRL_START_MASK && m->clr)
		m->refused = true;
	m->stopping = m->command == TALLY_CTRL_STOP_MASK;
	if (m->starting) {
		m->stepping = true;
		m->dead = false;
	}
	if (m->stopping)
		m->stepping = false;
}

static void command2(struct small_model *m)
{
	bool drained = !m->running && !m->armed && !m->have;

	if (m->command == TALLY_CTRL_CLEAR_MASK) {
		if (!drained || m->clr) {
			m->refused = true;
		} else {
			memset(&REG(TICKS), 0, 10 * sizeof(uint32_t));
			m->clear_at = m->map.base / 2;
			m->clear_end = m->clear_at + (m->map.scale ? m->map.size / 2 : 0);
		}
	}
	if (m->refused)
		sticky(m, TALLY_STICKY_CMD_ERR_MASK);
	m->seen_refused += m->refused;
	m->mirror[TALLY_CTRL / 4] = 0;
}

static bool legal(const struct small_model *m)
{
	uint32_t offset = REG(OFFSET);

	return REG(PERIOD) >= 256 && REG(PERIOD) < 1u << 24 && REG(SAMPLER) == 0 && REG(SCALE) <= 0x10000
		&& (REG(MAPPING) & ~TALLY_MAPPING_ROUND_MASK) == 2u << TALLY_MAPPING_POLICY_LSB
		&& !(REG(BASE) & 1) && REG(BASE) <= 2048 && REG(SIZE) <= 2048 - REG(BASE)
		&& (offset & 0xfffe0000) == (SMALL_BASE & 0xfffe0000) && !m->clr;
}

static void apply(struct small_model *m)
{
	if (REG(PERIOD) != m->period)
		m->left = REG(PERIOD) - 1;
	m->period = REG(PERIOD);
	m->mask = REG(FILTER) & 0xf;
	m->map = (struct model_mapping){ .offset = REG(OFFSET), .scale = REG(SCALE), .base = REG(BASE), .size = REG(SIZE),
		.width = 2, .round = REG(MAPPING) & 1, .policy = 2 };
	m->seen_commits++;
}

static void reset(struct small_model *m, bool killed)
{
	REG(STICKY) = killed ? TALLY_STICKY_LOST_MASK : 0;
	REG(LOST) += killed;
	REG(SYSTEM) += killed;
	REG(PENDING) -= killed;
	m->left = m->period - 1;
	m->stepping = false;
	m->dead = true;
	m->seen_kills += killed;
}

static void enter(struct small_model *m, unsigned segment)
{
	m->segment = segment;
	m->was = m->is;
	switch (segment) {
	case SAMPLE: sample(m); break;
	case SWEEP: sweep(m); break;
	case COMMAND: command(m); break;
	case COMMAND2: command2(m); break;
	case APPLY: apply(m); break;
	case CHECK:
		if (!legal(m))
			sticky(m, TALLY_STICKY_CFG_ERR_MASK);
		break;
	}
}

static unsigned dispatch(const struct small_model *m, bool due)
{
	return m->rk ? RESETTING : m->have && !m->waits && !(due && m->waited) ? SAMPLE : m->ap ? APPLY : m->cm ? CHECK
		: m->half ? COMMAND2 : m->posted && !m->acted ? COMMAND : SWEEP;
}

/* ---- the bus: which writes are allowed, and where they go ---- */
static bool is_bin(const struct model_in *in) { return in->adr >> 12 & 1; }

static bool acts(const struct model_in *in)
{
	uint32_t a = in->adr & 0x1ffc;

	return a == TALLY_CTRL || a == TALLY_STICKY || a == TALLY_ERRORS;
}

static bool config_word(uint32_t a)
{
	switch (a) {
	case TALLY_PERIOD: case TALLY_SAMPLER: case TALLY_SEED: case TALLY_FILTER: case TALLY_OFFSET: case TALLY_SCALE:
	case TALLY_MAPPING: case TALLY_BASE: case TALLY_SIZE: case TALLY_LIMIT:
		return true;
	default:
		return false;
	}
}

static bool open_bins(const struct small_model *m) { return !m->running && !m->armed && !m->have && !m->clr; }

static void write_half(struct small_model *m, const struct model_in *in, bool upper)
{
	uint32_t *to, mask = upper ? 0xffff0000 : 0xffff, a = in->adr & 0x1ffc;

	if (!(m->served && in->cyc && in->we && in->sel == 0xf))
		return;
	if (is_bin(in)) {
		if (open_bins(m))
			m->is.bin[(in->adr >> 2 & 511) * 2 + upper] = (uint16_t)(in->dat >> (upper ? 16 : 0));
		return;
	}
	if (acts(in))
		to = &m->mirror[a / 4];
	else if (config_word(a))
		to = &m->is.reg[a / 4];
	else
		return;
	*to = (*to & ~mask) | (in->dat & mask);
	m->was.reg[a / 4] = m->is.reg[a / 4];
}

static void bus_edge(struct small_model *m, const struct model_in *in, unsigned at, bool hold)
{
	bool req = in->cyc && in->stb, full = in->sel == 0xf, engine = acts(in) && full && in->we;
	bool post = at & AT_WACK && m->served && req && engine, finish = at & AT_DACK && m->acted && !hold;
	bool ack = m->ack, served = m->served;

	m->ack = req && !ack && ((at & AT_RDACK && served && !in->we) || (at & AT_WACK && served && in->we && !engine)
		|| (finish && m->asked));
	m->served = at & AT_SLOT ? req && !ack && !hold && !m->posted : served && req;
	m->posted = post || (m->posted && !finish);
	m->asked = (post || m->asked) && req && !finish;
	m->acted = (m->acted || at & AT_DONE) && !finish;
}

void small_step(struct small_model *m, const struct model_in *in)
{
	unsigned f = m->now ? (unsigned)((m->now - 1) % 256) : 255, i = f % 128;
	unsigned at, segment;

	if (i == 0)
		enter(m, f == 0 ? COMMON : m->segment);
	segment = m->segment;
	at = m->now ? small_at[segment][i] : 0;

	/* the cycle */
	bool hold = m->cm || m->ap || m->rk || m->half;
	bool tick = (m->now == m->tick_at || m->now == m->tick_before) && m->running && m->t.run;
	bool idle = tick && m->t.sleep, lost = tick && !idle && (m->armed || m->have), begins = tick && !idle && !lost;
	bool charge = m->t.valid && (m->armed || begins);
	bool pend = m->armed || m->have, kill = at & AT_KILL;

	if (at & AT_SNAP)
		common(m);
	if (at & AT_STATUS) {
		REG(STATUS) = (m->stepping ? TALLY_STATUS_RUNNING_MASK : 0) | (m->dead ? TALLY_STATUS_DEAD_MASK : 0)
			| (m->clr ? TALLY_STATUS_CLEARING_MASK : 0) | (m->drained_then ? TALLY_STATUS_DRAINED_MASK : 0);
	}
	m->drained_then = !m->running && !pend;
	if (at & AT_LDCNT) {
		m->tick_before = m->tick_at;
		m->tick_at = UINT64_MAX;
	}
	if (at & AT_LDCNT && m->stepping) {
		if (m->left < 256) {
			m->tick_at = m->now + 4 + m->left;
			m->left += m->period;
		}
		m->left -= 256;
	}
	if (at & AT_WRITE) {
		if (in->cyc && in->stb)
			write_half(m, in, i > 0 && small_at[segment][i - 1] & AT_WRITE);
	}
	if (i < 127 && small_at[segment][i + 1] & AT_BAD && m->served && in->cyc && in->stb && in->we
	    && (in->sel != 0xf || (is_bin(in) && !open_bins(m))))
		m->is.reg[TALLY_ERRORS / 4] |= is_bin(in) ? TALLY_ERRORS_BIN_WRITE_MASK : TALLY_ERRORS_ACCESS_MASK;
	if (kill)
		reset(m, pend);
	if (segment == COMMAND && i < 127 && small_at[segment][i + 1] & AT_ISCTRL && !(in->adr & 8) && !m->command)
		m->refused = true;		/* not exactly one command */

	/* the edge */
	bool due = hold ? m->cm || m->ap || m->half || (m->posted && !m->acted) : m->posted && !m->acted;
	if (at & AT_END) {
		unsigned next = segment == COMMON ? dispatch(m, due) : COMMON;
		if (segment == COMMON)
			m->waited = due && next == SAMPLE;
		if (segment == COMMAND)
			m->half = true;
		if (segment == COMMAND2)
			m->half = false;
		m->segment = next;
	}
	if (at & AT_RUNS && m->starting)
		m->running = true;
	if (at & AT_RUNC && (m->stopping || segment == RESETTING))
		m->running = false;
	if (at & AT_CLRS && m->command == TALLY_CTRL_CLEAR_MASK && !m->refused)
		m->clr = true;
	if (at & AT_CLRC && m->swept)
		m->clr = false;
	if (at & AT_CM && m->command == TALLY_CTRL_COMMIT_MASK)
		m->cm = true;
	if (at & AT_RK && m->command == TALLY_CTRL_RESET_MASK)
		m->rk = true;
	if (at & AT_AP && legal(m))
		m->ap = true;
	if (at & AT_OVER && (segment == APPLY || !legal(m)))
		m->cm = m->ap = false;
	if (kill)
		m->rk = false;
	if (in->rst) {
		m->running = false;
		m->rk = true;
	}
	bus_edge(m, in, at, hold);

	if (charge && !kill) {
		m->pc = m->t.pc;
		m->priv = m->t.priv;
	}
	m->waits |= begins;
	m->loses |= lost;
	m->sleeps |= idle;
	m->armed = (m->armed || begins) && !m->t.valid && !kill;
	m->have = ((m->have && !m->take) || charge) && !kill;
	m->take = at & AT_TAKE;
	m->t = (struct model_tap){ .valid = in->tap_valid && in->run, .pc = in->tap_pc, .priv = in->tap_priv,
		.sleep = in->tap_sleep, .run = in->run };
	m->now++;
}

static uint32_t look(const struct small_memory *s, uint32_t adr)
{
	if (adr >> 12 & 1)
		return s->bin[(adr >> 2 & 511) * 2] | (uint32_t)s->bin[(adr >> 2 & 511) * 2 + 1] << 16;
	return (adr & 0xfff) < 4 * SMALL_REGS ? s->reg[(adr & 0xfff) / 4] : 0;
}

bool small_may_read(const struct small_model *m, uint32_t adr, uint32_t word)
{
	uint32_t is = look(&m->is, adr), was = look(&m->was, adr);

	/* halves of a word of bins change apart */
	if (adr >> 12 & 1)
		return (word >> 16 == is >> 16 || word >> 16 == was >> 16) && ((word ^ is) << 16 == 0 || (word ^ was) << 16 == 0);
	return word == is || word == was;
}
