/* SPDX-License-Identifier: ISC
 * capture_read.c - a profile as a file: reading; the contract is capture.h.
 *
 * A good CRC says that the file is intact, not who wrote it: every value
 * is checked against what `run` can have written.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "capture.h"
#include "call_tree_file.h"
#include "capture_format.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "waits_file.h"

#define MAX_CAPTURE (2048ull << 20)	/* more than captures with any real ELF have */

struct reader {
	const uint8_t *at, *end;
};

static uint64_t take(struct reader *r, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)*r->at++ << (8 * i);
	return value;
}

/* The same, compiled to one load where the processor can. */
static uint32_t take_4(struct reader *r)
{
	const uint8_t *p = r->at;

	r->at += 4;
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static size_t left(const struct reader *r)
{
	return (size_t)(r->end - r->at);
}

/* Text may not hold a NUL: it would end early, and two names would look alike. */
static bool take_text(struct reader *r, char **text)
{
	size_t n = left(r);

	if (memchr(r->at, 0, n))
		return false;
	*text = allocate(n + 1, 1);
	memcpy(*text, r->at, n);
	return true;
}

static bool take_settings(struct profile *p, struct reader r)
{
	struct tally_config *c = &p->config;

	if (left(&r) < SETTINGS_BYTES)
		return false;
	c->period = (uint32_t)take(&r, 4);
	c->offset = (uint32_t)take(&r, 4);
	c->scale = (uint32_t)take(&r, 4);
	c->size = (uint32_t)take(&r, 4);
	p->code_lo = (uint32_t)take(&r, 4);
	p->code_hi = take(&r, 8);
	c->seed = (uint16_t)take(&r, 2);
	c->jitter = (uint8_t)take(&r, 1);
	c->source = (uint8_t)take(&r, 1);
	c->privileges = (uint8_t)take(&r, 1);
	if (c->source == TALLY_SOURCE_EVENT && left(&r))
		c->events = (uint8_t)take(&r, 1);
	return c->period > 0 && c->scale > 0 && c->scale <= TALLY_SCALE_ONE && c->jitter <= 16
		&& c->source <= TALLY_SOURCE_EVENT && c->privileges <= 0xF
		&& (c->source == TALLY_SOURCE_EVENT) == (c->events != 0)
		&& c->size >= PROFILE_BIN_BYTES && c->size / PROFILE_BIN_BYTES <= CAPTURE_SLOTS
		&& p->code_lo < p->code_hi && p->code_hi <= 1ull << 32;
}

static bool take_counters(struct profile *p, struct reader r)
{
	struct tally_counters *c = &p->counters;
	uint64_t *const values[] = { &c->ticks, &c->hits, &c->outside, &c->filtered, &c->idle,
		&c->lost, &c->pending };

	if (left(&r) < COUNTERS_BYTES)
		return false;
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
		*values[i] = take(&r, 8);
	return true;
}

static bool take_end(struct profile *p, struct reader r)
{
	if (left(&r) < END_BYTES)
		return false;
	unsigned end = (unsigned)take(&r, 1), known = (unsigned)take(&r, 1);
	p->end = (enum profile_end)end;
	p->instruction_known = known;
	p->exit_code = (uint32_t)take(&r, 4);
	p->pc = (uint32_t)take(&r, 4);
	p->cause = (uint32_t)take(&r, 4);
	p->instruction = (uint32_t)take(&r, 4);
	p->sticky = (uint32_t)take(&r, 4);
	p->cycles = take(&r, 8);
	p->retired = take(&r, 8);
	return end < END_KINDS && known <= 1;
}

static bool take_firmware(struct profile *p, struct reader r)
{
	if (left(&r) < FIRMWARE_BYTES)
		return false;
	p->elf_size = take(&r, 8);
	p->elf_crc = (uint32_t)take(&r, 4);
	p->build_id_bytes = (uint8_t)take(&r, 1);
	if (p->build_id_bytes > sizeof p->build_id || p->build_id_bytes > left(&r))
		return false;
	for (unsigned i = 0; i < p->build_id_bytes; i++)
		p->build_id[i] = (uint8_t)take(&r, 1);
	return take_text(&r, &p->elf_path);
}

/* Pairs of index and count, indices rising. Counts that add up to more than 64 bits are no
 * counts. */
static bool take_sparse(struct reader r, uint32_t *n, uint64_t **counts)
{
	uint64_t next = 0, sum = 0;

	if (left(&r) < 4)
		return false;
	*n = (uint32_t)take(&r, 4);
	if (left(&r) % SPARSE_BYTES || *n > CAPTURE_SLOTS)
		return false;
	*counts = allocate(*n, sizeof **counts);
	while (left(&r)) {
		uint32_t index = take_4(&r);
		uint64_t count = take_4(&r);
		count |= (uint64_t)take_4(&r) << 32;
		if (index < next || index >= *n || count == 0
			|| __builtin_add_overflow(sum, count, &sum))
			return false;
		(*counts)[index] = count;
		next = (uint64_t)index + 1;
	}
	return true;
}

/* Is the last count's address below 2^32? Each count covers `step` bytes of code, or a bin (0). */
static bool has_addresses(const struct profile *p, const uint64_t *counts, uint32_t n,
	unsigned step)
{
	while (n && !counts[n - 1])
		n--;
	return !n || (step ? p->config.offset + (uint64_t)step * (n - 1) : profile_bin_pc(p, n - 1))
		< 1ull << 32;
}

static bool take_last(struct profile *p, struct reader r)
{
	if (left(&r) % 4 || left(&r) > sizeof p->last)
		return false;
	while (left(&r))
		p->last[p->n_last++] = take_4(&r);
	return true;
}

static bool take_packed(struct reader r, struct packed *file, int64_t *time)
{
	if (left(&r) < 17)
		return false;
	file->size = take(&r, 8);
	*time = (int64_t)take(&r, 8);
	file->n = left(&r);
	file->bytes = allocate(file->n, 1);
	memcpy(file->bytes, r.at, file->n);
	return file->size <= PACKED_MAX;
}

/* NULL: damaged, or more than `most` bytes. */
static uint8_t *take_deflated(struct reader r, uint64_t most, size_t *n)
{
	struct packed packed;

	if (left(&r) < 9)
		return NULL;
	packed.size = take(&r, 8);
	packed.n = left(&r);
	packed.bytes = (uint8_t *)r.at;
	*n = packed.size;
	return packed.size <= most ? unpack(&packed) : NULL;
}

static bool take_tree(struct call_tree *t, struct reader r, uint64_t most,
	bool (*decode)(struct call_tree *t, const uint8_t *bytes, size_t n))
{
	size_t n;
	uint8_t *bytes = take_deflated(r, most, &n);
	bool good = bytes && decode(t, bytes, n);

	free(bytes);
	return good;
}

static bool take_calls(struct profile *p, struct reader r)
{
	return take_tree(&p->calls, r, CALL_TREE_BYTES, call_tree_decode);
}

static bool take_tasks(struct profile *p, struct reader r)
{
	struct tasks *t = &p->tasks;

	if (left(&r) < 4)
		return false;
	t->word = take_4(&r);
	while (left(&r) >= 5 && t->n < TASKS_MAX) {
		uint32_t value = take_4(&r);
		size_t n = (size_t)take(&r, 1);
		struct reader name = { r.at, r.at + n };
		char *text;
		if (!n || n > left(&r) || !take_text(&name, &text))
			return false;
		r.at += n;
		bool fresh = tasks_named(t, text) == t->n;
		GROW(t->at, t->n, t->room);
		t->at[t->n++] = (struct task){ value, text };
		if (!fresh)
			return false;
	}
	return t->n && !left(&r);
}

/* A tree with tasks begins with them, and with no threads. */
static bool tasks_fit(const struct profile *p)
{
	for (size_t i = 0; p->tasks.n && i < p->calls.n_nodes; i++) {
		uint32_t function = p->calls.nodes[i].function;
		if (call_tree_is_thread(function) && task_place(function) >= p->tasks.n)
			return false;
	}
	return !p->tasks.n || p->calls.n_nodes;
}

/* CALZ comes before it. */
static bool take_call_waits(struct profile *p, struct reader r)
{
	return take_tree(&p->calls, r, WAITS_BYTES, waits_decode_tree);
}

static bool take_accesses(struct profile *p, struct reader r)
{
	size_t n;
	uint8_t *bytes = take_deflated(r, WAITS_BYTES, &n);
	bool good = bytes && accesses_decode(&p->accesses, bytes, n) && p->accesses.n_objects;

	free(bytes);
	return good;
}

/* RETD comes before it. */
static bool take_waits(struct profile *p, struct reader r)
{
	uint32_t counts = 0;
	size_t n;
	uint8_t *bytes = take_deflated(r, WAITS_BYTES, &n);
	bool good = bytes && waits_decode(&p->waits_at, &counts, CAPTURE_SLOTS, bytes, n)
		&& counts == p->n_retired_at;

	free(bytes);
	return good;
}

static bool take_rounds(struct profile *p, struct reader r)
{
	if (left(&r) != 4)
		return false;
	p->rounds = take_4(&r);
	return p->rounds > 0;
}

/* Times rise, and all of them together have no more than 64 bits. */
static bool take_times(struct latency *l, struct reader *r, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct latency_time t = { .cycles = take(r, 8) };
		uint64_t all;
		t.count = take(r, 8);
		if (t.cycles <= latency_longest(l) || !t.count
			|| __builtin_mul_overflow(t.cycles, t.count, &all)
			|| __builtin_add_overflow(sum, all, &sum))
			return false;
		latency_add(l, t.cycles, t.count);
	}
	return true;
}

