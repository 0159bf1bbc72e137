/* SPDX-License-Identifier: ISC
 * bench_pool.c - an allocator for bench_advise.sh: blocks of powers of two from the heap; a freed
 * one waits in a list of its size. For programs that know how large their blocks are, as Lua does.
 */
#include <stddef.h>
#include <string.h>

#define LEAST 16u /* bytes of a block */

extern char __heap_start[]; /* a multiple of 8 */

void pool_free(void *block, size_t bytes);
void *pool_realloc(void *block, size_t old, size_t bytes);

static size_t used;
static void *lists[28];

static unsigned class_of(size_t bytes)
{
	unsigned class = 0;

	while (LEAST << class < bytes)
		class ++;
	return class;
}

void pool_free(void *block, size_t bytes)
{
	unsigned class = class_of(bytes);

	if (!block)
		return;
	*(void **)block = lists[class];
	lists[class] = block;
}

void *pool_realloc(void *block, size_t old, size_t bytes)
{
	unsigned class = class_of(bytes);
	void *more = lists[class];

	if (block && class_of(old) == class)
		return block;
	if (more) {
		lists[class] = *(void **)more;
	} else {
		more = __heap_start + used;
		used += LEAST << class;
	}
	if (block)
		memcpy(more, block, old < bytes ? old : bytes);
	pool_free(block, old);
	return more;
}
