/* SPDX-License-Identifier: ISC
 * calls.h - follows calls and returns of a simulated core, and charges each cycle to its calling
 * context.
 *
 * Calls are jumps that link x1 or x5 (RISC-V psABI), compressed ones too. A frame remembers its
 * return address and sp at its entry. After an indirect jump every frame whose entry lay below sp
 * is gone: that covers returns, longjmp and exceptions. Code of another function without a call is
 * a tail call: the new function takes the old one's place. A trap opens a frame that mret or sret
 * ends, with the same sp. sp that was not computed from sp is another stack's (a coroutine's, a
 * thread's, the kernel's); each stack has its own frames. Found where it was left, they go on. Else
 * who has switched goes on there; the next jump that is no call begins a thread (call_tree.h). As
 * long as nothing has set sp, it counts as unknown: then a return ends the frames down to the one
 * with that return address, or else, as longjmp, down to a caller whose code it leads to. The
 * cycles up to and with an instruction's retirement are its own, as the unit counts them
 * (TALLY_NEXT).
 */
#pragma once

#include "sim/machine.h"
#include "sw/elf/symbols.h"
#include "sw/profile/call_tree.h"

struct calls;

enum calls_handlers {
	CALLS_AT_ROOT,		/* trap handlers are children of the root, or of the task */
	CALLS_AT_INTERRUPTED	/* ... of the function that the trap interrupted */
};

/* `symbols` and `tree` must live as long as the answer; calls_close leaves `tree` open. */
struct calls *calls_open(const struct symbols *symbols, struct call_tree *tree,
	enum calls_handlers handlers);
/* A task runs from the next retirement on. Its stacks begin below its node, not below a thread's;
 * frames that another task has left on them stand there without their callers. */
void calls_task(struct calls *c, uint32_t function);
/* What retires, in order, with the cycles up to it, but those asleep; waits: why they passed, NULL:
 * unknown. */
void calls_retire(struct calls *c, const struct machine_cycle *cycle, uint64_t cycles,
	const struct waits *waits);
/* where the last retired instruction was charged */
uint32_t calls_node(const struct calls *c);
/* Does the address lie on the stack in use? */
bool calls_on_stack(const struct calls *c, uint32_t address);

/* Of the whole run. */
struct calls_end {
	uint64_t lost;		/* returns to no return address, with sp unknown */
	/* the deepest that a stack was, in bytes, and the instruction that took sp there; 0: sp
	 * unknown */
	uint32_t deepest, deepest_pc;
};
struct calls_end calls_close(struct calls *c);
