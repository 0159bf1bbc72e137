/* SPDX-License-Identifier: ISC
 * annotate_data.c - annotated instructions as CSV and JSON; the contract is annotate.h.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "annotate.h"
#include "rows.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "why.h"

#define MAX_CHAIN 64

/* Calls inlined around an instruction, "a;b;c", outermost first; to be freed. */
static char *chain_of(const struct annotate *a, uint64_t pc)
{
	const char *calls[MAX_CHAIN];
	char *text = NULL;
	size_t n = lines_calls(&a->firmware->lines, (uint32_t)pc, calls, MAX_CHAIN), size;
	FILE *f = stream_open(&text, &size);

	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? ";" : "", calls[i]);
	stream_close(f);
	return text;
}

void annotate_csv_heading(FILE *f, const struct profile *p)
{
	rows_csv_heading(f, p);
	fputs(",function,address,instruction,file,line,inlined\r\n", f);
}

void annotate_csv_rest(FILE *f, const struct profile *p, const struct row *rest)
{
	rows_csv_numbers(f, p, rest->count, rest->retired, &rest->waits, rest->straddles);
	putc(',', f);
	text_csv(f, rest->name);
	fputs(",,,,,\r\n", f);
}

bool annotate_csv(FILE *f, struct annotate *a, const struct row *row)
{
	const struct profile *p = a->profile;
	struct disassembly d;
	struct items all;

	if (!annotate_open(a, row, &d, &all))
		return false;
	for (size_t i = 0; i < all.n; i++) {
		const struct item *it = &all.at[i];
		const struct line *line = lines_find(&a->firmware->lines, (uint32_t)it->pc);
		char *chain = chain_of(a, it->pc);
		rows_csv_numbers(f, p, it->count, it->retired, &it->waits, it->straddles);
		putc(',', f);
		text_csv(f, row->name);
		fprintf(f, ",0x%08" PRIx64 ",", it->pc);
		text_csv(f, it->text);
		putc(',', f);
		text_csv(f, line ? line->file : "");
		putc(',', f);
		if (line && line->number)
			fprintf(f, "%d", line->number);
		putc(',', f);
		text_csv(f, chain);
		fputs("\r\n", f);
		free(chain);
	}
	annotate_close(&d, &all);
	return true;
}

static void put_instruction(FILE *f, const struct annotate *a, const struct item *it)
{
	const struct line *line = lines_find(&a->firmware->lines, (uint32_t)it->pc);
	char *chain = chain_of(a, it->pc);

	fprintf(f, "{\"pc\": %" PRIu64 ", \"text\": ", it->pc);
	text_json(f, it->text);
	text_json_place(f, line ? line->file : NULL, line ? line->number : 0);
	fputs(", \"inlined\": ", f);
	text_json(f, chain[0] ? chain : NULL);
	if (a->profile->retired_at)
		fprintf(f, ", \"%s\": %" PRIu64, rows_other_unit(a->profile), it->retired);
	if (it->straddles)
		fputs(", \"straddles\": true", f);
	if (a->profile->waits_at)
		why_json(f, &it->waits);
	fprintf(f, ", \"count\": %" PRIu64 "}", it->count);
	free(chain);
}

bool annotate_json(FILE *f, struct annotate *a, const struct row *row)
{
	struct disassembly d;
	struct items all;

	if (!annotate_open(a, row, &d, &all))
		return false;
	fputs("{\"name\": ", f);
	text_json(f, row->name);
	fprintf(f, ", \"pc\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"count\": %" PRIu64
		", \"code\": [", row->lo, row->hi - row->lo, all.sum);
	for (size_t i = 0; i < all.n; i++) {
		fputs(i ? ",\n    " : "\n    ", f);
		put_instruction(f, a, &all.at[i]);
	}
	fputs("]}", f);
	annotate_close(&d, &all);
	return true;
}
