/* SPDX-License-Identifier: ISC
 * pprof.c - profile.proto, gzipped: go tool pprof (-top, -list, -http ...).
 *
 * One sample a site, its Locations the callers' where the profile has a call tree; one Location an
 * address, its lines the innermost inlined call first. The mapping is the code's PT_LOAD;
 * functions, files, lines and inlines are said to be there, so that pprof looks for no symbols
 * itself. Values: the counts; with a period also samples x period, named estimated; with --clock
 * nanoseconds.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "export.h"
#include "sites.h"
#include "sw/base/base.h"

/* Of its numbers, which have a sign, each and together; a few less, as times are rounded. */
#define MOST (INT64_MAX - UINT32_MAX)

/* Field numbers of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE,
	PROFILE_MAPPING,
	PROFILE_LOCATION,
	PROFILE_FUNCTION,
	PROFILE_STRING,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD,
	PROFILE_COMMENT,
	PROFILE_DEFAULT_TYPE
};
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE };
enum {
	MAPPING_ID = 1,
	MAPPING_START,
	MAPPING_LIMIT,
	MAPPING_OFFSET,
	MAPPING_FILE,
	MAPPING_BUILD_ID,
	MAPPING_FUNCTIONS,
	MAPPING_FILES,
	MAPPING_LINES,
	MAPPING_INLINES
};
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

/* A protocol buffer, as far as a profile has them: numbers, bytes, messages in messages. */
struct message {
	uint8_t *bytes;
	size_t n, room;
};

struct pprof {
	const struct export *e;
	struct intern strings; /* number 0 is "" */
	struct intern functions; /* numbers of name, linker's name and file */
	struct intern locations; /* number of the linker's name, pc */
	struct message out;
	/* of the site's frames: the Location that ends with each, or 0 */
	uint64_t *ids;
	size_t ids_room;
};

static void put_varint(struct message *m, uint64_t value)
{
	do {
		GROW(m->bytes, m->n, m->room);
		m->bytes[m->n++] = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
	} while (value >>= 7);
}

/* Of a list; 0 as well. */
static void message_value(struct message *m, unsigned field, uint64_t value)
{
	enum { VARINT = 0 };

	put_varint(m, field << 3 | VARINT);
	put_varint(m, value);
}

/* Nothing for 0, which is what a reader assumes. */
static void message_number(struct message *m, unsigned field, uint64_t value)
{
	if (value)
		message_value(m, field, value);
}

