/* SPDX-License-Identifier: ISC
 * task.c - which task of an RTOS runs, by a word of the simulated machine's RAM.
 */
#include "observer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/base/term.h"

#define NAME_BYTES 32u /* of a TCB's name, with its NUL */
/* instructions from a store on: it may retire before the bus takes it to RAM, on today's cores by
 * two of them */
#define LOOKS 8u

/* Where RTOSs for RV32 keep the pointer, and a name in what it points to. */
static const struct rtos {
	const char *name, *word;
	bool named;
	uint32_t at;
	const char *other; /* what to do where it has no such symbol */
} rtoses[] = {
	/* pcTaskName behind pxTopOfStack, two ListItem_t of 20 bytes, uxPriority, pxStack; with
	 * several cores also behind xTaskRunState, uxTaskAttributes */
	{ "freertos", "pxCurrentTCB", true, 52,
		"; of FreeRTOS with several cores give pxCurrentTCBs,name=60" },
	/* _kernel.cpus[0].current, behind nested and irq_stack; threads are objects with names */
	{ "zephyr", "_kernel+8", false, 0, "" },
};

static bool read_offset(const char *text, const char *number, uint32_t *offset)
{
	uint64_t n;

	if (!options_number(number, &n) || n > UINT32_MAX)
		return fail("--task %s: %s is no offset in bytes", text, number);
	*offset = (uint32_t)n;
	return true;
}

/* SYMBOL or ADDRESS, +OFFSET */
static bool read_word(struct task_watch *w, const char *text, char *word, const struct image *im,
	const char *other)
{
	char *plus = strchr(word, '+');
	struct symbol x = { 0 };
	uint32_t offset = 0;

	if (plus && !read_offset(text, plus + 1, &offset))
		return false;
	if (plus)
		*plus = 0;
	if (word[0] >= '0' && word[0] <= '9') {
		if (!read_offset(text, word, &x.address))
			return false;
	} else {
		char *why = symbols_address(im, word, &x);
		if (why) {
			fail("--task %s: %s%s", text, why, other);
			free(why);
			return false;
		}
	}
	/* as wide as the symbol, where it is all of that */
	if (!w->bytes)
		w->bytes = !offset && (x.size == 1 || x.size == 2) ? (unsigned)x.size : 4;
	if (x.size && (uint64_t)offset + w->bytes > x.size)
		return fail("--task %s: there are no %u bytes at +%" PRIu32 ": %s has %" PRIu64
			    "; give an offset within, or ,bytes=1 or 2",
			text, w->bytes, offset, word, x.size);
	w->word = x.address + offset;
	if (w->named && w->bytes != 4)
		return fail("--task %s: a name is in what a pointer of 4 bytes points to, and this "
			    "number has %u; leave out name=",
			text, w->bytes);
	return w->word % w->bytes == 0
		|| fail("--task %s: 0x%08" PRIx32 " is not aligned to %u "
			"bytes; give a pointer's address, or ,bytes=1 or 2 of a smaller number",
			text, w->word, w->bytes);
}

/* ,name=OFFSET or ,bytes=N */
static bool read_more(struct task_watch *w, const char *text, const char *more)
{
	uint32_t bytes = 0;

	if (!strncmp(more, ",name=", 6))
		return (w->named = read_offset(text, more + 6, &w->name));
	if (strncmp(more, ",bytes=", 7) != 0)
		return fail(
			"--task %s: behind the comma goes name=OFFSET, or bytes=1, 2 or 4", text);
	if (!read_offset(text, more + 7, &bytes))
		return false;
	w->bytes = bytes;
	return bytes == 1 || bytes == 2 || bytes == 4
		|| fail("--task %s: bytes= is 1, 2 or 4", text);
}

bool task_open(struct task_watch *w, const char *text, const struct image *im)
{
	char word[256];
	const char *more = strchr(text, ','), *other = "";
	size_t n = more ? (size_t)(more - text) : strlen(text);

	*w = (struct task_watch){ 0 };
	snprintf(word, sizeof word, "%.*s", (int)n, text);
	for (size_t i = 0; i < sizeof rtoses / sizeof rtoses[0]; i++) {
		const struct rtos *rtos = &rtoses[i];
		if (strcmp(rtos->name, word) != 0)
			continue;
		snprintf(word, sizeof word, "%s", rtos->word);
		w->named = rtos->named;
		w->name = rtos->at;
		other = rtos->other;
	}
	return (!more || read_more(w, text, more)) && read_word(w, text, word, im, other);
}

