/* SPDX-License-Identifier: ISC
 * calls.h - calls and stacks of a run.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spans.h"
#include "driver/tally.h"
#include "sim/context.h"
#include "sim/machine.h"
#include "sw/elf/instruction.h"
#include "sw/elf/symbols.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"

/* ---- Follows calls and returns of a simulated core, and charges each cycle to its calling
 * context.
 *
 * Calls are jumps that link x1 or x5 (RISC-V psABI), compressed ones too. A frame remembers its
 * return address and sp at its entry. After an indirect jump every frame whose entry lay below sp
 * is gone: that covers returns, longjmp and exceptions. Code of another function without a call is
 * a tail call: the new function takes the old one's place. A trap opens a frame that mret or sret
 * ends, with the same sp. sp that was not computed from sp is another stack's (a coroutine's, a
 * thread's, the kernel's); each stack has its own frames. Found where it was left, they go on. Else
 * who has switched goes on there; the next jump that is no call begins a thread (counts.h). As
 * long as nothing has set sp, it counts as unknown: then a return ends the frames down to the one
 * with that return address, or else, as longjmp, down to a caller whose code it leads to. The
 * cycles up to and with an instruction's retirement are its own, as the unit counts them
 * (TALLY_NEXT).
 */
struct calls;

enum calls_handlers {
	CALLS_AT_ROOT, /* trap handlers are children of the root, or of the task */
	CALLS_AT_INTERRUPTED /* ... of the function that the trap interrupted */
};

/* `symbols` and `tree` must live as long as the answer; calls_close leaves `tree` open. */
struct calls *calls_open(
	const struct symbols *symbols, struct call_tree *tree, enum calls_handlers handlers);
/* A task runs from the next retirement on. Its stacks begin below its node, not below a thread's;
 * frames that another task has left on them stand there without their callers. */
void calls_task(struct calls *c, uint32_t function);
/* Each call is handed out when it ends (spans.h). Before the first retirement. */
void calls_listen(struct calls *c, struct span_listener l);
/* What retires, in order, with the cycles up to it, and before these those asleep; waits: why they
 * passed, NULL: unknown. Cycles are all from the run's first on. */
void calls_retire(struct calls *c, const struct machine_cycle *cycle, uint64_t cycles,
	uint64_t asleep, const struct waits *waits);
/* The instruction that retired last took more cycles, or retired again. */
void calls_more(struct calls *c, uint64_t cycles, uint64_t retired, const struct waits *waits);
/* The function of which the last instruction is a call's first; 0: none. */
uint32_t calls_entered(const struct calls *c);
/* A window begins after the last instruction. Calls before it do not count, but one whose first it
 * is does. The window's frame is the top one. */
void calls_open_window(struct calls *c);
/* Has the window's frame ended, by the last instruction or before it? longjmp and exceptions are
 * seen when the next one has retired. */
bool calls_left_window(const struct calls *c);

/* where the last retired instruction was charged */
uint32_t calls_node(const struct calls *c);
/* Does the address lie on the stack in use? */
bool calls_on_stack(const struct calls *c, uint32_t address);

/* Of the whole run. */
struct calls_end {
	uint64_t lost; /* returns to no return address, with sp unknown */
	/* the deepest that a stack was, in bytes, and the instruction that took sp there; 0: sp
	 * unknown */
	uint32_t deepest, deepest_pc;
};
struct calls_end calls_close(struct calls *c);

/* ---- The stacks of a program and the frames on each.
 *
 * Memory is bounded: with too many stacks, or too many frames on them, those left longest ago are
 * forgotten.
 */
struct frame {
	uint32_t node;
	uint32_t root; /* the task's node that it is below; 0: no tasks */
	uint32_t lo, last; /* of the function's code */
	uint32_t ra, sp; /* at entry */
	uint32_t span; /* 0: of no code */
	bool trap;
	bool marked; /* the window's */
	/* who has switched to this stack goes on, until a jump shows whose it is */
	bool borrowed;
	struct pending after; /* trap: what mret resumes, */
	uint32_t next[2]; /* and where, unless `after` leads elsewhere; */
	bool loaded, switched; /* and then struct calls's are these */
};

struct stack {
	struct frame *frames; /* frames[0] is what runs below all calls */
	size_t n, room;
	/* the lowest address in use when it was left; the highest ever seen */
	uint32_t sp, base;
	uint32_t space; /* struct machine_cycle's, of U mode; 0 otherwise */
	uint64_t left; /* when it was left */
};

struct stacks {
	struct stack *at, *on; /* on: the one that runs */
	size_t n, room;
	size_t frames; /* that all of them have room for */
	struct spans spans; /* their calls */
	uint32_t deepest, deepest_pc; /* bytes that one had in use, and what took sp there */
};

/* Is pc in the function that the frame is of? */
static inline bool frame_covers(const struct frame *f, uint32_t pc)
{
	return pc >= f->lo && pc <= f->last;
}

/* Has one of its frames this sp at entry? */
bool stack_entered_at(const struct stack *s, uint32_t sp);

struct frame *stacks_push(struct stacks *all, struct stack *s, struct frame f);

/* Leaves n frames on the stack: the calls of the others end; open: without a return. */
void stacks_cut(struct stacks *all, struct stack *s, size_t n, bool open);

/* That stack runs from now on. time: orders these calls. */
void stacks_run(struct stacks *all, struct stack *s, uint64_t time);

/* A new stack, with a frame for what runs below all calls; all->on stays. Pointers to other stacks
 * are stale then. */
struct stack *stacks_add(struct stacks *all, uint32_t sp, uint32_t space);

/* The stack that an sp out of nowhere points to: where one was left, or into one; NULL: to none of
 * them. */
struct stack *stacks_find(struct stacks *all, uint32_t sp, uint32_t space);

/* sp is on the stack that runs for sure, where pc took it: moved by a distance, or kept by the jump
 * after it was loaded. */
void stacks_measure(struct stacks *all, uint32_t sp, uint32_t pc);

/* Ends what is open. */
void stacks_free(struct stacks *all);

/* The function that a pc is in, with the last answers kept. */
#define CODE_CACHED 1024u

/* lo ... last have the same answer; `function` is the first address of the function, or pc where no
 * symbol is. */
struct code {
	uint32_t pc, lo, last, function;
};

/* Zero but for symbols. */
struct code_cache {
	const struct symbols *symbols;
	struct code at[CODE_CACHED];
};

const struct code *code_at(struct code_cache *c, uint32_t pc);

/* ---- The call tree of a simulated run as a unit keeps it: the RTL of rtl/context beside
 * the core.
 */
struct unit_calls {
	struct context *context; /* NULL: not open */
	struct tally_io io;
	struct tally unit;
	uint32_t first; /* address of the ELF's code, and how many */
	uint64_t elsewhere; /*   instructions were too far from it */
};

#define UNIT_CALLS_MOST UINT32_MAX /* cycles: its words have 32 bits */

/* Begins to count; the core is held. u stays where it is until unit_calls_close. False: one line
 * was printed, and nothing is open. */
bool unit_calls_open(struct unit_calls *u, const struct firmware *f);
void unit_calls_cycle(struct unit_calls *u, const struct machine_cycle *c);

/* The run has ended: makes the tree. False: one line was printed; the tree may be empty. */
bool unit_calls_finish(struct unit_calls *u, const struct firmware *f, struct call_tree *tree);
void unit_calls_close(struct unit_calls *u);