static bool take_latency(struct profile *p, struct reader r)
{
	struct latency *l = &p->latency;

	if (left(&r) < 17)
		return false;
	l->open = take(&r, 8);
	l->end = take(&r, 8);
	l->n_last = (unsigned)take(&r, 1);
	if (l->n_last > LATENCY_LAST || left(&r) < 4 * l->n_last + 4)
		return false;
	for (unsigned i = 0; i < l->n_last; i++)
		l->last[i] = take_4(&r);
	uint32_t n = take_4(&r);
	return n <= left(&r) / 16 && take_times(l, &r, n) && take_text(&r, &l->name);
}

/* What waited for DATA is an access's; each access is an instruction. */
static bool accesses_fit(const struct profile *p)
{
	struct waits waits = profile_waits(p);
	uint64_t count = 0, waited = 0;

	for (size_t i = 0; i < p->accesses.n; i++) {
		count += p->accesses.at[i].count;
		waited += p->accesses.at[i].waits;
	}
	return count <= p->retired && waited <= waits.of[CAUSE_DATA];
}

/* Times do not overlap, and lie in the run. */
static bool latency_fits(const struct profile *p)
{
	const struct latency *l = &p->latency;
	uint64_t sum;

	return !__builtin_add_overflow(latency_sum(l), l->open, &sum) && sum <= p->cycles
		&& l->end >= latency_longest(l) && l->end <= p->cycles;
}

