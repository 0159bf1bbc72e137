/* SPDX-License-Identifier: ISC
 * formats.c - THE list of the formats, in the order in which `tally export --help` shows them.
 */
#include <stddef.h>

#include "export.h"

const struct export_format *const export_formats[] = {
	&export_gmon,
	&export_pprof,
	&export_callgrind,
	&export_folded,
	&export_speedscope,
	&export_firefox,
	&export_perf,
	&export_json,
	&export_csv,
	&export_html,
	&export_svg,
	NULL
};
