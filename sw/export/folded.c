/* SPDX-License-Identifier: ISC
 * folded.c - collapsed stacks, "a;b;c COUNT" a line: flamegraph.pl, inferno, speedscope.
 *
 * The stacks are callers, where the profile has a call tree, and the calls that the compiler
 * inlined. Equal ones are one line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sites.h"
#include "sw/base/base.h"

/* A line "NAME 77 4198" would be read as one of a difference, with two counts. */
static void hide_number(char *name)
{
	char *blank = strrchr(name, ' ');
	size_t digits = blank ? strspn(blank + 1, "0123456789") : 0;

	if (digits
		&& !blank[1 + digits
			+ (blank[1 + digits] == '.' ? 1 + strspn(blank + 2 + digits, "0123456789")
						    : 0)])
		*blank = '?';
}

static bool write_folded(const struct export *e)
{
	struct sites sites;
	struct site site;
	struct sums chains = { 0 };
	char *chain = NULL; /* of the site's frames, */
	size_t *ends = NULL, ends_room = 0, room = 0; /* and where each of them ends */

	sites_open_calls(&sites, e->profile, e->firmware);
	sites.why = e->why;
	while (sites_next(&sites, &site)) {
		size_t at = site.known ? ends[site.known - 1] : 0;
		for (size_t i = site.known; i < site.n; i++) {
			char *name = text_plain(site.frames[i].name, ";");
			size_t n = strlen(name);
			hide_number(name);
			if (at + 1 + n >= room)
				chain = reallocate(chain, room = 2 * (at + 2 + n), 1);
			if (i)
				chain[at++] = ';';
			memcpy(chain + at, name, n);
			free(name);
			GROW(ends, i, ends_room);
			ends[i] = at += n;
		}
		sums_add(&chains, chain, at, site.count);
	}
	for (size_t i = 0; i < chains.keys.n; i++)
		fprintf(e->to, "%s %" PRIu64 "\n", chains.keys.keys[i].bytes, chains.counts[i]);
	free(chain);
	free(ends);
	sums_free(&chains);
	sites_close(&sites);
	return true;
}

const struct export_format export_folded = { "folded",
	"collapsed stacks: inferno-flamegraph, flamegraph.pl", false, false, true, write_folded,
	0 };
