/* SPDX-License-Identifier: ISC
 * firefox.c - the Firefox Profiler's processed profile (JSON): profiler.firefox.com, where a file
 * stays in the browser.
 *
 * A sample a stack, its weight the count: what the profiler calls samples are cycles or
 * instructions here. Stacks are callers, where the profile has a call tree, and the calls that the
 * compiler inlined, by line, in no order of time: the time axis is the counts one after another, a
 * count a millisecond. With a clock it is the time they took, and a second thread has the weights
 * in milliseconds.
 */
#include <inttypes.h>
#include <string.h>

#include "export.h"
#include "firefox_tables.h"
#include "sw/base/text.h"

/* Of the format. The profiler brings older versions up to its own and refuses newer ones. */
enum { PROCESSED_VERSION = 69, GECKO_VERSION = 36 };

/* In the order of enum firefox_category. */
static const char categories[] =
	"[{\"name\": \"No bin\", \"color\": \"grey\", \"subcategories\": [\"Other\"]},"
	" {\"name\": \"Code\", \"color\": \"blue\", \"subcategories\": [\"Other\"]},"
	" {\"name\": \"Inlined\", \"color\": \"lightblue\", \"subcategories\": [\"Other\"]}]";

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
	firefox_put_stacks_of_samples(f, x);
	fputs("\"weight\": [", f);
	for (size_t i = 0; i < x->samples.keys.n; i++) {
		fputs(i ? "," : "", f);
		if (milliseconds)
			put_time(e, x->samples.counts[i]);
		else
			fprintf(f, "%" PRIu64, x->samples.counts[i]);
	}
	fprintf(f, "],\n\"weightType\": \"%s\",\n\"time\": [", milliseconds
		? "tracing-ms" : "samples");
	for (size_t i = 0; i < x->samples.keys.n; sum += x->samples.counts[i++]) {
		fputs(i ? "," : "", f);
		put_time(e, sum);
	}
	fprintf(f, "],\n\"length\": %zu}", x->samples.keys.n);
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
		snprintf(name, sizeof name, "milliseconds, computed for a clock of %" PRIu64 " Hz",
			e->hz);
	else
		snprintf(name, sizeof name, "%s (%s)", profile_unit(e->profile),
			export_how(e->profile, how, sizeof how));
	fprintf(e->to, "{\"name\": \"%s\", \"isMainThread\": %s,\n", name, milliseconds
		? "false" : "true");
	fprintf(e->to, "\"processType\": \"default\", \"pid\": \"0\", \"tid\": %d,\n",
		milliseconds);
	fputs("\"processName\": ", e->to);
	text_json(e->to, basename(e->path));
	fputs(",\n", e->to);
	fputs(nothing_of, e->to);
	put_samples(e, x, milliseconds);
	putc('}', e->to);
}

static void put_counters(const struct export *e)
{
	const struct tally_counters *c = &e->profile->counters;
	const struct { const char *name; uint64_t value; } counters[] = {
		{ "TICKS", c->ticks }, { "HITS", c->hits }, { "OUTSIDE", c->outside },
			{ "FILTERED", c->filtered },
		{ "IDLE", c->idle }, { "LOST", c->lost }, { "PENDING", c->pending },
	};
	char how[64];

	fputs("\"extra\": [{\"label\": \"Tally\", \"entries\": [\n", e->to);
	fprintf(e->to, "{\"label\": \"Taken\", \"format\": \"string\", \"value\": \"%s\"}",
		export_how(e->profile, how, sizeof how));
	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
		fprintf(e->to, ",\n{\"label\": \"%s\", \"format\": \"integer\", \"value\": %" PRIu64
			"}", counters[i].name, counters[i].value);
	fputs("]}]", e->to);
}

static void put_meta(const struct export *e, const struct firefox *x)
{
	static const char always[] =
		",\n\"processType\": 0, \"stackwalk\": 0, \"markerSchema\": [],\n"
		"\"symbolicated\": true, \"symbolicationNotSupported\": true,\n"
		"\"usesOnlyOneStackType\": true, \"sourceCodeIsNotOnSearchfox\": true,\n"
		"\"keepProfileThreadOrder\": true, \"sampleUnits\": {\"time\": \"ms\", "
		"\"eventDelay\": \"ms\", \"threadCPUDelta\": \"ns\"},\n";
	uint64_t sum = 0;

	for (size_t i = 0; i < x->samples.keys.n; i++)
		sum += x->samples.counts[i];
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
	fprintf(e->to, "\"initialVisibleThreads\": [%s], \"initialSelectedThreads\": [0],\n",
		e->hz ? "0, 1" : "0");
	fprintf(e->to, "\"categories\": %s,\n", categories);
	put_counters(e);
	fputs("},\n", e->to);
}

static void put_libs(const struct export *e)
{
	const struct profile *p = e->profile;

	fprintf(e->to, "\"libs\": [{\"arch\": \"riscv%d\", \"name\": ", e->firmware->image.wide
		? 64 : 32);
	text_json(e->to, basename(e->path));
	fputs(", \"debugName\": ", e->to);
	text_json(e->to, basename(e->path));
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

	sites_open_calls(&sites, e->profile, e->firmware);
	sites.why = e->why;
	while (sites_next(&sites, &site))
		firefox_add(&x, &site);
	sites_close(&sites);
	putc('{', e->to);
	put_meta(e, &x);
	put_libs(e);
	fputs("\"pages\": [],\n", e->to);
	firefox_put_shared(e->to, &x, basename(e->path));
	fputs("\"threads\": [", e->to);
	put_thread(e, &x, false);
	if (e->hz) {
		fputs(",\n", e->to);
		put_thread(e, &x, true);
	}
	fputs("]}\n", e->to);
	firefox_free(&x);
	return true;
}

const struct export_format export_firefox =
	{ "firefox", "JSON of the Firefox Profiler, profiler.firefox.com", false, true,
	true, write_firefox,
	EXPORT_JAVASCRIPT };
