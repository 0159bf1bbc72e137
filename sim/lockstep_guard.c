/* SPDX-License-Identifier: ISC
 * lockstep_guard.c - writes stay where the configuration allows them. The guard
 * keeps its own shadows from the accesses on the bus, and takes over a
 * channel's when its bank turns; it believes nothing else of the model but when a COMMIT waits.
 */
#include <stddef.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "lockstep.h"

#define AT(reg) (((reg) & 0x7f) / 4)

static void forget(struct guard *g)
{
	memset(g->shadow, 0, sizeof g->shadow);
	memset(g->region, 0, sizeof g->region);
	memset(g->bank, 0, sizeof g->bank);
	for (unsigned c = 0; c < MODEL_CHANNELS; c++)
		g->shadow[c][AT(TALLY_MAPPING)] = TALLY_MAPPING_WIDTH_MASK;
	memset(g->poked, 0, sizeof g->poked);
}

void guard_open(struct guard *g, const struct model_params *p)
{
	g->p = *p;
	forget(g);
}

static unsigned region_width(const struct region *r)
{
	return r->mapping & (2u << TALLY_MAPPING_MODE_LSB | TALLY_MAPPING_WIDTH_MASK) ? 4 : 2;
}

/* May the unit write n bytes at byte of memory sink for this region's sake? */
static bool allowed(const struct region *r, bool sink, uint32_t byte, unsigned n)
{
	unsigned mode = (r->mapping & TALLY_MAPPING_MODE_MASK) >> TALLY_MAPPING_MODE_LSB, width = region_width(r);
	uint64_t size = sink && r->limit < r->size ? r->limit : r->size / width * width;

	if (!r->there || sink != ((r->mapping & TALLY_MAPPING_SINK_MASK) != 0))
		return false;
	if (byte < r->base || (uint64_t)byte + n > r->base + size || (sink && n != width))
		return false;
	return mode != 2 || (byte - r->base) % 8 == 4;	/* the table's starts are the caller's */
}

static bool anyone(const struct guard *g, bool sink, uint32_t byte, unsigned n)
{
	for (unsigned c = 0; c < g->p.channels; c++)
		if (allowed(&g->region[c][0], sink, byte, n) || allowed(&g->region[c][1], sink, byte, n))
			return true;
	return false;
}

static const char *system_write(const struct guard *g, const struct model_out *out)
{
	switch (out->sys_sel) {
	case 0xf: return anyone(g, true, out->sys_addr, 4) ? NULL : "a word outside every region of system memory";
	case 0x3: return anyone(g, true, out->sys_addr, 2) ? NULL : "a lower half outside every region of system memory";
	case 0xc: return anyone(g, true, out->sys_addr + 2, 2) ? NULL : "an upper half outside every region of system memory";
	}
	return "byte strobes that are no counter's";
}

static const char *private_write(const struct guard *g, const struct model *m)
{
	uint32_t was = m->bins[m->write.word], is = m->write.value;

	for (unsigned i = 0; i < GUARD_POKES; i++)
		if (g->poked[i] == m->write.word + 1)
			return NULL;
	for (unsigned i = 0; i < 4; i++)
		if ((was ^ is) >> 8 * i & 0xff && !anyone(g, false, 4 * m->write.word + i, 1))
			return "a bin outside every region of private memory";
	return NULL;
}

const char *guard_look(struct guard *g, const struct model *m, const struct model_in *in)
{
	const char *wrong = NULL;

	if (m->out.sys_req && m->out.sys_we)
		wrong = system_write(g, &m->out);
	if (!wrong && m->write.on)
		wrong = private_write(g, m);
	/* A write of the bus lands four cycles after its slot, which may be one with another address. */
	g->poked[m->now % GUARD_POKES] = in->cyc && in->stb && in->we && in->adr & model_window(&g->p)
		? (in->adr - model_window(&g->p)) / 4 % (1u << g->p.bins_log2) + 1 : 0;
	for (unsigned c = 0; c < g->p.channels; c++)
		g->busy[c] = m->ch[c].commit_busy;
	return wrong;
}

void guard_edge(struct guard *g, const struct model *m, const struct model_in *in)
{
	unsigned channel = (in->adr >> 8 & 0xf) - 1, at = AT(in->adr);

	if (in->rst) {
		forget(g);
		return;
	}
	if (in->cyc && in->stb && in->we && m->out.ack && !(in->adr & model_window(&g->p)) && in->sel == 0xf &&
	    channel < g->p.channels && !g->busy[channel] && !(in->adr & 0x80) && at >= AT(TALLY_PERIOD) && at <= AT(TALLY_ENTRIES))
		g->shadow[channel][at] = in->dat;
	for (unsigned c = 0; c < g->p.channels; c++)
		if (m->ch[c].bank != g->bank[c]) {
			const uint32_t *s = g->shadow[c];

			g->bank[c] = m->ch[c].bank;
			g->region[c][g->bank[c]] = (struct region){
				.base = s[AT(TALLY_BASE)], .size = s[AT(TALLY_SIZE)], .limit = s[AT(TALLY_LIMIT)],
				.mapping = s[AT(TALLY_MAPPING)], .there = true,
			};
		}
}
