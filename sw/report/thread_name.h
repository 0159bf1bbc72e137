/* SPDX-License-Identifier: ISC
 * thread_name.h - what the views call a thread of the call tree.
 */
#ifndef THREAD_NAME_H
#define THREAD_NAME_H

#include <stddef.h>
#include <stdint.h>

#include "sw/elf/symbols.h"

/* "[thread idle_stack]", "[thread stacks+0x400]" if sp pointed into that object or at its end when the thread began,
 * else "[thread 0x80003400]". `thread` is call_tree_thread()'s. Returns buffer. */
const char *thread_name(const struct symbols *s, uint32_t thread, char *buffer, size_t size);

#endif
