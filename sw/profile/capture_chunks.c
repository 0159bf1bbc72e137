/* SPDX-License-Identifier: ISC
 * capture_chunks.c - the chunks of a capture; the contract is capture_chunks.h.
 */
#include "capture_chunks.h"

#include <stdlib.h>
#include <string.h>

#include "call_tree_file.h"
#include "capture_fits.h"
#include "capture_format.h"
#include "sw/base/error.h"
#include "unit_tree_file.h"
#include "waits_file.h"

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
	(void)take(&r, 2);		/* unused */
	c->jitter = (uint8_t)take(&r, 1);
	c->source = (uint8_t)take(&r, 1);
	c->privileges = (uint8_t)take(&r, 1);
	if (c->source == TALLY_SOURCE_EVENT && left(&r))
		c->lines = (uint8_t)take(&r, 1);
	return c->period > 0 && c->scale > 0 && c->scale <= TALLY_SCALE_ONE && c->jitter <= 16
		&& c->source <= TALLY_SOURCE_EVENT && c->privileges <= 0xF
		&& (c->source == TALLY_SOURCE_EVENT) == (c->lines != 0)
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

static bool decode_calls(struct profile *p, const uint8_t *bytes, size_t n)
{
	return !p->calls.n_nodes && call_tree_decode(&p->calls, bytes, n);
}

static bool decode_unit_calls(struct profile *p, const uint8_t *bytes, size_t n)
{
	return !p->calls.n_nodes && unit_tree_decode(&p->calls, bytes, n);
}

/* CALZ comes before it. */
static bool decode_call_waits(struct profile *p, const uint8_t *bytes, size_t n)
{
	return waits_decode_tree(&p->calls, bytes, n);
}

/* RETD comes before it. */
static bool decode_waits(struct profile *p, const uint8_t *bytes, size_t n)
{
	uint32_t counts = 0;

	return waits_decode(&p->waits_at, &counts, CAPTURE_SLOTS, bytes, n)
		&& counts == p->n_retired_at;
}

static bool decode_accesses(struct profile *p, const uint8_t *bytes, size_t n)
{
	return accesses_decode(&p->accesses, bytes, n);
}

static bool decode_latency(struct profile *p, const uint8_t *bytes, size_t n)
{
	return latency_decode(&p->latency, bytes, n);
}

static bool decode_tasks(struct profile *p, const uint8_t *bytes, size_t n)
{
	return tasks_decode(&p->tasks, bytes, n);
}

static bool decode_taken(struct profile *p, const uint8_t *bytes, size_t n)
{
	return taken_decode(&p->taken, bytes, n);
}

static bool take_rounds(struct profile *p, struct reader r)
{
	if (left(&r) != 4)
		return false;
	p->rounds = take_4(&r);
	return p->rounds > 0;
}

static bool take_stack(struct profile *p, struct reader r)
{
	if (left(&r) != 8)
		return false;
	p->stack_bytes = take_4(&r);
	p->stack_pc = take_4(&r);
	return p->stack_bytes > 0;
}

/* `take` gets the chunk's payload; or `decode` what was deflated in it, at most so many bytes. */
struct chunk {
	const char *tag;
	bool (*take)(struct profile *p, struct reader r);
	bool optional;
	bool (*decode)(struct profile *p, const uint8_t *bytes, size_t n);
	uint64_t most;
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
	{ TAG_CORE, take_core, false, NULL, 0 }, { TAG_SETTINGS, take_settings, false, NULL, 0 },
	{ TAG_COUNTERS, take_counters, false, NULL, 0 }, { TAG_END, take_end, false, NULL, 0 },
	{ TAG_FIRMWARE, take_firmware, false, NULL, 0 }, { TAG_BINS, take_bins, false, NULL, 0 },
	{ TAG_RETIRED, take_retired, true, NULL, 0 }, { TAG_LAST, take_last, true, NULL, 0 },
	{ TAG_IMPORTED, take_imported, true, NULL, 0 }, { TAG_ROUNDS, take_rounds, true, NULL, 0 },
	{ TAG_STACK, take_stack, true, NULL, 0 },
	{ TAG_ELF, take_elf, true, NULL, 0 }, { TAG_DEBUG, take_debug, true, NULL, 0 },
	{ TAG_CALLS, NULL, true, decode_calls, CALL_TREE_BYTES },
	{ TAG_UNIT_CALLS, NULL, true, decode_unit_calls, CALL_TREE_BYTES },
	{ TAG_WAITS, NULL, true, decode_waits, WAITS_BYTES },
	{ TAG_CALL_WAITS, NULL, true, decode_call_waits, WAITS_BYTES },
	{ TAG_ACCESSES, NULL, true, decode_accesses, WAITS_BYTES },
	{ TAG_LATENCY, NULL, true, decode_latency, WAITS_BYTES },
	{ TAG_TASKS, NULL, true, decode_tasks, WAITS_BYTES },
	{ TAG_TAKEN, NULL, true, decode_taken, WAITS_BYTES },
};
#define N_CHUNKS (sizeof chunks / sizeof chunks[0])

static bool take_payload(struct profile *p, const struct chunk *c, struct reader r)
{
	size_t n;
	uint8_t *bytes;

	if (c->take)
		return c->take(p, r);
	bytes = take_deflated(r, c->most, &n);
	bool good = bytes && c->decode(p, bytes, n);
	free(bytes);
	return good;
}

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
	return !twice && take_payload(p, &chunks[i], payload);
}

bool capture_take_chunks(struct profile *p, struct reader r, const char **where)
{
	bool seen[N_CHUNKS] = { false };

	while (left(&r))
		if (!take_chunk(p, &r, seen, where))
			return false;
	*where = "a chunk that is missing";
	for (size_t i = 0; i < N_CHUNKS; i++)
		if (!seen[i] && !chunks[i].optional)
			return false;
	return capture_fits(p, where);
}
