/* SPDX-License-Identifier: ISC
 * stimulus_spoil.c - constrained random stimulus: configurations that COMMIT must refuse, and their borders.
 */
#include "stimulus.h"

void stimulus_spoil(struct stimulus *s)
{
	uint32_t period = shadow(s, TALLY_PERIOD), bytes = bin_bytes(s), mapping = shadow(s, TALLY_MAPPING);
	unsigned j = below(s, one_in(s, 2) ? 10 : 16), period_w = s->m->p.period_w;

	switch (below(s, 22)) {
	case 0:
		tell(s, TALLY_PERIOD, 0);
		break;
	case 1:
		tell(s, TALLY_SAMPLER, (2 + below(s, 2)) << TALLY_SAMPLER_SOURCE_LSB);
		break;
	case 2:	/* J alone is too large where PERIOD holds it */
		tell(s, TALLY_SAMPLER, (17 + (one_in(s, 2) ? below(s, 15) : 0)) << TALLY_SAMPLER_JITTER_LSB);
		tell(s, TALLY_PERIOD, (rnd32(s) | 1u << (period_w - 1)) & ((1u << (period_w - 1)) * 2 - 1));
		break;
	case 3:	/* the first J that is too large */
		tell(s, TALLY_SAMPLER, (stimulus_most_jitter(period) + 1) << TALLY_SAMPLER_JITTER_LSB);
		break;
	case 4:	/* both sides of the border */
		tell(s, TALLY_PERIOD, (1u << j) + below(s, 2));
		tell(s, TALLY_SAMPLER, (j + 1) << TALLY_SAMPLER_JITTER_LSB);
		break;
	case 5: case 20: case 21:
		tell(s, TALLY_SCALE, one_in(s, 2) ? 0x10000 | 1u << below(s, 16) : one_in(s, 2) ? 0x10000u << (1 + below(s, 15)) : rnd32(s));
		break;
	case 6:	/* legal but for the shift mapper */
		tell(s, TALLY_SCALE, 1u << below(s, 17) | 1u << below(s, 17));
		break;
	case 7:
		tell(s, TALLY_MAPPING, (1 + below(s, 3)) << TALLY_MAPPING_MODE_LSB | below(s, 4));
		break;
	case 8:
		tell(s, TALLY_MAPPING, one_in(s, 2) ? TALLY_MAPPING_SINK_MASK : TALLY_MAPPING_POLICY_MASK);
		break;
	case 9:
		tell(s, TALLY_BASE, 1 + below(s, 3));
		break;
	case 10:
		tell(s, TALLY_MAPPING, 2);
		tell(s, TALLY_SIZE, bytes + 1 - shadow(s, TALLY_BASE) - below(s, 2));
		break;
	case 11:	/* a sum that 32 bits do not hold */
		tell(s, TALLY_BASE, 0u - 4 * (1 + below(s, 8)));
		tell(s, TALLY_SIZE, 32 + below(s, 32));
		break;
	case 12:	/* both sides of the greatest */
		tell(s, TALLY_PERIOD, period_w < 32 ? (1u << period_w) - below(s, 2) : 0);
		tell(s, TALLY_SAMPLER, 0);
		break;
	case 13:
		tell(s, TALLY_MAPPING, 1u << TALLY_MAPPING_MODE_LSB);
		tell(s, TALLY_INTERVAL, below(s, 2));
		break;
	case 14:	/* 4 bytes, whatever WIDTH says */
		tell(s, TALLY_MAPPING, (2 + below(s, 2)) << TALLY_MAPPING_MODE_LSB | TALLY_MAPPING_SINK_MASK);
		tell(s, TALLY_BASE, 2 + 4 * below(s, 8));
		break;
	case 15:	/* one bit of the word that says how */
		tell(s, TALLY_MAPPING, mapping ^ 1u << below(s, 13));
		break;
	case 16:	/* far too large */
		tell(s, TALLY_SIZE, one_in(s, 2) ? 1u << below(s, 32) : rnd32(s));
		break;
	case 17:	/* nothing, at the memory's end or behind it */
		tell(s, TALLY_MAPPING, one_in(s, 2) ? TALLY_MAPPING_WIDTH_MASK : 0);
		tell(s, TALLY_BASE, bytes | (one_in(s, 2) ? 0 : 2u << below(s, s->m->p.bins_log2 + 1)));
		tell(s, TALLY_SIZE, one_in(s, 3) ? 2 : 0);
		break;
	case 19:	/* the greatest J and the next where PERIOD is one bit alone */
		j = below(s, period_w < 17 ? period_w : 17);
		tell(s, TALLY_PERIOD, 1u << j);
		tell(s, TALLY_SAMPLER, (j + below(s, 2)) << TALLY_SAMPLER_JITTER_LSB);
		break;
	default:	/* any bit anywhere */
		tell(s, TALLY_PERIOD + 4 * below(s, 14), 1u << below(s, 32));
		break;
	}
}
