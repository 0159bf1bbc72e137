// SPDX-License-Identifier: ISC
// tally_engine_states.vh - the engine's states, one bit each, as a sample comes to them.
/* verilator lint_off UNUSEDPARAM */
localparam
	IDLE     = 0,
	MAP      = 1,      // the mapper multiplies
	LOAD     = 2,      // A: what the mapper multiplied, the lower half
	SUM      = 3,      //   and the upper: the slot, or what is divided
	DIVIDE   = 4,
	PLACE    = 5,      // symbol, ring: A is SIZE, RING_POS
	COMPARE  = 6,      // slot and SIZE; A: the offset
	SHIFT    = 7,      //   of 4 bytes a slot
	CHECK    = 8,      // offset and LIMIT
	ADDRESS  = 9,
	READ     = 10,
	ADD      = 11,
	RESTORE  = 12,     // the sum is too large: Q is the counter again
	JUDGE    = 13,     //   whether that was full already
	VERDICT  = 14,
	WRITE    = 15,
	LAST     = 16,
	END      = 17,     // the addition to the outcomes, the first of two
	SECOND   = 18,
	// the table is searched
	FEWER    = 19,     // A: its entries less one
	ROOT     = 20,
	TABLE    = 21,     // A: its address
	NEXT     = 22,     // A: the entry in the middle of those that are left
	PROBE    = 23,
	TAKE     = 24,     // its start and the pc
	UNDO     = 25,     //   it is behind the pc
	FOUND    = 26,     // A: the offset
	// a ring's word was written
	AFTER    = 27,
	PAUSE    = 28,     // A: the position behind it
	SETTLE   = 29,
	WHOLE    = 30,     // position and SIZE
	WRAP     = 31,
	STORE    = 32,
	STATES   = 33;
/* verilator lint_on UNUSEDPARAM */
