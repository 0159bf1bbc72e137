/* SPDX-License-Identifier: ISC
 * capture.c - a profile as a file: writing; reading is capture_read.c; the contract is capture.h.
 */
#include "capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "call_tree_file.h"
#include "capture_format.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "unit_tree_file.h"
#include "waits_file.h"

struct buffer {
	uint8_t *at;
	size_t n, room;
};

static void put(struct buffer *b, const void *bytes, size_t n)
{
	while (b->room - b->n < n)
		b->at = reallocate(b->at, b->room = b->room ? 2 * b->room : 4096, 1);
	if (n)
		memcpy(b->at + b->n, bytes, n);
	b->n += n;
}

static void put_number(struct buffer *b, uint64_t value, unsigned bytes)
{
	uint8_t le[8];

	for (unsigned i = 0; i < 8; i++)
		le[i] = (uint8_t)(value >> (8 * i));
	put(b, le, bytes);
}

static void patch(struct buffer *b, size_t at, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		b->at[at + i] = (uint8_t)(value >> (8 * i));
}

static size_t open_chunk(struct buffer *b, const char tag[4])
{
	put(b, tag, 4);
	put_number(b, 0, 4);
	return b->n;
}

static void close_chunk(struct buffer *b, size_t start)
{
	patch(b, start - 4, b->n - start, 4);
}

static void put_settings(struct buffer *b, const struct profile *p)
{
	const struct tally_config *c = &p->config;
	size_t start = open_chunk(b, TAG_SETTINGS);

	put_number(b, c->period, 4);
	put_number(b, c->offset, 4);
	put_number(b, c->scale, 4);
	put_number(b, c->size, 4);
	put_number(b, p->code_lo, 4);
	put_number(b, p->code_hi, 8);
	put_number(b, 1, 2);		/* unused */
	put_number(b, c->jitter, 1);
	put_number(b, c->source, 1);
	put_number(b, c->privileges, 1);
	if (c->source == TALLY_SOURCE_EVENT)
		put_number(b, c->lines, 1);
	close_chunk(b, start);
}

static void put_counters(struct buffer *b, const struct tally_counters *c)
{
	const uint64_t values[] = { c->ticks, c->hits, c->outside, c->filtered, c->idle, c->lost,
		c->pending };
	size_t start = open_chunk(b, TAG_COUNTERS);

	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
		put_number(b, values[i], 8);
	close_chunk(b, start);
}

static void put_end(struct buffer *b, const struct profile *p)
{
	size_t start = open_chunk(b, TAG_END);

	put_number(b, p->end, 1);
	put_number(b, p->instruction_known, 1);
	put_number(b, p->exit_code, 4);
	put_number(b, p->pc, 4);
	put_number(b, p->cause, 4);
	put_number(b, p->instruction, 4);
	put_number(b, p->sticky, 4);
	put_number(b, p->cycles, 8);
	put_number(b, p->retired, 8);
	close_chunk(b, start);
}

static void put_sparse(struct buffer *b, const char tag[4], const uint64_t *counts, uint32_t n)
{
	size_t start = open_chunk(b, tag);

	put_number(b, n, 4);
	for (uint32_t i = 0; i < n; i++)
		if (counts[i]) {
			put_number(b, i, 4);
			put_number(b, counts[i], 8);
		}
	close_chunk(b, start);
}

static void put_firmware(struct buffer *b, const struct profile *p)
{
	size_t start = open_chunk(b, TAG_FIRMWARE);

	put_number(b, p->elf_size, 8);
	put_number(b, p->elf_crc, 4);
	put_number(b, p->build_id_bytes, 1);
	put(b, p->build_id, p->build_id_bytes);
	put(b, p->elf_path, strlen(p->elf_path));
	close_chunk(b, start);
}

static void put_last(struct buffer *b, const struct profile *p)
{
	if (!p->n_last)
		return;
	size_t start = open_chunk(b, TAG_LAST);
	for (unsigned i = 0; i < p->n_last; i++)
		put_number(b, p->last[i], 4);
	close_chunk(b, start);
}

static void put_imported(struct buffer *b, const struct profile *p)
{
	if (!p->imported)
		return;
	size_t start = open_chunk(b, TAG_IMPORTED);
	put(b, p->imported, strlen(p->imported));
	close_chunk(b, start);
}

static void put_packed(struct buffer *b, const char tag[4], const struct packed *file, int64_t time)
{
	if (!file->n)
		return;
	size_t start = open_chunk(b, tag);
	put_number(b, file->size, 8);
	put_number(b, (uint64_t)time, 8);
	put(b, file->bytes, file->n);
	close_chunk(b, start);
}

