/* SPDX-License-Identifier: ISC
 * firefox.c - the Firefox Profiler's processed profile (JSON): profiler.firefox.com, where a file stays in the browser.
 *
 * A sample a stack, its weight the count: what the profiler calls samples are cycles or instructions here. Stacks are
 * a function and the calls that the compiler inlined into it, by line, in the order of addresses, not of time: the time
 * axis is the counts one after another, a count a millisecond. With a clock it is the time they took, and a second
 * thread has the weights in milliseconds.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "export.h"
#include "sw/base/intern.h"
#include "sites.h"
#include "sw/base/text.h"

/* Of the format. The profiler brings older versions up to its own and refuses newer ones. */
enum { PROCESSED_VERSION = 69, GECKO_VERSION = 36 };

/* Rows of the profiler's tables are keys of ours: so many numbers of 64 bits each, -1 for none. */
enum { SOURCE_NAME };
enum { FUNC_NAME, FUNC_SOURCE, FUNC_RESOURCE, FUNC_COLUMNS };
enum { SYMBOL_NAME, SYMBOL_ADDRESS, SYMBOL_SIZE, SYMBOL_COLUMNS };
enum { FRAME_FUNC, FRAME_LINE, FRAME_DEPTH, FRAME_SYMBOL, FRAME_CATEGORY, FRAME_COLUMNS };
enum { STACK_FRAME, STACK_PREFIX, STACK_COLUMNS };
enum { SAMPLE_STACK };

enum category { CATEGORY_OTHER, CATEGORY_CODE, CATEGORY_INLINED };
static const char categories[] =
	"[{\"name\": \"No bin\", \"color\": \"grey\", \"subcategories\": [\"Other\"]},"
	" {\"name\": \"Code\", \"color\": \"blue\", \"subcategories\": [\"Other\"]},"
	" {\"name\": \"Inlined\", \"color\": \"lightblue\", \"subcategories\": [\"Other\"]}]";

struct firefox {
	struct intern strings, sources, funcs, symbols, frames, stacks;
	struct intern samples;	/* numbers of stacks that end a site's chain */
	uint64_t *counts;	/* of each sample */
	size_t room;
};

/* ---- filling the tables */

static int64_t string(struct firefox *x, const char *text)
{
	char *plain = text_plain(text, "");
	size_t number = intern_text(&x->strings, plain, NULL);

	free(plain);
	return (int64_t)number;
}

static int64_t source(struct firefox *x, const char *file)
{
	int64_t key = file ? string(x, file) : -1;

	return file ? (int64_t)intern(&x->sources, &key, sizeof key, NULL) : -1;
}

static int64_t symbol(struct firefox *x, const struct row *function)
{
	const int64_t key[SYMBOL_COLUMNS] = {
		[SYMBOL_NAME] = string(x, function->name),
		[SYMBOL_ADDRESS] = (int64_t)function->lo,
		[SYMBOL_SIZE] = (int64_t)(function->hi - function->lo),
	};
	return (int64_t)intern(&x->symbols, key, sizeof key, NULL);
}

static int64_t frame(struct firefox *x, const struct site *site, size_t depth)
{
	const struct frame *f = &site->frames[depth];
	const int64_t func[FUNC_COLUMNS] = {
		[FUNC_NAME] = string(x, f->name),
		[FUNC_SOURCE] = source(x, f->file),
		[FUNC_RESOURCE] = site->function ? 0 : -1,
	};
	const int64_t key[FRAME_COLUMNS] = {
		[FRAME_FUNC] = (int64_t)intern(&x->funcs, func, sizeof func, NULL),
		[FRAME_LINE] = f->line ? f->line : -1,
		[FRAME_DEPTH] = (int64_t)depth,
		[FRAME_SYMBOL] = site->function ? symbol(x, site->function) : -1,
		[FRAME_CATEGORY] = !site->function ? CATEGORY_OTHER : depth ? CATEGORY_INLINED : CATEGORY_CODE,
	};
	return (int64_t)intern(&x->frames, key, sizeof key, NULL);
}

