/* SPDX-License-Identifier: ISC
 * json.c - the JSON of `tally report --json` (README.md lists its members).
 */
#include "export.h"
#include "sw/report/json.h"

static bool write_json(const struct export *e)
{
	json_put(e->to, e->profile, e->firmware);
	return true;
}

const struct export_format export_json = { "json", "one object with everything, as of `tally "
	"report --json`", false, false, false, write_json, 0 };
