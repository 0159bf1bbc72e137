/* SPDX-License-Identifier: ISC
 * afdo.c - AutoFDO's text: clang -fprofile-sample-use=FILE, Clang 14 and later.
 *
 * "function:total:head", then, one blank further in for each level of inlining, "line: count
 * target:calls ..." and "line: inlined function:total". A line with a discriminator is
 * "line.discriminator".
 */
#include <inttypes.h>
#include <stdlib.h>

#include "autofdo.h"
#include "export.h"
#include "sw/base/text.h"

static void put_name(FILE *f, const struct autofdo *a, uint32_t name)
{
	char *plain = text_plain(autofdo_name(a, name), " ");

	fputs(plain, f);
	free(plain);
}

static void put_place(FILE *f, const struct autofdo_place *at, int level)
{
	fprintf(f, "%*s%" PRIu32, level, "", at->offset);
	if (at->discriminator)
		fprintf(f, ".%" PRIu32, at->discriminator);
	fputs(": ", f);
}

/* The count of a place, and behind it the functions called there. Returns the row after them. */
static const struct autofdo_row *put_count(FILE *f, const struct autofdo *a,
	const struct autofdo_row *row, const struct autofdo_row *end, int level)
{
	put_place(f, &row->at, level);
	fprintf(f, "%" PRIu64, row->count);
	while (++row < end && row->at.kind == AUTOFDO_TARGET) {
		putc(' ', f);
		put_name(f, a, row->at.name);
		fprintf(f, ":%" PRIu64, row->count);
	}
	putc('\n', f);
	return row;
}

static void put_rows(FILE *f, const struct autofdo *a, const struct autofdo_copy *copy, int level)
{
	const struct autofdo_row *row = a->rows + copy->first, *end = row + copy->n;

	while (row < end) {
		if (row->at.kind != AUTOFDO_COPY) {
			row = put_count(f, a, row, end, level);
			continue;
		}
		const struct autofdo_copy *inner = &a->copies[row->copy];
		put_place(f, &row->at, level);
		put_name(f, a, inner->name);
		fprintf(f, ":%" PRIu64 "\n", inner->total);
		put_rows(f, a, inner, level + 1);
		row++;
	}
}

static bool write_afdo(const struct export *e)
{
	struct autofdo a;

	if (!autofdo_open(&a, e, "afdo", true))
		return false;
	for (size_t i = 0; i < a.copies->n; i++) {
		const struct autofdo_copy *function = &a.copies[a.rows[a.copies->first + i].copy];
		put_name(e->to, &a, function->name);
		fprintf(e->to, ":%" PRIu64 ":%" PRIu64 "\n", function->total, function->head);
		put_rows(e->to, &a, function, 1);
	}
	autofdo_close(&a);
	return true;
}

const struct export_format export_afdo = { "afdo",
	"AutoFDO text: clang -fprofile-sample-use=FILE", false, false, false, write_afdo,
	UINT64_MAX >> 12 };	/* a line counts up to 2^12 times: autofdo.c */
