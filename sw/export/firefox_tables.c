/* SPDX-License-Identifier: ISC
 * firefox_tables.c - the tables of a processed profile: filled site by site, written a column an
 * array. Contract: firefox_tables.h.
 */
#include "firefox_tables.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/text.h"

/* A row is a key of ours: so many numbers of 64 bits each, -1 for none. */
enum { SOURCE_NAME };
enum { FUNC_NAME, FUNC_SOURCE, FUNC_RESOURCE, FUNC_COLUMNS };
enum { SYMBOL_NAME, SYMBOL_ADDRESS, SYMBOL_SIZE, SYMBOL_COLUMNS };
enum { FRAME_FUNC, FRAME_LINE, FRAME_DEPTH, FRAME_SYMBOL, FRAME_CATEGORY, FRAME_COLUMNS };
enum { STACK_FRAME, STACK_PREFIX, STACK_COLUMNS };
enum { SAMPLE_STACK };

int64_t firefox_string(struct firefox *x, const char *text)
{
	char *plain = text_plain(text, "");
	size_t number = intern_text(&x->strings, plain, NULL);

	free(plain);
	return (int64_t)number;
}

static int64_t source(struct firefox *x, const char *file)
{
	int64_t key = file ? firefox_string(x, file) : -1;

	return file ? (int64_t)intern(&x->sources, &key, sizeof key, NULL) : -1;
}

static int64_t symbol(struct firefox *x, const struct frame *f)
{
	if (f->lo == f->hi)
		return -1;
	const int64_t key[SYMBOL_COLUMNS] = {
		[SYMBOL_NAME] = firefox_string(x, f->name),
		[SYMBOL_ADDRESS] = (int64_t)f->lo,
		[SYMBOL_SIZE] = (int64_t)(f->hi - f->lo),
	};
	return (int64_t)intern(&x->symbols, key, sizeof key, NULL);
}

static int64_t frame(struct firefox *x, const struct frame *f)
{
	const struct frame *function = f;

	while (function->inlined)
		function--;
	const bool code = is_code(function);
	const int64_t func[FUNC_COLUMNS] = {
		[FUNC_NAME] = firefox_string(x, f->name),
		[FUNC_SOURCE] = source(x, f->file),
		[FUNC_RESOURCE] = code ? 0 : -1,
	};
	const int64_t key[FRAME_COLUMNS] = {
		[FRAME_FUNC] = (int64_t)intern(&x->funcs, func, sizeof func, NULL),
		[FRAME_LINE] = f->line ? f->line : -1,
		[FRAME_DEPTH] = f - function,
		[FRAME_SYMBOL] = symbol(x, function),
		[FRAME_CATEGORY] = !code ? CATEGORY_OTHER : f->inlined ? CATEGORY_INLINED
		: CATEGORY_CODE,
	};
	return (int64_t)intern(&x->frames, key, sizeof key, NULL);
}

void firefox_add(struct firefox *x, const struct site *site)
{
	int64_t stack = site->known ? x->ends[site->known - 1] : -1;
	for (size_t depth = site->known; depth < site->n; depth++) {
		const int64_t key[STACK_COLUMNS] = { [STACK_FRAME] = frame(x, &site->frames[depth]),
			[STACK_PREFIX] = stack };
		stack = (int64_t)intern(&x->stacks, key, sizeof key, NULL);
		GROW(x->ends, depth, x->ends_room);
		x->ends[depth] = stack;
	}
	sums_add(&x->samples, &stack, sizeof stack, site->count);
}

/* A column of a table: of the rows' numbers, or (column < 0) the same text in each row. */
struct column {
	const char *name;
	int column;
	const char *none;		/* for -1, or the text of each row */
};

static int64_t cell(const struct intern *rows, size_t row, size_t column)
{
	return ((const int64_t *)(void *)rows->keys[row].bytes)[column];
}

static void put_column(FILE *f, const struct intern *rows, const struct column *c)
{
	fprintf(f, "\"%s\": [", c->name);
	for (size_t i = 0; i < rows->n; i++) {
		int64_t value = c->column < 0 ? -1 : cell(rows, i, (size_t)c->column);
		fputs(i ? "," : "", f);
		if (value < 0)
			fputs(c->none, f);
		else
			fprintf(f, "%" PRId64, value);
	}
	fputs("],\n", f);
}

static void put_columns(FILE *f, const struct intern *rows, const struct column *columns)
{
	for (; columns->name; columns++)
		put_column(f, rows, columns);
}