static void add(struct firefox *x, const struct site *site)
{
	int64_t stack = -1;
	bool fresh;

	for (size_t depth = 0; depth < site->n; depth++) {
		const int64_t key[STACK_COLUMNS] = { [STACK_FRAME] = frame(x, site, depth), [STACK_PREFIX] = stack };
		stack = (int64_t)intern(&x->stacks, key, sizeof key, NULL);
	}
	size_t n = x->samples.n, at = intern(&x->samples, &stack, sizeof stack, &fresh);
	if (fresh) {
		GROW(x->counts, n, x->room);
		x->counts[at] = 0;
	}
	x->counts[at] += site->count;
}

/* ---- writing them, a column an array */

static int64_t cell(const struct intern *rows, size_t row, size_t column)
{
	return ((const int64_t *)(void *)rows->keys[row].bytes)[column];
}

static void put_column(FILE *f, const char *name, const struct intern *rows, size_t column, const char *none)
{
	fprintf(f, "\"%s\": [", name);
	for (size_t i = 0; i < rows->n; i++) {
		int64_t value = cell(rows, i, column);
		if (value < 0)
			fprintf(f, "%s%s", i ? "," : "", none);
		else
			fprintf(f, "%s%" PRId64, i ? "," : "", value);
	}
	fputs("],\n", f);
}

static void put_same(FILE *f, const char *name, size_t n, const char *value)
{
	fprintf(f, "\"%s\": [", name);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? "," : "", value);
	fputs("],\n", f);
}

static void put_length(FILE *f, size_t n)
{
	fprintf(f, "\"length\": %zu}", n);
}

static void put_stacks(FILE *f, const struct intern *stacks)
{
	fputs("\"stackTable\": {", f);
	put_column(f, "frame", stacks, STACK_FRAME, "null");
	fputs("\"prefixOffset\": [", f);	/* how far before it its prefix is; 0: it has none */
	for (size_t i = 0; i < stacks->n; i++) {
		int64_t prefix = cell(stacks, i, STACK_PREFIX);
		fprintf(f, "%s%" PRId64, i ? "," : "", prefix < 0 ? 0 : (int64_t)i - prefix);
	}
	fputs("],\n", f);
	put_length(f, stacks->n);
}

static void put_frames(FILE *f, const struct intern *frames)
{
	fputs("\"frameTable\": {", f);
	put_same(f, "address", frames->n, "-1");	/* a frame is a line, of many addresses */
	put_column(f, "inlineDepth", frames, FRAME_DEPTH, "0");
	put_column(f, "category", frames, FRAME_CATEGORY, "null");
	put_same(f, "subcategory", frames->n, "0");
	put_column(f, "func", frames, FRAME_FUNC, "null");
	put_column(f, "nativeSymbol", frames, FRAME_SYMBOL, "null");
	put_same(f, "innerWindowID", frames->n, "0");
	put_column(f, "line", frames, FRAME_LINE, "null");
	put_same(f, "column", frames->n, "null");
	put_same(f, "originalLocation", frames->n, "null");
	put_length(f, frames->n);
}

static void put_funcs(FILE *f, const struct intern *funcs)
{
	fputs("\"funcTable\": {", f);
	put_column(f, "name", funcs, FUNC_NAME, "null");
	put_same(f, "isJS", funcs->n, "false");
	put_same(f, "relevantForJS", funcs->n, "false");
	put_column(f, "resource", funcs, FUNC_RESOURCE, "-1");
	put_column(f, "source", funcs, FUNC_SOURCE, "null");
	put_same(f, "lineNumber", funcs->n, "null");
	put_same(f, "columnNumber", funcs->n, "null");
	put_same(f, "originalLocation", funcs->n, "null");
	put_length(f, funcs->n);
}

/* Addresses are relative to the library, and firmware is linked where it runs: its library begins at 0. */
static void put_symbols(FILE *f, const struct intern *symbols)
{
	fputs("\"nativeSymbols\": {", f);
	put_same(f, "libIndex", symbols->n, "0");
	put_column(f, "address", symbols, SYMBOL_ADDRESS, "0");
	put_column(f, "name", symbols, SYMBOL_NAME, "null");
	put_column(f, "functionSize", symbols, SYMBOL_SIZE, "null");
	put_length(f, symbols->n);
}