static void message_bytes(struct message *m, unsigned field, const void *bytes, size_t n)
{
	enum { LENGTH = 2 };

	put_varint(m, field << 3 | LENGTH);
	put_varint(m, n);
	while (m->room < m->n + n)
		m->bytes = reallocate(m->bytes, m->room = m->room ? 2 * m->room : 64, 1);
	memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

/* Frees part. */
static void message_message(struct message *m, unsigned field, struct message *part)
{
	message_bytes(m, field, part->bytes ? part->bytes : (const uint8_t *)"", part->n);
	free(part->bytes);
	*part = (struct message){ 0 };
}

static uint64_t string(struct pprof *b, const char *text)
{
	char *plain = text_plain(text ? text : "", "");
	uint64_t number = intern_text(&b->strings, plain, NULL);

	free(plain);
	return number;
}

static void put_type(struct pprof *b, unsigned field, const char *type, const char *unit)
{
	struct message m = { 0 };

	message_number(&m, TYPE_TYPE, string(b, type));
	message_number(&m, TYPE_UNIT, string(b, unit));
	message_message(&b->out, field, &m);
}

/* What the numbers are, and how they came about. */
static void put_head(struct pprof *b)
{
	const struct profile *p = b->e->profile;
	char text[512], how[64], *invariant;
	size_t size;
	FILE *f = stream_open(&invariant, &size);

	put_type(b, PROFILE_SAMPLE_TYPE, profile_unit(p), "count");
	if (p->config.period > 1) {
		snprintf(text, sizeof text, "estimated_%s", profile_source(p));
		put_type(b, PROFILE_SAMPLE_TYPE, text, "count");
	}
	if (export_cpi(p))
		put_type(b, PROFILE_SAMPLE_TYPE, "instructions", "count");
	if (b->e->hz) {
		snprintf(text, sizeof text, "time_at_%" PRIu64 "_Hz", b->e->hz);
		put_type(b, PROFILE_SAMPLE_TYPE, text, "nanoseconds");
	}
	put_type(b, PROFILE_PERIOD_TYPE, profile_source(p), "count");
	message_number(&b->out, PROFILE_PERIOD, p->config.period);
	message_number(&b->out, PROFILE_DEFAULT_TYPE, string(b, profile_unit(p)));

	snprintf(text, sizeof text, "tally: %s, core %s; stacks are %scalls the compiler inlined",
		export_how(p, how, sizeof how), p->core,
		p->calls.n_nodes ? "callers and " : "no callers, but ");
	message_number(&b->out, PROFILE_COMMENT, string(b, text));
	export_invariant(f, p);
	stream_close(f);
	message_number(&b->out, PROFILE_COMMENT, string(b, invariant));
	free(invariant);
}

/* Of a function with a system_name of its own pprof leaves the name alone; else it takes what
 * stands in <> for the arguments of a template, and `<A as T>::feed` and `<B as T>::feed` would
 * both be `::feed`. */
static uint64_t function_id(struct pprof *b, const struct frame *f)
{
	uint64_t key[] = { string(b, f->name), string(b, f->linker), string(b, f->file) };
	bool fresh;
	uint64_t id = intern(&b->functions, key, sizeof key, &fresh) + 1;

	if (fresh) {
		struct message m = { 0 };
		message_number(&m, FUNCTION_ID, id);
		message_number(&m, FUNCTION_NAME, key[0]);
		message_number(&m, FUNCTION_SYSTEM_NAME, key[1]);
		message_number(&m, FUNCTION_FILE, key[2]);
		message_message(&b->out, PROFILE_FUNCTION, &m);
	}
	return id;
}

static void put_mapping(struct pprof *b, uint64_t id, uint64_t lo, uint64_t hi, uint64_t offset)
{
	const struct profile *p = b->e->profile;
	struct message m = { 0 };
	char build_id[2 * sizeof p->build_id + 1] = "";

	for (unsigned i = 0; i < p->build_id_bytes; i++)
		snprintf(build_id + 2 * i, 3, "%02x", p->build_id[i]);
	message_number(&m, MAPPING_ID, id);
	message_number(&m, MAPPING_START, lo);
	message_number(&m, MAPPING_LIMIT, hi);
	message_number(&m, MAPPING_OFFSET, offset);
	message_number(&m, MAPPING_FILE, string(b, b->e->path));
	message_number(&m, MAPPING_BUILD_ID, string(b, build_id));
	for (unsigned field = MAPPING_FUNCTIONS; field <= MAPPING_INLINES; field++)
		message_number(&m, field, 1);
	message_message(&b->out, PROFILE_MAPPING, &m);
}

/* The segments that hold code have the numbers 1 and up; number 1 without an ELF is what the
 * counters cover. */
static uint64_t mapping_of(const struct image *im, uint32_t pc)
{
	uint64_t id = 0;

	for (size_t i = 0; i < im->n_segments; i++)
		if (im->segments[i].exec
			&& (id++, pc - im->segments[i].vaddr < im->segments[i].memsz))
			return id;
	return 1;
}

static void put_mappings(struct pprof *b)
{
	const struct image *im = &b->e->firmware->image;
	const struct profile *p = b->e->profile;
	uint64_t id = 0;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (s->exec)
			put_mapping(b, ++id, s->vaddr, (uint64_t)s->vaddr + s->memsz,
				s->bytes ? (uint64_t)(s->bytes - im->bytes) : 0);
	}
	if (!id)
		put_mapping(b, 1, p->config.offset, profile_bin_pc(p, p->slots), 0);
}

/* The frames from `first` to `last` are one Location: a function where it goes on, and the calls
 * inlined there, the innermost first. */
static uint64_t location_id(struct pprof *b, const struct frame *first, const struct frame *last)
{
	const uint64_t key[] = { string(b, first->linker), first->pc };
	struct message location = { 0 };
	bool fresh;
	uint64_t id = intern(&b->locations, key, sizeof key, &fresh) + 1;

	if (!fresh)
		return id;
	message_number(&location, LOCATION_ID, id);
	if (is_code(first)) {
		message_number(
			&location, LOCATION_MAPPING, mapping_of(&b->e->firmware->image, first->pc));
		message_number(&location, LOCATION_ADDRESS, first->pc);
	}
	for (const struct frame *f = last; f >= first; f--) {
		struct message line = { 0 };
		message_number(&line, LINE_FUNCTION, function_id(b, f));
		message_number(&line, LINE_LINE, (uint64_t)f->line);
		message_message(&location, LOCATION_LINE, &line);
	}
	message_message(&b->out, PROFILE_LOCATION, &location);
	return id;
}

