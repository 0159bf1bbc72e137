/* SPDX-License-Identifier: ISC
 * truth.h - the calling context of every instruction that retires, by register values alone.
 *
 * An activation is one execution of a function. There are no stacks here: an activation knows its
 * parent, and a table says where control must arrive, and with which sp, to be in it again. A call
 * enters its return address and sp in the table, a trap the address that it interrupted. So a
 * return, longjmp, the return into another coroutine are one rule: an indirect jump that
 * arrives where a call was to return, with the sp that it was made with, resumes who made it.
 *  - __riscv_save_N, linked by x5, returns with another sp: its address alone identifies it.
 *  - A jump that links one of x1 and x5 and is by the other one is a return, if its caller waits
 *    there, else a call.
 *  - An exception arrives with the sp that an activation below had at its last call, but
 *    elsewhere: it resumes that one.
 *  - A function begun by an indirect jump with its caller's sp is a tail call. With an sp that
 *    was loaded from elsewhere it begins a thread: the sp that it begins with, made odd, stands
 *    between the root and the function. So does a jump to nowhere known with such an sp, and a
 *    trap return to where nothing was interrupted.
 *  - A trap's handler is a child of the root, or (at_interrupted) of the activation whose
 *    instruction retired last.
 *  - An activation that resumes one below it is over, and all between them.
 * An activation's function is the one of its pc (sw/elf/symbols.h): tail calls change it.
 * Between an instruction that loads sp with another stack's and the jump that arrives there, the
 * context is neither: `between` says so until the jump has shown whether there was another stack.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include "hart.h"
#include "sw/elf/symbols.h"

/* A function, or what lies between two of them. */
struct text_range {
	uint32_t lo, last;
	const struct function *function; /* NULL: none */
};

struct activation {
	uint32_t parent;
	uint32_t site; /* pc of the call; 0: a trap's, a thread's */
	/* first address, or the one that was entered where no symbol is */
	uint32_t function;
	struct text_range code;
	uint32_t ra, sp; /* at entry */
	uint32_t at_call; /* sp at its last call */
	uint64_t path; /* hash of all sites and functions from the root to here */
	uint64_t above; /* trap: that of its parent when it came */
	bool by_x5, trap, over, between;
	/* in a trap that interrupted what was between two stacks, or had not yet begun */
	bool unsure;
};

struct resumption {
	uint32_t pc, sp, activation;
	uint32_t interrupted; /* of a trap: the activation that a handler is below, */
	uint64_t above; /* and its path */
	bool unsure;
};

struct truth {
	struct hart hart;
	const struct symbols *symbols;
	struct activation *activations; /* [0] is the root */
	size_t n, room;
	struct resumption *table; /* hash table; activation 0: free */
	size_t places, used;
	bool at_interrupted; /* set before the run: where handlers are */
	uint32_t from; /* pc of the instruction that retired last */
	uint32_t on; /* the activation of the instruction that retired last */
	/* the instruction that retired last stands between two stacks, if it is so */
	bool between;
	bool unsure; /* so is its path */
	/* a jump has ended that; it has arrived on another stack, */
	bool settled, switched;
	uint64_t below; /* in this context */
	uint64_t path;
	uint64_t traps, believed; /* believed: branches that went the other way */
};

/* image and symbols must live as long. */
void truth_open(struct truth *t, const char *core, const struct image *image,
	const struct symbols *symbols);
void truth_close(struct truth *t);

/* The next instruction that retired, and the cycles until then. */
void truth_retire(struct truth *t, uint64_t cycle, uint32_t pc, uint32_t insn);

uint64_t truth_path(uint64_t parent, uint32_t site, uint32_t function);

#endif