/* False: what is there is no name. */
static bool name_in_ram(const struct task_watch *w, char *name)
{
	for (uint32_t i = 0; i < NAME_BYTES; i++) {
		uint32_t at = w->value + w->name + i;
		name[i] = (char)(machine_peek(w->m, at & ~3u) >> (at & 3) * 8);
		if (!name[i])
			return i > 0;
		if (name[i] < ' ' || name[i] > '~')
			return false;
	}
	return false;
}

static bool name_of_object(const struct task_watch *w, char *name, size_t size)
{
	for (size_t i = 0; i < w->symbols->n_objects; i++) {
		const struct symbol *x = &w->symbols->objects[i];
		if (w->value < x->address || w->value - x->address >= x->size)
			continue;
		if (w->value == x->address)
			snprintf(name, size, "%s", x->name);
		else
			snprintf(name, size, "%s+0x%" PRIx32, x->name, w->value - x->address);
		return true;
	}
	return false;
}

/* The word's part that names the task. */
static uint32_t value_of(const struct task_watch *w)
{
	uint32_t word = machine_peek(w->m, w->word & ~3u) >> (w->word & 3) * 8;

	return w->bytes == 4 ? word : word & ((1u << 8 * w->bytes) - 1);
}

/* Its own name, or its object's, or its address; that, too, behind a name that is taken. */
static char *name_task(const struct task_watch *w)
{
	char name[TASK_NAME_MAX + 1 - 16], unique[TASK_NAME_MAX + 1];

	if (!w->value)
		return copy_text("before");
	if (w->tasks->n == TASKS_MAX - 1)
		strcpy(name, "others");
	else if (!(w->named && name_in_ram(w, name))
		&& !(w->bytes == 4 && name_of_object(w, name, sizeof name)))
		snprintf(name, sizeof name, "0x%08" PRIx32, w->value);
	if (tasks_named(w->tasks, name) == w->tasks->n && strcmp(name, "before") != 0)
		return copy_text(name);
	snprintf(unique, sizeof unique, "%s 0x%08" PRIx32, name, w->value);
	return copy_text(unique);
}

static void find(struct task_watch *w)
{
	struct tasks *tasks = w->tasks;

	for (w->task = 0; w->task < tasks->n; w->task++)
		if (tasks->at[w->task].value == w->value)
			return;
	if (w->task == TASKS_MAX) {
		w->task--;
		return;
	}
	GROW(tasks->at, tasks->n, tasks->room);
	tasks->at[tasks->n] = (struct task){ w->value, name_task(w) };
	tasks->n++;
}

bool task_start(
	struct task_watch *w, struct machine *m, const struct symbols *s, struct tasks *tasks)
{
	uint32_t at = w->word & ~3u, word;

	if (machine_read(m, at, &word) != 0 || machine_load(m, at, &word, sizeof word) != 0)
		return fail(
			"--task: 0x%08" PRIx32 " is not in RAM; give a pointer's address", w->word);
	w->m = m;
	w->symbols = s;
	w->tasks = tasks;
	w->value = value_of(w);
	tasks->word = w->word;
	find(w);
	return true;
}

/* A look costs as much as a cycle: it is taken where a store can have changed the word. */
bool task_look(struct task_watch *w, uint32_t insn)
{
	uint32_t value, code = insn & 0x7F;

	/* a store, or an atomic instruction, which may store; c.sw, c.swsp, c.fsw */
	if ((insn & 3) == 3 ? code == 0x23 || code == 0x2F
			    : (insn & 0xFFFF) >> 13 >= 6 && !(insn & 1))
		w->looks = LOOKS;
	if (!w->looks)
		return false;
	w->looks--;
	if ((value = value_of(w)) == w->value)
		return false;
	w->value = value;
	find(w);
	return true;
}
