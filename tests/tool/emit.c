/* SPDX-License-Identifier: ISC
 * emit.c - one row function, three writers: what text, CSV and JSON say of each kind of number is
 * read back and must be the same number; the escapes of names. Cuts, sums: golden.py.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/report/emit.h"
#include "tests/check.h"

#define CELL 64u

static const struct emit_value values[] = {
	{ EMIT_COUNT, .n = 0 },
	{ EMIT_COUNT, .n = 7 },
	{ EMIT_COUNT, .n = UINT64_MAX },
	{ EMIT_SOME, .n = 0 },
	{ EMIT_SOME, .n = UINT64_MAX },
	{ EMIT_CHANGE, .n = 0 },
	{ EMIT_CHANGE, .n = 12 },
	{ EMIT_CHANGE, true, .n = UINT64_MAX },
	{ EMIT_PERCENT, .x = 0 },
	{ EMIT_PERCENT, .x = 12.3456789 },
	{ EMIT_PERCENT, .x = 100 },
	{ EMIT_GROWTH, .x = 1.844674407370955e21 },
	{ EMIT_GROWTH, .x = -100 },
	{ EMIT_SHARE, .x = 99.96 },
	{ EMIT_RATIO, .x = 1.005 },
	{ EMIT_RATIO, .x = 1e18 },
	{ EMIT_HEX, .n = 0 },
	{ EMIT_HEX, .n = 0x80000000 },
	{ EMIT_HEX, .n = UINT64_MAX },
	{ EMIT_FLAG, .n = 0 },
	{ EMIT_FLAG, .n = 1 },
	{ EMIT_NONE, .text = "" },
	{ EMIT_NONE, .text = "~" },
	{ EMIT_NULL, .text = "new" },
	{ EMIT_TEXT, .text = NULL },
	{ EMIT_TEXT, .text = "" },
	{ EMIT_TEXT, .text = "main" },
};
#define VALUES (sizeof values / sizeof values[0])

/* A table of one number; the width is for text. */
static void put_row(struct emit *e, const struct emit_value *v, int width)
{
	emit_row(e, EMIT_ROW);
	emit(e, 4, "at", "at", "at", as_count(1));
	emit(e, width, "it", "it", "it", *v);
	emit_row_end(e, NULL);
}

/* Each row, by itself, in one of the three; to be freed. Text goes to the standard output. */
static char *row_as(enum emit_form form, const struct emit_value *v, int width)
{
	const struct term term = { 0 };
	char *text = NULL;
	size_t size;
	FILE *f = stream_open(&text, &size), *terminal = stdout;
	struct emit e = form == EMIT_TO_TERM ? emit_to_term(&term)
		: form == EMIT_TO_CSV        ? emit_to_csv(f)
					     : emit_to_json(f);

	stdout = form == EMIT_TO_TERM ? f : stdout;
	put_row(&e, v, width);
	stdout = terminal;
	stream_close(f);
	return text;
}

static bool is(char *text, const char *wanted)
{
	bool same = !strcmp(text, wanted);

	if (!same)
		printf("is %s\nnot %s\n", text, wanted);
	free(text);
	return same;
}

/* The cell of the row in text, without the blanks before it and the separators of thousands. */
static void cell_of(const struct emit_value *v, int width, char cell[CELL])
{
	char *row = row_as(EMIT_TO_TERM, v, width), *to = cell;
	size_t n = strlen(row);

	CHECK(n >= 5u + (width > 0) && !strncmp(row, "   1", 4) && row[n - 1] == '\n');
	if (width)
		CHECK(row[4] == ' ' && n >= 5u + (size_t)width);
	for (const char *p = row + 4; *p && *p != '\n'; p++)
		if ((*p != ' ' || to > cell) && *p != ',')
			*to++ = *p;
	*to = 0;
	free(row);
}

