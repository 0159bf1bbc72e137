// SPDX-License-Identifier: ISC
// tally_params.vh - the parameters of tally, which tally_params_inst.vh hands down from module to
// module. A value out of range stops elaboration.
/* verilator lint_off UNUSEDPARAM */

// The mapper: 0 multiplies. 1 shifts, for parts without multipliers: SCALE is a power of two then.
// With 0 a counter takes two cycles to read, because the block RAM of parts
// that have multipliers is slow without its output register.
parameter MAPPER = 0,

// The memory: 2^BINS_LOG2 counters of 32 bits, the last 16 of which are categories. 5 .. 20
parameter BINS_LOG2 = 9,

// The bits of the pc that are kept, and the value that the bits above them must have to be mapped
// (bits 31:PC_W of PC_HIGH). 16 .. 32
parameter PC_W = 32,
parameter [31:0] PC_HIGH = 32'd0,

// Source EVENT: so many lines of event_i, 0 .. 8.
parameter EVENT = 0,

// CAPS.KIND, and nothing else: what tap_pc_i gives. 0 pcs, 1 addresses of loads and stores
parameter KIND = 0,

// Counters in system memory: 0 none, 1 mode profil, 2 all modes. They need MAPPER 0.
parameter SYSTEM = 0
/* verilator lint_on UNUSEDPARAM */
