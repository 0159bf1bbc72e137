/* SPDX-License-Identifier: ISC
 * lockstep_report.c - what lockstep prints: a difference with the accesses
 * before it, single cycles on request, and the count of events.
 */
#include "lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COVERAGE_FROM = 5000000 };	/* cycles below which a run need not see everything */

void history_note(struct history *h, uint64_t cycle, const struct model_in *in, const struct model_out *out)
{
	const struct model_in *last = &h->access[h->n % HISTORY].in;
	bool asks = in->cyc && in->stb;

	if (asks && !(h->open && in->we == last->we && in->adr == last->adr)) {
		h->n++;
		h->access[h->n % HISTORY].cycle = cycle;
		h->access[h->n % HISTORY].in = *in;
		h->access[h->n % HISTORY].acked = false;
	}
	h->open = asks && !out->ack;
	if (asks && out->ack) {
		h->access[h->n % HISTORY].acked = true;
		h->access[h->n % HISTORY].dat = out->dat;
	}
}

void report_cycle(uint64_t cycle, const struct model_in *in, const struct model *m)
{
	printf("%10" PRIu64 " |%s%s %s pc %08x priv %u%s |", cycle, in->rst ? " rst" : "", in->run ? "" : " halt",
	       in->tap_valid ? "retire" : "      ", in->tap_pc, in->tap_priv, in->tap_sleep ? " sleep" : "");
	if (in->cyc && in->stb)
		printf(" %s %x %08x sel %x |", in->we ? "write" : "read", in->adr, in->dat, in->sel);
	printf(" div %u w %u e %d.%u fl %u,%u st %02x sticky %02x bank %d T %u H %u O %u F %u I %u L %u P %u | %s %08x\n",
	       m->div, m->waiting, m->e.valid, m->e.w, m->in_flight[0], m->in_flight[1],
	       model_status(m), m->sticky, m->bank, m->law.ticks, m->law.hits, m->law.outside,
	       m->law.filtered, m->law.idle, m->law.lost, m->law.pending, m->out.ack ? "ack" : "   ", m->out.dat);
}

void report_difference(const struct run *r, uint64_t cycle, const struct history *h, const struct model_in *in,
		       const char *signal, uint32_t expected, uint32_t got)
{
	printf("lockstep %s: DIFFERENCE after the edge of cycle %" PRIu64 " (seed %" PRIu64 "): %s is 0x%x, the model says 0x%x\n",
	       r->rtl->name, cycle, r->seed, signal, got, expected);
	printf("  tap in that cycle: rst %d run %d valid %d pc %08x priv %u sleep %d\n",
	       in->rst, in->run, in->tap_valid, in->tap_pc, in->tap_priv, in->tap_sleep);
	for (unsigned i = h->n >= HISTORY ? h->n - HISTORY + 1 : 1; i <= h->n; i++) {
		const struct model_in *a = &h->access[i % HISTORY].in;

		printf("  bus %10" PRIu64 ": %s 0x%04x", h->access[i % HISTORY].cycle, a->we ? "write" : "read ", a->adr);
		if (a->we)
			printf(" 0x%08x sel %x", a->dat, a->sel);
		if (!h->access[i % HISTORY].acked)
			printf(" (no ack)\n");
		else if (!a->we)
			printf(" = 0x%08x\n", h->access[i % HISTORY].dat);
		else
			printf("\n");
	}
	printf("  again: build/lockstep --mapper %s --seed %" PRIu64 " --cycles %" PRIu64 " --from %" PRIu64 "\n",
	       r->rtl->name, r->seed, cycle + 1, cycle > 60 ? cycle - 60 : 0);
}

/* What this build cannot do, so that its absence says nothing. */
static bool impossible(const struct model_params *p, enum model_event e)
{
	bool serial = p->mapper == MODEL_SERIAL;

	switch (e) {
	case MODEL_QUEUE_DROP:
		return !serial;
	case MODEL_FORWARD_1: case MODEL_FORWARD_2: case MODEL_FORWARD_3: case MODEL_FORWARD_4: case MODEL_FORWARD_5:
	case MODEL_FORWARD_HALF: case MODEL_BIN_MISS:
		return serial;		/* 18 clocks between two samples at least */
	case MODEL_LONG_RELOAD:
		return p->period_w > 18;	/* PERIODs that take longer than the run */
	default:
		return false;
	}
}

bool report_coverage(const struct run *r, const struct model *m)
{
	unsigned missing = 0;

	printf("lockstep %s: %" PRIu64 " cycles equal, seed %" PRIu64 "; events:", r->rtl->name, r->cycles, r->seed);
	for (unsigned e = 0, column = 0; e < MODEL_EVENT_COUNT; e++) {
		if (impossible(&m->p, e))
			continue;
		printf("%s%-20s%10" PRIu64, column++ % 4 ? "   " : "\n  ", model_event_name[e], m->seen[e]);
		missing += m->seen[e] == 0;
	}
	printf("\n");
	if (r->cycles < COVERAGE_FROM || missing == 0)
		return true;
	printf("lockstep %s: the run is vacuous, never seen:", r->rtl->name);
	for (unsigned e = 0; e < MODEL_EVENT_COUNT; e++)
		if (m->seen[e] == 0 && !impossible(&m->p, e))
			printf(" %s", model_event_name[e]);
	printf("\n");
	return false;
}
