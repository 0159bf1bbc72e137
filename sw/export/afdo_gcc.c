/* SPDX-License-Identifier: ISC
 * afdo_gcc.c - AutoFDO's file of GCC: gcc -fauto-profile=FILE, GCC 12.
 *
 * Words of 32 bits and counters of 64: magic, version; names, numbered from 1; functions with their
 * counts, and inlined calls within them as functions without a head; no modules. GCC 12 knows a
 * place by its line alone.
 */
#include <string.h>

#include "autofdo.h"
#include "export.h"

#define MAGIC 0x67636461u	/* "gcda" */
#define VERSION 2u
#define NAMES 0xaa000000u
#define FUNCTIONS 0xac000000u
#define MODULES 0xae000000u
#define INDIRECT_CALL 1u	/* the kind of histogram that call targets are */

static void put_word(FILE *f, size_t value) { export_put(f, value, 4); }

static void put_line(FILE *f, const struct autofdo_place *at)
{
	put_word(f, at->offset << 16);
}

/* Its length counts the NUL and what fills the last word. */
static void put_text(FILE *f, const char *text)
{
	size_t length = (strlen(text) + 4) / 4 * 4;

	put_word(f, length);
	fwrite(text, 1, strlen(text), f);
	export_put(f, 0, (unsigned)(length - strlen(text)));
}

static size_t count_rows(const struct autofdo_row *row, const struct autofdo_row *end,
	enum autofdo_kind kind)
{
	size_t n = 0;

	for (; row < end; row++)
		n += row->at.kind == kind;
	return n;
}

static void put_count(FILE *f, const struct autofdo_row *row, const struct autofdo_row *end)
{
	const struct autofdo_row *after = row + 1;

	while (after < end && after->at.kind == AUTOFDO_TARGET)
		after++;
	put_line(f, &row->at);
	put_word(f, (size_t)(after - row) - 1);
	export_put(f, row->count, 8);
	while (++row < after) {
		put_word(f, INDIRECT_CALL);
		export_put(f, row->at.name, 8);
		export_put(f, row->count, 8);
	}
}

static void put_copy(FILE *f, const struct autofdo *a, const struct autofdo_copy *copy)
{
	const struct autofdo_row *begin = a->rows + copy->first, *end = begin + copy->n;

	put_word(f, copy->name);
	put_word(f, count_rows(begin, end, AUTOFDO_COUNT));
	put_word(f, count_rows(begin, end, AUTOFDO_COPY));
	for (const struct autofdo_row *row = begin; row < end; row++)
		if (row->at.kind == AUTOFDO_COUNT)
			put_count(f, row, end);
	for (const struct autofdo_row *row = begin; row < end; row++)
		if (row->at.kind == AUTOFDO_COPY) {
			put_line(f, &row->at);
			put_copy(f, a, &a->copies[row->copy]);
		}
}

static bool write_afdo_gcc(const struct export *e)
{
	struct autofdo a;

	if (!autofdo_open(&a, e, "afdo-gcc", false))
		return false;
	put_word(e->to, MAGIC);
	put_word(e->to, VERSION);
	put_word(e->to, 0);
	put_word(e->to, NAMES);
	put_word(e->to, 0);
	put_word(e->to, a.names.n);
	for (uint32_t i = 0; i < a.names.n; i++)
		put_text(e->to, autofdo_name(&a, i));
	put_word(e->to, FUNCTIONS);
	put_word(e->to, 0);
	put_word(e->to, a.copies->n);
	for (size_t i = 0; i < a.copies->n; i++) {
		const struct autofdo_copy *function = &a.copies[a.rows[a.copies->first + i].copy];
		export_put(e->to, function->head, 8);
		put_copy(e->to, &a, function);
	}
	put_word(e->to, MODULES);
	put_word(e->to, 0);
	put_word(e->to, 0);
	autofdo_close(&a);
	return true;
}

const struct export_format export_afdo_gcc = { "afdo-gcc",
	"AutoFDO file: gcc -fauto-profile=FILE, GCC 12", true, false, false, write_afdo_gcc,
	INT64_MAX };
