/* SPDX-License-Identifier: ISC
 * csv.c - one row per bin with counts, for spreadsheets and data frames (RFC 4180, a header line).
 *
 * Ticks that are in no bin are rows without an address. The column of counts is named by its unit.
 */
#include <inttypes.h>

#include "export.h"
#include "sites.h"
#include "sw/base/text.h"

static bool write_csv(const struct export *e)
{
	const struct profile *p = e->profile;
	struct sites sites;
	struct site site;

	fprintf(e->to, "address,bytes,%s", profile_unit(p));
	if (export_cpi(p))
		fprintf(e->to, ",instructions");
	if (e->hz)
		fprintf(e->to, ",seconds at %" PRIu64 " Hz", e->hz);
	fprintf(e->to, ",function,file,line,inlined\r\n");
	sites_open(&sites, p, e->firmware);
	while (sites_next(&sites, &site)) {
		const struct line *line = site.function ? lines_find(&e->firmware->lines, site.pc)
			: NULL;
		if (site.function)
			fprintf(e->to, "0x%08" PRIx64 ",%" PRIu64 ",%" PRIu64, site.lo,
				site.hi - site.lo, site.count);
		else
			fprintf(e->to, ",,%" PRIu64, site.count);
		if (export_cpi(p))
			fprintf(e->to, ",%" PRIu64, site.retired);
		if (e->hz)
			fprintf(e->to, ",%.12g", export_seconds(e, site.count));
		putc(',', e->to);
		text_csv(e->to, site.frames[0].name);
		putc(',', e->to);
		if (line)
			text_csv(e->to, line->file);
		putc(',', e->to);
		if (line && line->number)
			fprintf(e->to, "%d", line->number);
		putc(',', e->to);
		if (site.n > 1)
			text_csv(e->to, site.frames[site.n - 1].name);
		fputs("\r\n", e->to);
	}
	sites_close(&sites);
	return true;
}

const struct export_format export_csv = { "csv", "a row an address: spreadsheets, data frames",
	false, true, false, write_csv, 0 };
