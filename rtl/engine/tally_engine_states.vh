// SPDX-License-Identifier: ISC
// tally_engine_states.vh - the engine's states, one bit each, as a sample comes to them.
/* verilator lint_off UNUSEDPARAM */
localparam
	IDLE     = 0,
	MAP      = 1,      // the mapper multiplies
	LOAD     = 2,      // A: the slot, or what is divided
	DIVIDE   = 3,
	PLACE    = 4,      // symbol, ring: A is SIZE, RING_POS
	COMPARE  = 5,      // slot and SIZE; A: the offset
	SHIFT    = 6,      //   of 4 bytes a slot
	CHECK    = 7,      // offset and LIMIT
	ADDRESS  = 8,
	READ     = 9,
	ADD      = 10,
	RESTORE  = 11,     // the sum is too large: Q is the counter again
	JUDGE    = 12,     //   whether that was full already
	VERDICT  = 13,
	WRITE    = 14,
	LAST     = 15,
	END      = 16,     // the addition to the outcomes, the first of two
	SECOND   = 17,
	// the table is searched
	FEWER    = 18,     // A: its entries less one
	ROOT     = 19,
	TABLE    = 20,     // A: its address
	NEXT     = 21,     // A: the entry in the middle of those that are left
	PROBE    = 22,
	TAKE     = 23,     // its start and the pc
	UNDO     = 24,     //   it is behind the pc
	FOUND    = 25,     // A: the offset
	// a ring's word was written
	AFTER    = 26,
	PAUSE    = 27,     // A: the position behind it
	SETTLE   = 28,
	WHOLE    = 29,     // position and SIZE
	WRAP     = 30,
	STORE    = 31,
	STATES   = 32;
/* verilator lint_on UNUSEDPARAM */
