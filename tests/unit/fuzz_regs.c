/* SPDX-License-Identifier: ISC
 * fuzz_regs.c - random register programs: any address, any value, any order, at any time, while the core runs.
 *
 * In each cycle the RTL must match the model, and lockstep_guard.c and fuzz_watch.c must find no error. Programs come
 * in blocks of PER_BLOCK. A block starts with a unit from power-up. Half of its programs start with a reset; the others
 * continue where the previous one stopped.
 *
 * usage: fuzz_regs [--build NAME] [--programs N] [--seed N] [--block N [--from CYCLE]]
 *   --programs  per build (default 1000); --block runs only that one, --from prints its cycles
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/tally_regs.h"
#include "fuzz_plan.h"
#include "fuzz_watch.h"
#include "sim/stimulus.h"

enum {
	PER_BLOCK = 64,
	TOO_LONG = 400000,	/* cycles of a block: above that, a program hangs */
	VACUOUS_FROM = 2000,	/* programs: from this number on, everything in must_see must have occurred */
};

static const enum model_event must_see[] = {
	MODEL_HIT, MODEL_FILTERED, MODEL_OUTSIDE_BELOW, MODEL_OUTSIDE_ABOVE, MODEL_IDLE, MODEL_KILLED, MODEL_FULL_REACHED,
	MODEL_SATURATED, MODEL_START, MODEL_START_REFUSED, MODEL_STOP, MODEL_RESET, MODEL_RESET_KILLS, MODEL_CLEAR,
	MODEL_CLEAR_REFUSED, MODEL_RESET_CLEARING, MODEL_CMD_MALFORMED, MODEL_COMMIT, MODEL_COMMIT_WAITED,
	MODEL_COMMIT_RUNNING, MODEL_COMMIT_REFUSED, MODEL_SNAPSHOT, MODEL_WRITE_WAITED, MODEL_PARTIAL_WRITE, MODEL_ABANDONED, MODEL_BIN_READ,
	MODEL_BIN_WRITE, MODEL_BIN_WRITE_REFUSED, MODEL_RST_IN_FLIGHT, MODEL_DRAINED, MODEL_SYSTEM_HIT, MODEL_INTERVAL_MAPPED,
	MODEL_RING_STORED, MODEL_ENGINE_DEAD,
};

struct fuzz {
	const struct rtl *rtl;
	uint64_t seed, programs, cycles;
	uint64_t seen[MODEL_EVENT_COUNT], writes[2];
	unsigned slowest;
	bool written[FUZZ_REGS / 4], read[FUZZ_REGS / 4];
	struct fuzz_plan plan;	/* of the block */
};

/* ---- a block ---- */
static uint64_t mix(uint64_t seed, uint64_t block)
{
	uint64_t z = (seed + 1) * 0xd1342543de82ef95u ^ (block + 1) * 0xaf251af3b0f025b5u;

	z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
	return z ^ z >> 32;
}

static void note_access(struct fuzz *f, const struct model_in *in, const struct model_out *out)
{
	if (in->cyc && in->stb && out->ack && !(in->adr & model_window(&f->rtl->params)))
		(in->we ? f->written : f->read)[(in->adr & 0xfff) / 4] = true;
}

/* Resets at any time, more often while a COMMIT is pending. */
static void reset_sometimes(struct fuzz *f, struct stimulus *s, const struct model_in *in)
{
	if (in->cyc && in->stb && in->we && (in->adr & 0xfc) == 0 && in->dat == TALLY_CTRL_COMMIT_MASK && one_in(s, 12))
		f->plan.rst_in = 1 + below(s, 8);
	if (f->plan.rst_in && --f->plan.rst_in == 0)
		s->rst_left = 2 + below(s, 4);
}

static int cycles_of(struct fuzz *f, struct bench *b, struct watch *w, const char *again)
{
	uint64_t cycle = 0;

	while (!f->plan.over) {
		const struct model_in *in = bench_inputs(b);
		struct wires got;
		const char *wrong;

		if (bench_cycle(b, &got))
			return 1;
		wrong = cycle > TOO_LONG ? "a program does not end" : watch_edge(w, in, &got);
		if (wrong) {
			printf("fuzz_regs %s: after the edge of cycle %" PRIu64 " of the block: %s\n  again: %s\n",
			       f->rtl->name, cycle, wrong, again);
			return 1;
		}
		note_access(f, in, &bench_model(b)->out);
		reset_sometimes(f, bench_stimulus(b), in);
		cycle++;
	}
	f->cycles += cycle;
	if (bench_memory(b))
		return 1;
	if (watch_memory(w, bench_handle(b)) >= 0) {
		printf("fuzz_regs %s: bin memory word %" PRId64 " is not what was written there\n  again: %s\n",
		       f->rtl->name, watch_memory(w, bench_handle(b)), again);
		return 1;
	}
	return 0;
}

