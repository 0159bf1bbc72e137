// SPDX-License-Identifier: ISC
// tally_params.vh - the parameters of tally. A value out of range stops elaboration.

// The mapper: 0 pipelined multiplier, 1 serial, 2 shift (SCALE is a power of two, no ROUND).
// 0 reads the memory's words in two cycles, for parts whose block RAM is slow; 1 and 2 in one.
parameter MAPPER = 0,

// The memory: 2^BINS_LOG2 words of 32 bits, the last 16 are outcomes. 5 .. 20; MAPPER 1: less than PC_W
parameter BINS_LOG2 = 9,

// At most 2^WEIGHT_W ticks wait for a retirement. 2 .. 16
parameter WEIGHT_W = 16,

// Bits of PERIOD. 17 .. 31
parameter PERIOD_W = 24,

// Bits of the pc that are kept, and what the ones above must be (bits 31:PC_W of PC_HIGH). 16 .. 32
parameter PC_W = 32,
parameter [31:0] PC_HIGH = 32'd0,

// 1: JITTER and SEED.
parameter JITTER = 1,

// The context filter: 0 none, 1 of register TAG, 2 of tap_tag_i.
parameter TAG = 0,

// 1: source EVENT, rising edges of event_i.
parameter EVENT = 0,

// 1: counters in system memory. Requires MAPPER 0.
parameter SYSTEM = 0,

// 1: the modes interval, symbol, ring. Require SYSTEM. Of tally_channels: bit c, in channel c.
parameter INTERVAL = 0,
parameter SYMBOL = 0,
parameter RING = 0,

// 1: multipliers, block RAM and adders of the ECP5 by name, faster than what tools infer; needs that part.
parameter ECP5 = 0,

// Units at one address, of which this is one; only CAPS tells. 1 .. 4
parameter CHANNELS = 1
