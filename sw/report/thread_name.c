/* SPDX-License-Identifier: ISC
 * thread_name.c - what the views call a thread of the call tree; the contract is thread_name.h.
 */
#include "thread_name.h"

#include <inttypes.h>
#include <stdio.h>

#include "sw/base/text.h"
#include "sw/profile/call_tree.h"

/* Stacks grow down: one that has just begun points at the end of its memory, which may be the next object's address. */
static const struct symbol *stack_at(const struct symbols *s, uint32_t sp)
{
	for (size_t i = 0; i < s->n_objects; i++) {
		const struct symbol *x = &s->objects[i];
		if (sp > x->address && sp - x->address <= x->size)
			return x;
	}
	return NULL;
}

const char *thread_name(const struct symbols *s, uint32_t thread, char *buffer, size_t size)
{
	uint32_t sp = thread & ~CALL_TREE_THREAD;
	const struct symbol *stack = stack_at(s, sp);

	if (!stack)
		snprintf(buffer, size, "[thread 0x%08" PRIx32 "]", sp);
	else if (sp - stack->address == stack->size)
		snprintf(buffer, size, "[thread %s]", text_clean(stack->name));
	else
		snprintf(buffer, size, "[thread %s+0x%" PRIx32 "]", text_clean(stack->name), sp - stack->address);
	return buffer;
}