static void put_sources(FILE *f, const struct intern *sources)
{
	fputs("\"sources\": {", f);
	put_same(f, "id", sources->n, "null");
	put_column(f, "filename", sources, SOURCE_NAME, "null");
	put_same(f, "startLine", sources->n, "1");
	put_same(f, "startColumn", sources->n, "1");
	put_same(f, "sourceMapURL", sources->n, "null");
	put_same(f, "content", sources->n, "null");
	put_length(f, sources->n);
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

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void put_shared(const struct export *e, struct firefox *x)
{
	const int64_t elf = string(x, base_name(e->path));
	FILE *f = e->to;

	fputs("\"shared\": {\n", f);
	put_stacks(f, &x->stacks);
	fputs(",\n", f);
	put_frames(f, &x->frames);
	fputs(",\n", f);
	put_funcs(f, &x->funcs);
	fprintf(f, ",\n\"resourceTable\": {\"lib\": [0], \"name\": [%" PRId64 "], ", elf);
	fputs("\"host\": [null], \"type\": [1],\n", f);
	put_length(f, 1);
	fputs(",\n", f);
	put_symbols(f, &x->symbols);
	fputs(",\n", f);
	put_sources(f, &x->sources);
	fputs(",\n\"sourceLocationTable\": {\"source\": [], \"line\": [], \"column\": [],\n", f);
	put_length(f, 0);
	fputs(",\n", f);
	put_strings(f, &x->strings);
	fputs("},\n", f);
}

/* ---- threads */

/* Position on the time axis after so many counts, in the format's milliseconds. */
static void put_time(const struct export *e, uint64_t count)
{
	if (e->hz)
		fprintf(e->to, "%.12g", 1000 * export_seconds(e, count));
	else
		fprintf(e->to, "%" PRIu64, count);
}

static void put_samples(const struct export *e, const struct firefox *x, bool milliseconds)
{
	FILE *f = e->to;
	uint64_t sum = 0;

	fputs("\"samples\": {", f);
	put_column(f, "stack", &x->samples, SAMPLE_STACK, "null");
	fputs("\"weight\": [", f);
	for (size_t i = 0; i < x->samples.n; i++) {
		fputs(i ? "," : "", f);
		if (milliseconds)
			put_time(e, x->counts[i]);
		else
			fprintf(f, "%" PRIu64, x->counts[i]);
	}
	fprintf(f, "],\n\"weightType\": \"%s\",\n\"time\": [", milliseconds ? "tracing-ms" : "samples");
	for (size_t i = 0; i < x->samples.n; sum += x->counts[i++]) {
		fputs(i ? "," : "", f);
		put_time(e, sum);
	}
	fputs("],\n", f);
	put_length(f, x->samples.n);
}

static void put_thread(const struct export *e, const struct firefox *x, bool milliseconds)
{
	static const char nothing_of[] =
		"\"processStartupTime\": 0, \"processShutdownTime\": null,\n"
		"\"registerTime\": 0, \"unregisterTime\": null, \"pausedRanges\": [],\n"
		"\"markers\": {\"data\": [], \"name\": [], \"startTime\": [], \"endTime\": [], "
		"\"phase\": [], \"category\": [], \"length\": 0},\n";
	char how[64], name[128];

	if (milliseconds)
		snprintf(name, sizeof name, "milliseconds, computed for a clock of %" PRIu64 " Hz", e->hz);
	else
		snprintf(name, sizeof name, "%s (%s)", profile_unit(e->profile),
			export_how(e->profile, how, sizeof how));
	fprintf(e->to, "{\"name\": \"%s\", \"isMainThread\": %s,\n", name, milliseconds ? "false" : "true");
	fprintf(e->to, "\"processType\": \"default\", \"pid\": \"0\", \"tid\": %d,\n", milliseconds);
	fputs("\"processName\": ", e->to);
	text_json(e->to, base_name(e->path));
	fputs(",\n", e->to);
	fputs(nothing_of, e->to);
	put_samples(e, x, milliseconds);
	putc('}', e->to);
}

/* ---- what is said of the whole */

static void put_counters(const struct export *e)
{
	const struct tally_counters *c = &e->profile->counters;
	const struct { const char *name; uint64_t value; } counters[] = {
		{ "TICKS", c->ticks }, { "HITS", c->hits }, { "OUTSIDE", c->outside }, { "FILTERED", c->filtered },
		{ "IDLE", c->idle }, { "LOST", c->lost }, { "PENDING", c->pending },
	};
	char how[64];

	fputs("\"extra\": [{\"label\": \"Tally\", \"entries\": [\n", e->to);
	fprintf(e->to, "{\"label\": \"Taken\", \"format\": \"string\", \"value\": \"%s\"}",
		export_how(e->profile, how, sizeof how));
	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
		fprintf(e->to, ",\n{\"label\": \"%s\", \"format\": \"integer\", \"value\": %" PRIu64 "}",
			counters[i].name, counters[i].value);
	fputs("]}]", e->to);
}

static void put_meta(const struct export *e, const struct firefox *x)
{
	static const char always[] =
		",\n\"processType\": 0, \"stackwalk\": 0, \"markerSchema\": [],\n"
		"\"symbolicated\": true, \"symbolicationNotSupported\": true,\n"
		"\"usesOnlyOneStackType\": true, \"sourceCodeIsNotOnSearchfox\": true,\n"
		"\"keepProfileThreadOrder\": true, "
		"\"sampleUnits\": {\"time\": \"ms\", \"eventDelay\": \"ms\", \"threadCPUDelta\": \"ns\"},\n";
	uint64_t sum = 0;

	for (size_t i = 0; i < x->samples.n; i++)
		sum += x->counts[i];
	fprintf(e->to, "\"meta\": {\"version\": %d, ", GECKO_VERSION);
	fprintf(e->to, "\"preprocessedProfileVersion\": %d,\n", PROCESSED_VERSION);
	fputs("\"interval\": ", e->to);
	put_time(e, 1);
	fputs(", \"startTime\": 0, \"profilingStartTime\": 0, \"profilingEndTime\": ", e->to);
	put_time(e, sum);
	fputs(",\n\"product\": \"Tally\", \"importedFrom\": \"tally\", \"arguments\": ", e->to);
	text_json(e->to, e->path);
	fputs(", \"CPUName\": ", e->to);
	text_json(e->to, e->profile->core);
	fputs(always, e->to);
	fprintf(e->to, "\"initialVisibleThreads\": [%s], \"initialSelectedThreads\": [0],\n", e->hz ? "0, 1" : "0");
	fprintf(e->to, "\"categories\": %s,\n", categories);
	put_counters(e);
	fputs("},\n", e->to);
}

static void put_libs(const struct export *e)
{
	const struct profile *p = e->profile;

	fputs("\"libs\": [{\"arch\": \"riscv32\", \"name\": ", e->to);
	text_json(e->to, base_name(e->path));
	fputs(", \"debugName\": ", e->to);
	text_json(e->to, base_name(e->path));
	fputs(", \"path\": ", e->to);
	text_json(e->to, e->path);
	fputs(", \"debugPath\": ", e->to);
	text_json(e->to, e->path);
	/* The first is for servers of symbols, and all symbols are here. */
	fputs(", \"breakpadId\": \"\", \"codeId\": ", e->to);
	fputs(p->build_id_bytes ? "\"" : "null", e->to);
	for (unsigned i = 0; i < p->build_id_bytes; i++)
		fprintf(e->to, "%02x", p->build_id[i]);
	fputs(p->build_id_bytes ? "\"}],\n" : "}],\n", e->to);
}

static bool write_firefox(const struct export *e)
{
	struct firefox x = { 0 };
	struct sites sites;
	struct site site;

	sites_open(&sites, e->profile, e->firmware);
	while (sites_next(&sites, &site))
		add(&x, &site);
	sites_close(&sites);
	putc('{', e->to);
	put_meta(e, &x);
	put_libs(e);
	fputs("\"pages\": [],\n", e->to);
	put_shared(e, &x);
	fputs("\"threads\": [", e->to);
	put_thread(e, &x, false);
	if (e->hz) {
		fputs(",\n", e->to);
		put_thread(e, &x, true);
	}
	fputs("]}\n", e->to);
	struct intern *tables[] = { &x.strings, &x.sources, &x.funcs, &x.symbols, &x.frames, &x.stacks, &x.samples };
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
		intern_free(tables[i]);
	free(x.counts);
	return true;
}

const struct export_format export_firefox =
	{ "firefox", "JSON of the Firefox Profiler, profiler.firefox.com", false, true, write_firefox };