static unsigned __int128 nanoseconds(const struct export *e, uint64_t count)
{
	unsigned __int128 cycles = (unsigned __int128)count * e->profile->config.period;

	return (cycles * 1000000000 + e->hz / 2) / e->hz;
}

/* What stands beside the counts: are estimates and times within MOST, too? */
static bool fits(const struct export *e)
{
	uint64_t all = export_largest(e->profile);
	uint32_t period = e->profile->config.period;

	if ((unsigned __int128)all * period > MOST)
		return fail("export: pprof holds numbers below 2^63, and %" PRIu64
			    " samples x %" PRIu32 " are more; another format has no such limit",
			all, period);
	return !e->hz || nanoseconds(e, all) <= MOST
		|| fail("export: pprof holds times below 2^63 nanoseconds, and %" PRIu64
			" %s at %" PRIu64 " Hz take longer; is --clock in Hz? Else leave it out",
			all, profile_unit(e->profile), e->hz);
}

static void put_site(struct pprof *b, const struct site *site)
{
	const struct profile *p = b->e->profile;
	struct message sample = { 0 };

	/* a Location ends with a frame into which nothing is inlined */
	for (size_t i = site->known, first = i; i < site->n; i++) {
		first = site->frames[i].inlined ? first : i;
		GROW(b->ids, i, b->ids_room);
		b->ids[i] = i + 1 < site->n && site->frames[i + 1].inlined
			? 0
			: location_id(b, &site->frames[first], &site->frames[i]);
	}
	for (size_t i = site->n; i--;)
		if (b->ids[i])
			message_value(&sample, SAMPLE_LOCATION, b->ids[i]);
	message_value(&sample, SAMPLE_VALUE, site->count);
	if (p->config.period > 1)
		message_value(&sample, SAMPLE_VALUE, site->count * p->config.period);
	if (export_cpi(p))
		message_value(&sample, SAMPLE_VALUE, site->retired);
	if (b->e->hz)
		message_value(&sample, SAMPLE_VALUE, (uint64_t)nanoseconds(b->e, site->count));
	message_message(&b->out, PROFILE_SAMPLE, &sample);
}

static bool put_gzip(FILE *f, const struct message *m)
{
	z_stream z = { 0 };
	uint8_t block[65536];
	size_t at = 0;
	int state =
		deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);

	while (state == Z_OK) {
		if (!z.avail_in && at < m->n) {
			z.avail_in = (uInt)(m->n - at < 1u << 30 ? m->n - at : 1u << 30);
			z.next_in = m->bytes + at;
			at += z.avail_in;
		}
		z.next_out = block;
		z.avail_out = sizeof block;
		state = deflate(&z, at == m->n ? Z_FINISH : Z_NO_FLUSH);
		fwrite(block, 1, sizeof block - z.avail_out, f);
	}
	deflateEnd(&z);
	return state == Z_STREAM_END || fail("export: zlib: error %d", state);
}

static bool write_pprof(const struct export *e)
{
	struct pprof b = { .e = e };
	struct sites sites;
	struct site site;

	if (!fits(e))
		return false;
	intern_text(&b.strings, "", NULL);
	put_head(&b);
	put_mappings(&b);
	sites_open_calls(&sites, e->profile, e->firmware);
	sites.why = e->why;
	while (sites_next(&sites, &site))
		put_site(&b, &site);
	sites_close(&sites);
	for (size_t i = 0; i < b.strings.n; i++)
		message_bytes(&b.out, PROFILE_STRING, b.strings.keys[i].bytes, b.strings.keys[i].n);
	bool good = put_gzip(e->to, &b.out);
	free(b.out.bytes);
	free(b.ids);
	intern_free(&b.strings);
	intern_free(&b.functions);
	intern_free(&b.locations);
	return good;
}

const struct export_format export_pprof = { "pprof",
	"profile.proto: pprof -top FILE, pprof -http=: FILE", true, true, true, write_pprof, MOST };
