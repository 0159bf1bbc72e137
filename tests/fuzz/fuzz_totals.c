/* SPDX-License-Identifier: ISC
 * fuzz_totals.c - the sum of all counts in an export; fuzz.h has the contract.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint64_t le(const unsigned char *p, unsigned n)
{
	uint64_t value = 0;

	while (n--)
		value = value << 8 | p[n];
	return value;
}

static bool gmon(const unsigned char *p, size_t size, uint64_t *sum)
{
	const unsigned char *end = p + size;

	if (size < 20 || memcmp(p, "gmon\1\0\0\0", 8))
		return false;
	for (p += 20; p < end; ) {
		uint64_t lo, hi, n;
		if (p[0] == 1 && end - p >= 13) {		/* an arc */
			p += 13;
			continue;
		}
		if (end - p < 33 || p[0] != 0)
			return false;
		lo = le(p + 1, 4);
		hi = le(p + 5, 4);
		n = le(p + 9, 4);
		p += 33;
		if (hi - lo != 2 * n || (uint64_t)(end - p) < 2 * n)
			return false;
		for (; n; n--, p += 2)
			*sum += le(p, 2);
	}
	return true;
}

/* Lines "... COUNT", or the field'th number of lines that begin with `first`; not the line after
 * "calls=". */
static bool lines(const char *p, const char *first, unsigned field, uint64_t *sum)
{
	bool inclusive = false;

	for (const char *end; *p; p = end + 1) {
		bool skip = inclusive;
		end = strchr(p, '\n');
		if (!end)
			return false;
		inclusive = field && !strncmp(p, "calls=", strlen("calls="));
		if (skip)
			continue;
		const char *number = p;
		if (!field) {
			for (number = end; number > p && number[-1] != ' '; number--)
				;
			if (number == p)
				return false;
		} else if (strncmp(p, first, strlen(first))) {
			continue;
		}
		for (unsigned i = 1; i < field; i++) {
			number = memchr(number, ' ', (size_t)(end - number));
			if (!number)
				return false;
			number++;
		}
		char *after;
		*sum += strtoull(number, &after, 10);
		if (after == number)
			return false;
	}
	return true;
}

static bool varint(const unsigned char **p, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
		*value |= (uint64_t)(**p & 0x7f) << shift;
		if (!(*(*p)++ & 0x80))
			return true;
	}
	return false;
}

/* Adds the first value (field 2) of each sample (field 2). */
static bool message(const unsigned char *p, const unsigned char *end, bool sample, uint64_t *sum)
{
	bool had = false;

	while (p < end) {
		uint64_t key, value;
		if (!varint(&p, end, &key) || !varint(&p, end, &value)
			|| (key & 7 && (key & 7) != 2))
			return false;
		if ((key & 7) == 2) {
			if (value > (uint64_t)(end - p))
				return false;
			if (!sample && key >> 3 == 2 && !message(p, p + value, true, sum))
				return false;
			p += value;
		} else if (sample && key >> 3 == 2 && !had) {
			*sum += value;
			had = true;
		}
	}
	return !sample || had;
}

static bool pprof(const char *text, size_t size, uint64_t *sum)
{
	static unsigned char *bytes;	/* kept between calls, because it is often needed */
	static size_t room;
	z_stream z = { .next_in = (unsigned char *)(uintptr_t)text, .avail_in = (unsigned)size };
	int status = inflateInit2(&z, 15 + 16);

	while (status == Z_OK) {
		if (z.total_out == room) {
			bytes = realloc(bytes, room = room ? 2 * room : 1u << 16);
			if (!bytes)
				abort();
		}
		z.next_out = bytes + z.total_out;
		z.avail_out = (unsigned)(room - z.total_out);
		status = inflate(&z, Z_NO_FLUSH);
	}
	inflateEnd(&z);
	return status == Z_STREAM_END && !z.avail_in
		&& message(bytes, bytes + z.total_out, false, sum);
}

/* The title of the root: "all: 1,234 cycles". */
static bool svg(const char *text, uint64_t *sum)
{
	const char *p = strstr(text, "<title>all: ");

	if (!p || !strstr(text, "</svg>\n"))
		return false;
	for (p += strlen("<title>all: "); (*p >= '0' && *p <= '9') || *p == ','; p++)
		if (*p != ',')
			*sum = 10 * *sum + (uint64_t)(*p - '0');
	return !strncmp(p, " cycles", 7);
}

/* JSON by recursive descent; what follows the value, NULL if it is invalid. */
static const char *json(const char *p);

/* Its records are whole, and no more lines were hit than found. */
static bool lcov(const char *text)
{
	unsigned long found = 0, hit;

	for (const char *p = text, *end; *p; p = end + 1) {
		end = strchr(p, '\n');
		if (!end || (sscanf(p, "LH:%lu", &hit) == 1 && hit > found))
			return false;
		sscanf(p, "LF:%lu", &found);
		if (!end[1] && strncmp(p, "end_of_record", strlen("end_of_record")))
			return false;
	}
	return !strncmp(text, "TN:", 3);
}

static const char *skip(const char *p)
{
	return p + strspn(p, " \n\t");
}

static const char *json_string(const char *p)
{
	if (*p++ != '"')
		return NULL;
	for (; *p != '"'; p++) {
		if ((unsigned char)*p < ' ')
			return NULL;
		if (*p != '\\')
			continue;
		p++;
		if (*p == 'u' && strspn(p + 1, "0123456789abcdef") >= 4)
			p += 4;
		else if (!*p || !strchr("\"\\nt", *p))
			return NULL;
	}
	return p + 1;
}

static const char *json_list(const char *p, char end, bool members)
{
	p = skip(p + 1);
	if (*p == end)
		return p + 1;
	for (;; p++) {
		if (members) {
			p = json_string(skip(p));
			if (!p || *(p = skip(p)) != ':')
				return NULL;
			p++;
		}
		p = json(p);
		if (!p)
			return NULL;
		p = skip(p);
		if (*p == end)
			return p + 1;
		if (*p != ',')
			return NULL;
	}
}

static const char *json(const char *p)
{
	static const char *const words[] = { "true", "false", "null" };

	p = skip(p);
	if (*p == '{')
		return json_list(p, '}', true);
	if (*p == '[')
		return json_list(p, ']', false);
	if (*p == '"')
		return json_string(p);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (!strncmp(p, words[i], strlen(words[i])))
			return p + strlen(words[i]);
	char *end;
	strtod(p, &end);
	return strchr("-0123456789", *p) && end != p ? end : NULL;
}

bool fuzz_total(const char *name, const char *text, size_t size, uint64_t *sum, bool *bins_only)
{
	const unsigned char *bytes = (const unsigned char *)text;

	*sum = 0;
	*bins_only = !strcmp(name, "gmon");
	if (*bins_only)
		return gmon(bytes, size, sum);
	if (!strcmp(name, "pprof"))
		return pprof(text, size, sum);
	if (!strcmp(name, "afdo")) {		/* no sum of the counts */
		*sum = UINT64_MAX;
		return size;
	}
	if (strlen(text) != size)
		return false;
	if (!strcmp(name, "folded"))
		return lines(text, "", 0, sum);
	if (!strcmp(name, "callgrind"))
		return lines(text, "0x", 3, sum);
	if (!strcmp(name, "svg"))
		return svg(text, sum);
	*sum = UINT64_MAX;
	if (!strcmp(name, "html"))
		return true;
	if (!strcmp(name, "lcov"))
		return lcov(text);
	const char *end = json(text);
	return end && !*skip(end);
}
