/* SPDX-License-Identifier: ISC
 * fuzz_watch.c - the invariant of each channel, the bound on the bus's answers, and that only samples, CLEAR and the
 * bus write bins.
 */
#include "fuzz_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SWEEP_TAIL = 5,		/* cycles from a word's address to its write */
	SLOWEST = 258,		/* a bin: 255 cycles without a slot, then through the updater (rtl/CONTRACT.md) */
};

static const char *const field_name[WATCH_FIELDS] = {
	"ticks", "hits", "outside", "filtered", "idle", "lost", "pending", "user", "system", "idle_class",
	"clearing", "inside_0", "inside_1",
};

static const struct state_field *find(const struct rtl *rtl, const char *name)
{
	const struct state_field *f = rtl->fields;

	while (f->name && strcmp(f->name, name) != 0)
		f++;
	if (!f->name)
		abort();	/* lockstep_state.list uses another name */
	return f;
}

static uint32_t get(const uint32_t *state, const struct state_field *f)
{
	uint32_t v = state[f->word] >> f->lsb;

	return f->bits == 32 ? v : v & ((1u << f->bits) - 1);
}

static void forget(struct watch *w)
{
	w->asked = w->sweeping = 0;
	memset(w->poked, 0, sizeof w->poked);
}

bool watch_open(struct watch *w, const struct rtl *rtl, void *handle)
{
	uint32_t words = 1u << rtl->params.bins_log2;
	char name[32];

	memset(w, 0, sizeof *w);
	w->rtl = rtl;
	for (unsigned c = 0; c < rtl->params.channels; c++)
		for (unsigned f = 0; f < WATCH_FIELDS; f++) {
			snprintf(name, sizeof name, "c%u_%s", c, field_name[f]);
			w->field[c][f] = find(rtl, name);
		}
	w->write = find(rtl, "mem_write");
	w->word = find(rtl, "mem_word");
	w->data = find(rtl, "mem_data");
	w->memory = malloc(words * sizeof *w->memory);
	if (!w->memory)
		return false;
	for (uint32_t i = 0; i < words; i++)
		w->memory[i] = rtl->peek(handle, i);
	return true;
}

void watch_close(struct watch *w)
{
	free(w->memory);
}

int64_t watch_memory(const struct watch *w, void *handle)
{
	for (uint32_t i = 0; i < 1u << w->rtl->params.bins_log2; i++)
		if (w->rtl->peek(handle, i) != w->memory[i])
			return i;
	return -1;
}

/* The eleven counters change together: the sums hold in each cycle. */
static const char *judge_law(const struct watch *w, unsigned channel, const uint32_t *state)
{
	uint32_t mask = w->rtl->params.cnt_w == 32 ? 0xffffffff : (1u << w->rtl->params.cnt_w) - 1, n[WATCH_FIELDS], known;

	for (unsigned f = 0; f < WATCH_FIELDS; f++)
		n[f] = get(state, w->field[channel][f]);
	known = n[WATCH_TICKS] - n[WATCH_PENDING];
	if ((known - n[WATCH_HITS] - n[WATCH_OUTSIDE] - n[WATCH_FILTERED] - n[WATCH_IDLE] - n[WATCH_LOST]) & mask)
		return "TICKS is not HITS + OUTSIDE + FILTERED + IDLE + LOST + PENDING";
	if ((known - n[WATCH_USER] - n[WATCH_SYSTEM] - n[WATCH_IDLE_CLASS]) & mask)
		return "USER + SYSTEM + IDLE_CLASS is not TICKS - PENDING";
	return NULL;
}

static const char *judge_write(struct watch *w, const uint32_t *state)
{
	uint32_t word = get(state, w->word);
	bool samples = w->sweeping > 0;

	w->landing.on = true;
	w->landing.word = word;
	w->landing.data = get(state, w->data);
	if (word >> w->rtl->params.bins_log2)
		return "a write beyond the bin memory";
	for (unsigned i = 0; i < WATCH_POKES; i++)
		if (w->poked[i] == word + 1) {
			w->writes[1]++;
			return NULL;
		}
	for (unsigned c = 0; c < w->rtl->params.channels; c++)
		samples |= get(state, w->field[c][WATCH_INSIDE_0]) || get(state, w->field[c][WATCH_INSIDE_1]);
	w->writes[0]++;
	return samples ? NULL : "a write of a drained unit";
}

static const char *judge_answer(struct watch *w, const struct model_in *in, const struct model_out *out)
{
	bool bin = in->adr & model_window(&w->rtl->params);

	if (out->ack && !(in->cyc && in->stb))
		return "an answer that nobody asked for";
	if (out->err)
		return "an error on the bus";
	if (in->we != w->we || bin != w->bin)	/* another access */
		w->asked = 0;
	w->we = in->we;
	w->bin = bin;
	w->asked = in->cyc && in->stb && !out->ack ? w->asked + 1 : 0;
	if (w->asked > w->slowest)
		w->slowest = w->asked;
	return w->asked > SLOWEST ? "no answer of the bus" : NULL;
}

const char *watch_edge(struct watch *w, const struct model_in *in, const struct wires *got)
{
	const struct model_out out = wires_get(got);
	uint32_t window = model_window(&w->rtl->params);
	const char *wrong = NULL;

	if (w->landing.on)
		w->memory[w->landing.word] = w->landing.data;
	w->landing.on = false;
	if (in->rst)
		forget(w);
	w->sweeping -= w->sweeping != 0;
	for (unsigned c = 0; c < w->rtl->params.channels; c++) {
		wrong = wrong ? wrong : judge_law(w, c, got->state);
		if (get(got->state, w->field[c][WATCH_CLEARING]))
			w->sweeping = SWEEP_TAIL;
	}
	w->poked[w->now++ % WATCH_POKES] = !in->rst && in->cyc && in->stb && in->we && in->adr & window && in->sel == 0xf
		? (in->adr - window) / 4 % (1u << w->rtl->params.bins_log2) + 1 : 0;
	if (!wrong && get(got->state, w->write))
		wrong = judge_write(w, got->state);
	return wrong || in->rst ? wrong : judge_answer(w, in, &out);
}