static void put_table(FILE *f, const char *name, const struct intern *rows,
	const struct column *columns)
{
	fprintf(f, "\"%s\": {", name);
	put_columns(f, rows, columns);
	fprintf(f, "\"length\": %zu},\n", rows->n);
}

static void put_stacks(FILE *f, const struct intern *stacks)
{
	static const struct column frame[] = { { "frame", STACK_FRAME, "null" }, { 0 } };

	fputs("\"stackTable\": {", f);
	put_columns(f, stacks, frame);
	/* how far before it its prefix is; 0: it has none */
	fputs("\"prefixOffset\": [", f);
	for (size_t i = 0; i < stacks->n; i++) {
		int64_t prefix = cell(stacks, i, STACK_PREFIX);
		fprintf(f, "%s%" PRId64, i ? "," : "", prefix < 0 ? 0 : (int64_t)i - prefix);
	}
	fprintf(f, "],\n\"length\": %zu},\n", stacks->n);
}

static void put_strings(FILE *f, const struct intern *strings)
{
	fputs("\"stringArray\": [", f);
	for (size_t i = 0; i < strings->n; i++) {
		fputs(i ? ",\n" : "\n", f);
		text_json(f, strings->keys[i].bytes);
	}
	putc(']', f);
}

void firefox_put_shared(FILE *f, struct firefox *x, const char *elf)
{
	static const struct column frames[] = {
		{ "address", -1, "-1" },	/* a frame is a line, of many addresses */
		{ "inlineDepth", FRAME_DEPTH, "0" }, { "category", FRAME_CATEGORY, "null" },
			{ "subcategory", -1, "0" },
		{ "func", FRAME_FUNC, "null" }, { "nativeSymbol", FRAME_SYMBOL, "null" },
			{ "innerWindowID", -1, "0" },
		{ "line", FRAME_LINE, "null" }, { "column", -1, "null" },
			{ "originalLocation", -1, "null" }, { 0 } };
	static const struct column funcs[] = {
		{ "name", FUNC_NAME, "null" }, { "isJS", -1, "false" },
			{ "relevantForJS", -1, "false" },
		{ "resource", FUNC_RESOURCE, "-1" }, { "source", FUNC_SOURCE, "null" },
			{ "lineNumber", -1, "null" },
		{ "columnNumber", -1, "null" }, { "originalLocation", -1, "null" }, { 0 } };
	/* Addresses are relative to the library, and firmware is linked where it runs: its library
	 * begins at 0. */
	static const struct column symbols[] = {
		{ "libIndex", -1, "0" }, { "address", SYMBOL_ADDRESS, "0" },
			{ "name", SYMBOL_NAME, "null" },
		{ "functionSize", SYMBOL_SIZE, "null" }, { 0 } };
	static const struct column sources[] = {
		{ "id", -1, "null" }, { "filename", SOURCE_NAME, "null" }, { "startLine", -1, "1" },
		{ "startColumn", -1, "1" }, { "sourceMapURL", -1, "null" },
			{ "content", -1, "null" }, { 0 } };
	const int64_t name = firefox_string(x, elf);

	fputs("\"shared\": {\n", f);
	put_stacks(f, &x->stacks);
	put_table(f, "frameTable", &x->frames, frames);
	put_table(f, "funcTable", &x->funcs, funcs);
	fprintf(f, "\"resourceTable\": {\"lib\": [0], \"name\": [%" PRId64 "], \"host\": [null], "
		"\"type\": [1],\n"
		"\"length\": 1},\n", name);
	put_table(f, "nativeSymbols", &x->symbols, symbols);
	put_table(f, "sources", &x->sources, sources);
	fputs("\"sourceLocationTable\": {\"source\": [], \"line\": [], \"column\": "
		"[],\n\"length\": 0},\n", f);
	put_strings(f, &x->strings);
	fputs("},\n", f);
}

void firefox_put_stacks_of_samples(FILE *f, const struct firefox *x)
{
	static const struct column stack[] = { { "stack", SAMPLE_STACK, "null" }, { 0 } };

	put_columns(f, &x->samples.keys, stack);
}

void firefox_free(struct firefox *x)
{
	struct intern *tables[] = { &x->strings, &x->sources, &x->funcs, &x->symbols, &x->frames,
		&x->stacks };

	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
		intern_free(tables[i]);
	sums_free(&x->samples);
	free(x->ends);
}
