/* SPDX-License-Identifier: ISC
 * compiled.c - code that was compiled without optimisation, or for size.
 *
 * What -O2 saves of it is not in a capture: the shares in kinds.c are those of CoreMark, Dhrystone
 * and Lua, on VexRiscv Lite and PicoRV32. The compiler's own helpers are nobody's to compile, nor
 * are libraries: their sources are not here, where others' are.
 */
#include <string.h>
#include <unistd.h>

#include "advise.h"
#include "places.h"

/* By the flags that GCC records; without -O it does not optimise. KINDS: another, or unknown. */
static enum kind level_of(const char *producer)
{
	const char *last = NULL, *next = producer;

	if (!producer || strncmp(producer, "GNU C", 5) != 0)
		return KINDS;
	while ((next = strstr(next, " -O")))
		last = next += 3;
	if (!last || *last == '0')
		return KIND_UNOPTIMISED;
	return *last == 's' || *last == 'z' ? KIND_SIZE : KINDS;
}

static bool is_here(const struct advice *a, const struct function *f)
{
	struct line line;

	return f && lines_declared(&a->firmware->lines, (uint32_t)f->lo, &line) && line.file
		&& access(line.file, F_OK) == 0;
}

/* Of anything that ran. */
static bool has_sources(const struct advice *a)
{
	const struct function *last = NULL, *f;

	for (size_t i = 0; i < a->steps.n; i++, last = f) {
		f = symbols_find(&a->firmware->symbols, a->steps.at[i].pc);
		if (f != last && is_here(a, f))
			return true;
	}
	return false;
}

void advise_compiled(struct advice *a)
{
	const bool here = has_sources(a);
	const struct function *last = NULL;
	enum kind kind = KINDS;
	struct places all = { 0 };

	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *s = &a->steps.at[i];
		const struct function *f = symbols_find(&a->firmware->symbols, s->pc);
		if (!f || f != last)
			kind = here && !is_here(a, f) ? KINDS
				: level_of(lines_producer(&a->firmware->lines, s->pc));
		last = f;
		if (kind != KINDS && !(f && helper_kind(f->linker) < KIND_ALLOCATOR))
			places_add(&all, kind, s->pc, (double)step_cycles(s), 0, NULL);
	}
	for (size_t i = 0; i < all.n; i++)
		advice_add(a, (enum kind)all.at[i].key, all.at[i].pc, all.at[i].cycles,
			"Code compiled %s takes %.0f%% of the run, and %s is in it.",
			all.at[i].key == KIND_SIZE ? "with -Os" : "without optimisation",
			profile_percent(a->profile, (uint64_t)all.at[i].cycles),
			advice_function(a, all.at[i].pc));
	places_close(&all);
}