/* A tree holds what the core did. The unit may have counted less: it may have stopped, or the
 * firmware have used it. */
static bool calls_fit(const struct profile *p)
{
	const struct tally_config *c = &p->config;

	return !p->calls.n_nodes || (c->period == 1
		&& call_tree_cycles(&p->calls) <= (c->source != TALLY_SOURCE_RETIRE
		? p->cycles : p->retired)
		&& call_tree_retired(&p->calls) == p->retired);
}

/* Of what was counted at once: what waited retired, and no longer than the run took. A call tree
 * knows causes if the instructions do. */
static bool waits_fit(const struct profile *p)
{
	struct waits waits = profile_waits(p);

	if (p->rounds)
		return p->waits_at && !p->calls.n_nodes;
	if (waits_sum(&waits) > p->cycles)
		return false;
	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++)
		if (!p->retired_at[i] && waits_sum(&p->waits_at[i]))
			return false;
	return !p->calls.n_nodes || p->calls.has_waits == (p->waits_at != NULL);
}

/* `take` gets the chunk's payload. */
struct chunk {
	const char *tag;
	bool (*take)(struct profile *p, struct reader r);
	bool optional;
};

static bool take_core(struct profile *p, struct reader r) { return take_text(&r, &p->core); }
static bool take_imported(struct profile *p, struct reader r) { return take_text(&r, &p->imported);
	}
static bool take_elf(struct profile *p, struct reader r) { return take_packed(r, &p->elf,
	&p->elf_time); }

static bool take_debug(struct profile *p, struct reader r)
{
	int64_t unused;

	return take_packed(r, &p->debug, &unused);
}

static bool take_bins(struct profile *p, struct reader r)
{
	return take_sparse(r, &p->slots, &p->bins);
}

static bool take_retired(struct profile *p, struct reader r)
{
	return take_sparse(r, &p->n_retired_at, &p->retired_at);
}

static const struct chunk chunks[] = {
	{ TAG_CORE, take_core, false }, { TAG_SETTINGS, take_settings, false },
		{ TAG_COUNTERS, take_counters, false },
	{ TAG_END, take_end, false }, { TAG_FIRMWARE, take_firmware, false },
		{ TAG_BINS, take_bins, false },
	{ TAG_RETIRED, take_retired, true }, { TAG_LAST, take_last, true },
		{ TAG_IMPORTED, take_imported, true },
	{ TAG_CALLS, take_calls, true }, { TAG_ELF, take_elf, true },
		{ TAG_DEBUG, take_debug, true },
	{ TAG_WAITS, take_waits, true }, { TAG_CALL_WAITS, take_call_waits, true },
	{ TAG_ROUNDS, take_rounds, true }, { TAG_ACCESSES, take_accesses, true },
	{ TAG_LATENCY, take_latency, true }, { TAG_TASKS, take_tasks, true },
};
#define N_CHUNKS (sizeof chunks / sizeof chunks[0])

