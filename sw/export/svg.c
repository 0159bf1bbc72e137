/* SPDX-License-Identifier: ISC
 * svg.c - the flame graph as one picture, without scripts: browsers, documents, pages of a
 * repository.
 */
#include "export.h"
#include "flame.h"
#include "sw/base/error.h"

static bool write_svg(const struct export *e)
{
	struct flame flame;

	if (!flame_of(&flame, e))
		return contexts_known(e->profile, e->path)
			&& fail("%s: its call tree does not add up to TICKS: the capture is "
			"damaged, take it again", e->path);
	flame_svg(e->to, &flame, true);
	flame_close(&flame);
	return true;
}

const struct export_format export_svg = { "svg", "a flame graph of the calling contexts, one "
	"picture: a browser, a README", false, false, true, write_svg, 0 };
