/* SPDX-License-Identifier: ISC
 * speedscope.c - speedscope's own JSON (file-format-schema.json): speedscope, speedscope.app
 * offline.
 *
 * A sampled profile without a unit: weights are counts. Its stacks are callers, where the profile
 * has a call tree, and the calls that the compiler inlined; in no order of time. With a clock a
 * second profile holds the same in seconds.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "export.h"
#include "sw/base/intern.h"
#include "sites.h"
#include "sw/base/text.h"

struct stacks {
	struct intern names;	/* of functions and files; number 0 is that of none */
	struct intern frames;	/* struct function_key */
	struct sums stacks;	/* by numbers of frames */
	uint32_t *numbers;	/* of the site's frames */
	size_t numbers_room;
};

/* A function: the same in whatever unit or line it is met, or the viewer shows it several times. */
struct function_key {
	size_t name, file;	/* numbers in stacks.names */
	uint64_t line;
};

static uint32_t frame_number(struct stacks *s, const struct frame *f)
{
	const char *file = f->declared.file ? f->declared.file : f->file;
	struct function_key key = { .name = intern_text(&s->names, f->name, NULL),
		.line = (uint64_t)f->declared.number };

	key.file = intern_text(&s->names, file ? file : "", NULL);

	return (uint32_t)intern(&s->frames, &key, sizeof key, NULL);
}

static void add(struct stacks *s, const struct site *site)
{
	for (size_t i = site->known; i < site->n; i++) {
		GROW(s->numbers, i, s->numbers_room);
		s->numbers[i] = frame_number(s, &site->frames[i]);
	}
	sums_add(&s->stacks, s->numbers, site->n * sizeof *s->numbers, site->count);
}

static void put_frames(FILE *f, const struct stacks *s)
{
	fputs("\"shared\": {\"frames\": [", f);
	for (size_t i = 0; i < s->frames.n; i++) {
		const struct function_key *key =
			(const struct function_key *)(void *)s->frames.keys[i].bytes;
		fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", f);
		text_json(f, s->names.keys[key->name].bytes);
		if (key->file) {
			fputs(", \"file\": ", f);
			text_json(f, s->names.keys[key->file].bytes);
		}
		if (key->line)
			fprintf(f, ", \"line\": %" PRIu64, key->line);
		putc('}', f);
	}
	fputs("]},\n", f);
}

static void put_profile(const struct export *e, const struct stacks *s, bool seconds)
{
	char how[64], name[256];
	uint64_t sum = 0;

	for (size_t i = 0; i < s->stacks.keys.n; i++)
		sum += s->stacks.counts[i];
	if (seconds)
		snprintf(name, sizeof name, "seconds, computed for a clock of %" PRIu64 " Hz",
			e->hz);
	else
		snprintf(name, sizeof name, "%s (%s)", profile_unit(e->profile),
			export_how(e->profile, how, sizeof how));
	fputs("{\"type\": \"sampled\", \"name\": ", e->to);
	text_json(e->to, name);
	fprintf(e->to, ", \"unit\": \"%s\", \"startValue\": 0, \"endValue\": ",
		seconds ? "seconds" : "none");
	if (seconds)
		fprintf(e->to, "%.12g", export_seconds(e, sum));
	else
		fprintf(e->to, "%" PRIu64, sum);
	fputs(",\n\"samples\": [", e->to);
	for (size_t i = 0; i < s->stacks.keys.n; i++) {
		const uint32_t *numbers = (const uint32_t *)(void *)s->stacks.keys.keys[i].bytes;
		fputs(i ? ", [" : "[", e->to);
		for (size_t j = 0; j < s->stacks.keys.keys[i].n / sizeof *numbers; j++)
			fprintf(e->to, "%s%" PRIu32, j ? ", " : "", numbers[j]);
		putc(']', e->to);
	}
	fputs("],\n\"weights\": [", e->to);
	for (size_t i = 0; i < s->stacks.keys.n; i++)
		if (seconds)
			fprintf(e->to, "%s%.12g", i ? ", " : "",
				export_seconds(e, s->stacks.counts[i]));
		else
			fprintf(e->to, "%s%" PRIu64, i ? ", " : "", s->stacks.counts[i]);
	fputs("]}", e->to);
}

static bool write_speedscope(const struct export *e)
{
	struct stacks s = { 0 };
	struct sites sites;
	struct site site;

	intern_text(&s.names, "", NULL);
	sites_open_calls(&sites, e->profile, e->firmware);
	sites.why = e->why;
	while (sites_next(&sites, &site))
		add(&s, &site);
	fputs("{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"exporter\": "
		"\"tally\", \"name\": ", e->to);
	text_json(e->to, e->profile->elf_path);
	fputs(",\n", e->to);
	put_frames(e->to, &s);
	fputs("\"activeProfileIndex\": 0, \"profiles\": [", e->to);
	put_profile(e, &s, false);
	if (e->hz) {
		fputs(",\n", e->to);
		put_profile(e, &s, true);
	}
	fputs("]}\n", e->to);
	sites_close(&sites);
	intern_free(&s.names);
	intern_free(&s.frames);
	sums_free(&s.stacks);
	free(s.numbers);
	return true;
}

const struct export_format export_speedscope = { "speedscope", "JSON of speedscope, which draws it "
	"in a browser", false, true, true, write_speedscope,
	EXPORT_JAVASCRIPT };
