// SPDX-License-Identifier: ISC
// tally_rocket_ICache.vh - for causes_rocket.v: Rocket's instruction cache fetches a line.

`ifdef TAP_CAUSES
output tap_refill_o;
assign tap_refill_o = refill_valid | s2_miss;
`endif