/* Deflates and frees them. */
static void put_deflated(struct buffer *b, const char tag[4], uint8_t *bytes, size_t n)
{
	struct packed packed = { 0 };

	pack(&packed, bytes, n);
	size_t start = open_chunk(b, tag);
	put_number(b, packed.size, 8);
	put(b, packed.bytes, packed.n);
	close_chunk(b, start);
	packed_free(&packed);
	free(bytes);
}

static void put_calls(struct buffer *b, const struct call_tree *calls)
{
	size_t n;

	if (!calls->n_nodes)
		return;
	uint8_t *bytes = calls->of_unit ? unit_tree_encode(calls, &n)
		: call_tree_encode(calls, &n);
	if (!bytes) {
		note("the call tree is too large for a capture: it is left out");
		return;
	}
	put_deflated(b, calls->of_unit ? TAG_UNIT_CALLS : TAG_CALLS, bytes, n);
	if (!calls->has_waits)
		return;
	bytes = waits_encode_tree(calls, &n);
	put_deflated(b, TAG_CALL_WAITS, bytes, n);
}

static void put_tasks(struct buffer *b, const struct tasks *t)
{
	size_t n;

	if (t->n) {
		uint8_t *bytes = tasks_encode(t, &n);
		put_deflated(b, TAG_TASKS, bytes, n);
	}
}

static void put_waits(struct buffer *b, const struct profile *p)
{
	size_t n;

	if (!p->waits_at)
		return;
	uint8_t *bytes = waits_encode(p->waits_at, p->n_retired_at, &n);
	put_deflated(b, TAG_WAITS, bytes, n);
}

static void put_taken(struct buffer *b, const struct taken *t)
{
	size_t n;

	if (t->n) {
		uint8_t *bytes = taken_encode(t, &n);
		put_deflated(b, TAG_TAKEN, bytes, n);
	}
}

static void put_rounds(struct buffer *b, const struct profile *p)
{
	if (!p->rounds)
		return;
	size_t start = open_chunk(b, TAG_ROUNDS);
	put_number(b, p->rounds, 4);
	close_chunk(b, start);
}

static void put_stack(struct buffer *b, const struct profile *p)
{
	if (!p->stack_bytes)
		return;
	size_t start = open_chunk(b, TAG_STACK);
	put_number(b, p->stack_bytes, 4);
	put_number(b, p->stack_pc, 4);
	close_chunk(b, start);
}

static void put_accesses(struct buffer *b, const struct accesses *a)
{
	size_t n;

	if (a->n_objects) {
		uint8_t *bytes = accesses_encode(a, &n);
		put_deflated(b, TAG_ACCESSES, bytes, n);
	}
}

static void put_latency(struct buffer *b, const struct latency *l)
{
	size_t n;

	if (l->name) {
		uint8_t *bytes = latency_encode(l, &n);
		put_deflated(b, TAG_LATENCY, bytes, n);
	}
}

void capture_encode(const struct profile *p, uint8_t **bytes, size_t *size)
{
	struct buffer b = { 0 };
	size_t start;

	put(&b, CAPTURE_MAGIC, 8);
	put_number(&b, CAPTURE_MAJOR, 2);
	put_number(&b, CAPTURE_MINOR, 2);
	put_number(&b, 0, 8);
	start = open_chunk(&b, TAG_CORE);
	put(&b, p->core, strlen(p->core));
	close_chunk(&b, start);
	put_settings(&b, p);
	put_counters(&b, &p->counters);
	put_end(&b, p);
	put_firmware(&b, p);
	put_sparse(&b, TAG_BINS, p->bins, p->slots);
	if (p->retired_at)
		put_sparse(&b, TAG_RETIRED, p->retired_at, p->n_retired_at);
	put_waits(&b, p);
	put_taken(&b, &p->taken);
	put_rounds(&b, p);
	put_latency(&b, &p->latency);
	put_last(&b, p);
	put_imported(&b, p);
	put_calls(&b, &p->calls);
	put_stack(&b, p);
	put_accesses(&b, &p->accesses);
	put_tasks(&b, &p->tasks);
	put_packed(&b, TAG_ELF, &p->elf, p->elf_time);
	put_packed(&b, TAG_DEBUG, &p->debug, 0);
	patch(&b, 12, b.n + 4, 8);
	put_number(&b, crc32_z(0, b.at, b.n), 4);
	*bytes = b.at;
	*size = b.n;
}

bool capture_write(const struct profile *p, const char *path)
{
	uint8_t *bytes;
	size_t size;
	bool good;

	capture_encode(p, &bytes, &size);
	good = file_write(path, bytes, size);
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
