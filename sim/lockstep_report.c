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
	if (m->out.sys_req)
		printf(" %s %08x %08x%s%s |", m->out.sys_we ? "store" : "load", m->out.sys_addr, m->out.sys_we ? m->out.sys_data : in->sys_data,
		       in->sys_done ? " done" : "", in->sys_done && in->sys_err ? " err" : "");
	for (unsigned i = 0; i < m->p.channels; i++) {
		const struct model_channel *c = &m->ch[i];

		printf(" [%u] div %u w %u e %d.%u q %u fl %u,%u st %02x sticky %02x bank %d T %u H %u O %u F %u I %u L %u P %u |",
		       i, c->div, c->waiting, c->e.valid, c->e.w, c->queue.tail - c->queue.head, c->in_flight[0], c->in_flight[1],
		       model_status(m, i), c->sticky, c->bank, c->law.ticks, c->law.hits, c->law.outside,
		       c->law.filtered, c->law.idle, c->law.lost, c->law.pending);
	}
	if (model_has_engine(&m->p))
		printf(" engine %u in %u |", m->engine.state, m->engine.queue.tail - m->engine.queue.head);
	printf(" %s %08x\n", m->out.ack ? "ack" : "   ", m->out.dat);
}

void report_difference(const struct run *r, uint64_t cycle, const struct history *h, const struct model_in *in,
		       const char *signal, uint32_t expected, uint32_t got)
{
	printf("lockstep %s: DIFFERENCE after the edge of cycle %" PRIu64 " (seed %" PRIu64 "): %s is 0x%x, the model says 0x%x\n",
	       r->rtl->name, cycle, r->seed, signal, got, expected);
	printf("  inputs of that cycle: rst %d run %d valid %d pc %08x priv %u sleep %d tag %08x event %d ext %d; system bus done %d err %d stolen %d\n",
	       in->rst, in->run, in->tap_valid, in->tap_pc, in->tap_priv, in->tap_sleep, in->tap_tag, in->event, in->ext,
	       in->sys_done, in->sys_err, in->sys_stolen);
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
	if (r->again)
		printf("  again: %s\n", r->again);
	else
		printf("  again: %s --mapper %s --seed %" PRIu64 " --cycles %" PRIu64 " --from %" PRIu64 "\n",
		       r->program ? r->program : "build/lockstep", r->rtl->name, r->seed, cycle + 1, cycle > 60 ? cycle - 60 : 0);
}

bool report_coverage(const struct run *r, const struct model *m)
{
	unsigned missing = 0;

	printf("lockstep %s: %" PRIu64 " cycles equal, seed %" PRIu64 "; events:", r->rtl->name, r->cycles, r->seed);
	for (unsigned e = 0, column = 0; e < MODEL_EVENT_COUNT; e++) {
		if (!model_can(&m->p, e))
			continue;
		printf("%s%-20s%10" PRIu64, column++ % 4 ? "   " : "\n  ", model_event_name[e], m->seen[e]);
		missing += m->seen[e] == 0;
	}
	printf("\n");
	if (r->cycles < COVERAGE_FROM || missing == 0)
		return true;
	printf("lockstep %s: the run is vacuous, never seen:", r->rtl->name);
	for (unsigned e = 0; e < MODEL_EVENT_COUNT; e++)
		if (m->seen[e] == 0 && model_can(&m->p, e))
			printf(" %s", model_event_name[e]);
	printf("\n");
	return false;
}
