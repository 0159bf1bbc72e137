/* SPDX-License-Identifier: ISC
 * histogram.c - a profile from lines `address count`; the contract is capture.h.
 */
#include "capture.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define BLANKS " \t,:\r" /* \r: lines from a UART often end in \r\n */
#define SHOWN 40 /* bytes of a bad line that the message shows */

/* Takes a number off the line, and the blanks behind it. False: there is none, it exceeds 64 bits,
 * or no blank follows. */
static bool take_number(char **at, uint64_t *value)
{
	bool hex = (*at)[0] == '0' && ((*at)[1] | 0x20) == 'x' && isxdigit((uint8_t)(*at)[2]);
	char *end;

	errno = 0;
	*value = strtoull(*at, &end, hex ? 16 : 10);
	bool good = isdigit((uint8_t) * *at) && !errno && (!*end || strchr(BLANKS, *end));
	*at = end + strspn(end, BLANKS);
	return good;
}

/* The line, of `size` bytes, ends with a 0. */
static bool take_line(struct histogram *h, size_t number, char *line, size_t size, uint32_t period)
{
	struct histogram_entry e = { 0 };
	uint64_t cycles;
	char *at = line + strspn(line, BLANKS), *shown = at;

	if (*at == '#' || at == line + size)
		return true;
	if (!take_number(&at, &e.address) || !take_number(&at, &e.count) || at != line + size) {
		size_t n = (size_t)(line + size - shown);
		while (n && strchr(BLANKS, shown[n - 1]))
			n--;
		return fail("%s: line %zu: `%.*s%s` is no `address count`; write two numbers, such "
			    "as 0x80000010 42, or # before a comment",
			h->name, number, n < SHOWN ? (int)n : SHOWN, shown, n > SHOWN ? "..." : "");
	}
	if (__builtin_add_overflow(h->sum, e.count, &h->sum)
		|| __builtin_mul_overflow(h->sum, (uint64_t)period, &cycles))
		return fail("%s: line %zu: the counts up to here pass 64 bits; is a count or the "
			    "--period too large?",
			h->name, number);
	GROW(h->entries, h->n, h->room);
	h->entries[h->n++] = e;
	return true;
}

static bool take_text(struct histogram *h, char *text, size_t size, uint32_t period)
{
	char *end = text + size;

	for (size_t number = 1; text < end; number++) {
		char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((stop ? stop : end) - text);
		text[n] = 0;
		if (!take_line(h, number, text, n, period))
			return false;
		text += n + 1;
	}
	return h->n
		|| fail("%s: no line `address count`: nothing was counted; give what the "
			"firmware printed",
			h->name);
}

/* Lays counters over [lo, hi): one for each 2 bytes, or as fine as their maximum number allows. */
static void lay(struct profile *p, const struct image *im, uint64_t lo, uint64_t hi)
{
	p->code_lo = (uint32_t)lo & ~1u;
	p->code_hi = hi;
	p->config.scale = TALLY_SCALE_ONE;
	region_fit_scaled(p, im, PROFILE_SLOTS * PROFILE_BIN_BYTES);
}

/* Covers all code, so that captures of one program can be merged. If that is too much for fine
 * counters: only the part that has counts. */
static void choose_region(struct profile *p, const struct image *im, const struct histogram *h)
{
	uint64_t lo = UINT64_MAX, hi = 0;

	lay(p, im, im->code.at[0].lo, im->code.at[im->code.n - 1].hi);
	if (p->config.scale == TALLY_SCALE_ONE)
		return;
	for (size_t i = 0; i < h->n; i++) {
		uint64_t at = h->entries[i].address;
		if (!h->entries[i].count || !ranges_find(&im->code, at))
			continue;
		lo = at < lo ? at : lo;
		hi = at >= hi ? at + 1 : hi;
	}
	if (lo < hi)
		lay(p, im, lo, hi + (hi & 1));
	if (p->config.scale != TALLY_SCALE_ONE)
		note("%s: the code counted lies too far apart for a counter every 2 bytes: each "
		     "covers %u",
			im->path, 2 * TALLY_SCALE_ONE / p->config.scale);
}

void histogram_fill(struct profile *p, const struct image *im, const struct histogram *h)
{
	choose_region(p, im, h);
	p->bins = allocate(p->slots, sizeof *p->bins);
	if (h->with_retired && p->config.scale == TALLY_SCALE_ONE) {
		p->n_retired_at = p->slots;
		p->retired_at = allocate(p->slots, sizeof *p->retired_at);
	}
	for (size_t i = 0; i < h->n; i++) {
		const struct histogram_entry *e = &h->entries[i];
		bool inside = ranges_find(&im->code, e->address);
		*(inside ? &p->counters.hits : &p->counters.outside) += e->count;
		if (inside && e->count)
			p->bins[profile_bins_until(p, e->address)] += e->count;
		if (inside && p->retired_at)
			p->retired_at[profile_bins_until(p, e->address)] += e->retired;
	}
	p->counters.ticks = h->sum;
}

/* Where most of them are, if that is much. */
static void note_outside(const struct profile *p, const struct image *im, const struct histogram *h)
{
	const struct histogram_entry *most = NULL;

	for (size_t i = 0; i < h->n; i++)
		if (!ranges_find(&im->code, h->entries[i].address)
			&& (!most || h->entries[i].count > most->count))
			most = &h->entries[i];
	if (most && profile_percent(p, p->counters.outside) >= 10)
		note("%s: %.2f%% of the counts are not in the code of %s, such as those of "
		     "0x%08" PRIx64
		     ": is that its ELF, linked to where it runs, and do hexadecimal "
		     "numbers begin with 0x?",
			h->name, profile_percent(p, p->counters.outside), im->path, most->address);
}

bool histogram_read(struct profile *p, const struct image *im, uint32_t period, const char *name,
	uint8_t *text, size_t size)
{
	struct histogram h = { .name = name };

	if (!im->code.n)
		return fail("%s: has no code: no address can be in it; is it linked as a program?",
			im->path);
	size = text_narrow((char *)text, size, text_is_wide((const char *)text, size));
	bool good = take_text(&h, (char *)text, size, period);
	if (good) {
		p->config = tally_exact(0, 0);
		p->config.period = period;
		histogram_fill(p, im, &h);
		note_outside(p, im, &h);
	}
	free(h.entries);
	return good;
}