/* The same number by its digits in CSV and JSON, and as text rounds it. */
static void check_number(
	const struct emit_value *v, const char *cell, const char *csv, const char *json)
{
	char wanted[CELL], rounded[CELL];
	bool real = v->kind >= EMIT_PERCENT && v->kind <= EMIT_RATIO;
	double x = strtod(csv, NULL);

	if (real)
		snprintf(wanted, sizeof wanted, "%.6f", v->x);
	else
		snprintf(wanted, sizeof wanted, "%s%" PRIu64, v->negative ? "-" : "", v->n);
	CHECK(!strcmp(json, wanted));
	CHECK(v->kind == EMIT_HEX ? strtoull(csv, NULL, 16) == v->n : !strcmp(csv, wanted));
	if (real)
		snprintf(rounded, sizeof rounded,
			v->kind == EMIT_PERCENT          ? "%.2f%%"
				: v->kind == EMIT_GROWTH ? "%+.2f%%"
				: v->kind == EMIT_SHARE  ? "%.1f%%"
							 : "%.2f",
			v->kind == EMIT_RATIO && x < 2 ? v->x : x);
	else
		snprintf(rounded, sizeof rounded, "%s%s",
			v->kind == EMIT_CHANGE && v->n && !v->negative ? "+" : "",
			v->kind == EMIT_SOME && !v->n ? "" : csv);
	if (!CHECK(!strcmp(cell, rounded)))
		printf("%s, not %s\n", cell, rounded);
}

static void check_kinds(void)
{
	for (size_t i = 0; i < VALUES; i++) {
		const struct emit_value *v = &values[i];
		char *csv = row_as(EMIT_TO_CSV, v, 0);
		char *json = row_as(EMIT_TO_JSON, v, 0), cell[CELL];
		CHECK(!strncmp(csv, "1,", 2) && strlen(csv) >= 4);
		csv[strcspn(csv, "\r")] = 0;
		json[strlen(json) - 1] = 0;
		const char *member = strstr(json, ", \"it\": ");
		CHECK(!strncmp(json, "{\"at\": 1", 8) && !member == (v->kind == EMIT_NONE));
		member = member ? member + 8 : "";
		for (int width = 0; width < 30; width += 5) {
			cell_of(v, width, cell);
			if (!width)
				CHECK(!cell[0]);
			else if (v->kind == EMIT_NONE || v->kind == EMIT_NULL)
				CHECK(!strcmp(cell, v->text) && !csv[2]
					&& (v->kind == EMIT_NONE || !strcmp(member, "null")));
			else if (v->kind == EMIT_FLAG)
				CHECK(!strcmp(cell, csv + 2)
					&& !strcmp(member, v->n ? "true" : "false")
					&& csv[2] == '0' + (int)v->n);
			else if (v->kind != EMIT_TEXT)
				check_number(v, cell, csv + 2, member);
			else
				CHECK(!strcmp(cell, v->text ? v->text : "") && csv[2] == '"'
					&& (v->text ? member[0] == '"' : !strcmp(member, "null")));
		}
		free(csv);
		free(json);
	}
}

static void check_names(void)
{
	static const struct emit_value name = { EMIT_TEXT,
		.text = "=a,\"b\"\t\x1b[31m\xff\xc2\x9b" };

	CHECK(is(row_as(EMIT_TO_CSV, &name, 0), "1,\"'=a,\"\"b\"\"??[31m\xef\xbf\xbd?\"\r\n"));
	CHECK(is(row_as(EMIT_TO_JSON, &name, 0),
		"{\"at\": 1, \"it\": \"=a,\\\"b\\\"\\u0009\\u001b[31m\\ufffd\\u009b\"}"));
	CHECK(is(row_as(EMIT_TO_TERM, &name, 3), "   1 =a,\"b\"  ?[31m??\n"));
}

int main(void)
{
	check_kinds();
	check_names();
	CHECK(emit_width(UINT64_MAX, "it") >= 22 && emit_width(0, "it") == 4);
	return checks_failed();
}