/* Takes the chunk that r begins with, skips one that is not known. */
static bool take_chunk(struct profile *p, struct reader *r, bool *seen, const char **where)
{
	size_t i = 0;

	*where = "a chunk's length";
	if (left(r) < 8)
		return false;
	while (i < N_CHUNKS && memcmp(r->at, chunks[i].tag, 4) != 0)
		i++;
	if (i < N_CHUNKS)
		*where = chunks[i].tag;
	r->at += 4;
	uint32_t n = take_4(r);
	if (n > left(r))
		return false;
	struct reader payload = { r->at, r->at + n };
	r->at += n;
	if (i == N_CHUNKS)
		return true;
	bool twice = seen[i];
	seen[i] = true;
	return !twice && chunks[i].take(p, payload);
}

static bool take_chunks(struct profile *p, struct reader r, const char **where)
{
	bool seen[N_CHUNKS] = { false };

	while (left(&r))
		if (!take_chunk(p, &r, seen, where))
			return false;
	*where = "a chunk that is missing";
	for (size_t i = 0; i < N_CHUNKS; i++)
		if (!seen[i] && !chunks[i].optional)
			return false;
	*where = "the number of bins";
	if (p->slots != p->config.size / PROFILE_BIN_BYTES)
		return false;
	*where = "a call tree of another run";
	if (!calls_fit(p))
		return false;
	*where = "tasks of another run";
	if (!tasks_fit(p))
		return false;
	*where = "causes of another run";
	if (!waits_fit(p))
		return false;
	*where = "accesses of another run";
	if (!accesses_fit(p))
		return false;
	*where = "a latency of another run";
	if (!latency_fits(p))
		return false;
	*where = "counts behind the last address";
	return has_addresses(p, p->bins, p->slots, 0) && has_addresses(p, p->retired_at,
		p->n_retired_at, 2);
}

static bool decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	struct reader r = { bytes, bytes + size };
	const char *where = "";

	if (size < 8 || memcmp(bytes, CAPTURE_MAGIC, 8) != 0)
		return fail("%s: not a Tally capture; give a file that `tally run -o FILE` wrote",
			name);
	if (size < CAPTURE_HEADER + 4)
		return fail("%s: truncated capture: %zu bytes; copy or record it again", name,
			size);
	r.at += 8;
	unsigned major = (unsigned)take(&r, 2);
	take(&r, 2);
	uint64_t length = take(&r, 8);
	if (major != CAPTURE_MAJOR)
		return fail("%s: capture of format version %u, this tally reads version %u; use "
			"the tally that wrote it", name, major, CAPTURE_MAJOR);
	if (size < length)
		return fail("%s: truncated capture: %zu of its %" PRIu64 " bytes; copy or record "
			"it again", name, size, length);
	r.at = r.end - 4;
	if (size > length || take(&r, 4) != crc32_z(0, bytes, size - 4))
		return fail("%s: corrupt capture: its checksum does not fit its content; copy or "
			"record it again", name);
	if (take_chunks(p, (struct reader){ bytes + CAPTURE_HEADER, bytes + size - 4 }, &where))
		return true;
	return fail("%s: corrupt capture: wrong: %s; record it again", name, where);
}

bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	*p = (struct profile){ 0 };
	if (decode(p, name, bytes, size))
		return true;
	profile_free(p);
	return false;
}

bool capture_read(struct profile *p, const char *path)
{
	uint8_t *bytes;
	size_t size;

	if (!file_read(path, MAX_CAPTURE, &bytes, &size))
		return false;
	bool good = capture_decode(p, strcmp(path, "-") ? path : "the standard input", bytes, size);
	free(bytes);
	return good;
}

bool capture_is(const char *path)
{
	char magic[8];
	FILE *f;
	struct stat st;

	if (!strcmp(path, "-"))
		return true;
	if (stat(path, &st) != 0)
		return false;
	if (S_ISFIFO(st.st_mode))	/* bytes read here would be missing later */
		return true;
	if (!S_ISREG(st.st_mode) || !(f = fopen(path, "rb")))
		return false;
	bool good = fread(magic, 1, 8, f) == 8 && !memcmp(magic, CAPTURE_MAGIC, 8);
	fclose(f);
	return good;
}
