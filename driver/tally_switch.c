/* SPDX-License-Identifier: ISC
 * tally_switch.c - the register values of a mapping. Contract: tally_switch.h.
 */
#include "tally_switch.h"
#include "tally_access.h"

struct tally_mapping tally_mapping_of(const struct tally_config *c)
{
	return (struct tally_mapping){ tally_setup(c), c->offset, c->scale, tally_histogram_length(c), c->base,
		c->limit ? c->limit : c->size };
}