static int block(struct fuzz *f, uint64_t number, unsigned programs, uint64_t from)
{
	char again[160];
	struct run run = { .rtl = f->rtl, .seed = mix(f->seed, number), .from = from, .again = again };
	struct bench *b = bench_open(&run);
	struct watch w;
	int rc;

	snprintf(again, sizeof again, "build/tests/fuzz_regs --build %s --seed %" PRIu64 " --block %" PRIu64,
		 f->rtl->name, f->seed, number);
	if (!b)
		return 3;
	bench_attach(b);
	if (!watch_open(&w, f->rtl, bench_handle(b))) {
		bench_close(b);
		return 3;
	}
	f->plan = (struct fuzz_plan){ .left = programs };
	bench_stimulus(b)->plan = fuzz_plan;
	bench_stimulus(b)->owner = &f->plan;
	bench_stimulus(b)->brief = true;
	rc = cycles_of(f, b, &w, again);
	f->programs += programs - f->plan.left;
	for (unsigned e = 0; e < MODEL_EVENT_COUNT; e++)
		f->seen[e] += bench_model(b)->seen[e];
	for (unsigned i = 0; i < 2; i++)
		f->writes[i] += w.writes[i];
	if (w.slowest > f->slowest)
		f->slowest = w.slowest;
	watch_close(&w);
	bench_close(b);
	return rc;
}

static int vacuous(const struct fuzz *f)
{
	unsigned missing = 0;

	for (size_t i = 0; i < sizeof must_see / sizeof *must_see; i++)
		if (f->seen[must_see[i]] == 0 && model_can(&f->rtl->params, must_see[i])) {
			printf("fuzz_regs %s: never seen: %s\n", f->rtl->name, model_event_name[must_see[i]]);
			missing++;
		}
	for (unsigned i = 0; i < (1 + f->rtl->params.channels) * TALLY_CH_STRIDE / 4; i++)
		if (!f->written[i] || !f->read[i]) {
			printf("fuzz_regs %s: register 0x%x was not written and read\n", f->rtl->name, 4 * i);
			missing++;
		}
	return missing != 0;
}

static int all_blocks(const struct rtl *rtl, uint64_t seed, uint64_t programs)
{
	struct fuzz f = { .rtl = rtl, .seed = seed };
	bool terminal = isatty(1);

	for (uint64_t n = 0; n * PER_BLOCK < programs; n++) {
		uint64_t left = programs - n * PER_BLOCK;
		int rc = block(&f, n, left < PER_BLOCK ? (unsigned)left : PER_BLOCK, UINT64_MAX);

		if (rc)
			return rc;
		if (terminal && n % 16 == 0) {
			printf("\r%s %" PRIu64 "/%" PRIu64 " ", rtl->name, f.programs, programs);
			fflush(stdout);
		}
	}
	printf("%sfuzz_regs %s: %" PRIu64 " programs, %" PRIu64 " cycles equal, law and bounds hold, seed %" PRIu64
	       "; bins written by samples and CLEAR %" PRIu64 ", the bus %" PRIu64 "; longest wait %u cycles; commits %" PRIu64
	       " (%" PRIu64 " refused), hits %" PRIu64 "\n",
	       terminal ? "\r" : "", rtl->name, f.programs, f.cycles, seed, f.writes[0], f.writes[1], f.slowest,
	       f.seen[MODEL_COMMIT], f.seen[MODEL_COMMIT_REFUSED], f.seen[MODEL_HIT]);
	return programs >= VACUOUS_FROM ? vacuous(&f) : 0;
}

int main(int argc, char **argv)
{
	uint64_t seed = 1, programs = 1000, only = UINT64_MAX, from = UINT64_MAX;
	const char *name = NULL;
	bool found = false;
	int worst = 0;

	for (int i = 1; i < argc; i += 2) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";
		uint64_t *number = strcmp(argv[i], "--seed") == 0 ? &seed : strcmp(argv[i], "--programs") == 0 ? &programs
			: strcmp(argv[i], "--block") == 0 ? &only : strcmp(argv[i], "--from") == 0 ? &from : NULL;
		char *end = NULL;

		if (number)
			*number = strtoull(value, &end, 0);
		else if (strcmp(argv[i], "--build") == 0)
			name = value;
		if (!*value || (number ? *end != 0 : !name)) {
			fprintf(stderr, "usage: fuzz_regs [--build NAME] [--programs N] [--seed N] [--block N [--from CYCLE]]\n");
			return 1;
		}
	}
	for (const struct rtl *const *b = lockstep_builds; *b; b++) {
		int rc;

		if (name && strcmp((*b)->name, name) != 0)
			continue;
		found = true;
		if (only != UINT64_MAX) {
			struct fuzz f = { .rtl = *b, .seed = seed };

			rc = block(&f, only, PER_BLOCK, from);
		} else {
			rc = all_blocks(*b, seed, programs);
		}
		if (rc > worst)
			worst = rc;
	}
	if (!found)
		fprintf(stderr, "fuzz_regs: no build %s\n", name);
	return found ? worst : 1;
}
