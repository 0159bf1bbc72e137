/* SPDX-License-Identifier: ISC
 * task.c - which task of an RTOS runs; the contract is task.h.
 */
#include "task.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/options.h"

#define NAME_BYTES 32u		/* of a TCB's name, with its NUL */
/* instructions from a store on: it may retire before the bus takes it to RAM, on today's cores by
 * two of them */
#define LOOKS 8u

/* Where RTOSs for RV32 keep the pointer, and a name in what it points to. */
static const struct rtos {
	const char *name, *word;
	bool named;
	uint32_t at;
} rtoses[] = {
	/* pcTaskName behind pxTopOfStack, two ListItem_t of 20 bytes, uxPriority, pxStack */
	{ "freertos", "pxCurrentTCB", true, 52 },
	/* _kernel.cpus[0].current, behind nested and irq_stack; threads are objects with names */
	{ "zephyr", "_kernel+8", false, 0 },
};

static const struct rtos *rtos_of(const char *text)
{
	for (size_t i = 0; i < sizeof rtoses / sizeof rtoses[0]; i++)
		if (!strcmp(rtoses[i].name, text))
			return &rtoses[i];
	return NULL;
}

static bool read_offset(const char *text, const char *number, uint32_t *offset)
{
	uint64_t n;

	if (!options_number(number, &n) || n > UINT32_MAX)
		return fail("--task %s: %s is no offset in bytes", text, number);
	*offset = (uint32_t)n;
	return true;
}

/* SYMBOL or ADDRESS, +OFFSET */
static bool read_word(struct task_watch *w, const char *text, char *word, const struct image *im)
{
	char *plus = strchr(word, '+');
	uint32_t offset = 0;

	if (plus && !read_offset(text, plus + 1, &offset))
		return false;
	if (plus)
		*plus = 0;
	if (word[0] >= '0' && word[0] <= '9') {
		if (!read_offset(text, word, &w->word))
			return false;
	} else {
		unsigned n = symbols_address(im, word, &w->word);
		if (n != 1)
			return fail("--task %s: %s %s in %s; give the pointer's symbol or address",
				text, word, n ? "is at several addresses" : "is no symbol",
				im->path);
	}
	w->word += offset;
	return w->word % 4 == 0 || fail("--task %s: 0x%08" PRIx32 " is not aligned to 4 bytes; "
		"give a pointer's address", text, w->word);
}

bool task_open(struct task_watch *w, const char *text, const struct image *im)
{
	char word[256];
	const char *name = strchr(text, ',');
	size_t n = name ? (size_t)(name - text) : strlen(text);

	*w = (struct task_watch){ 0 };
	snprintf(word, sizeof word, "%.*s", (int)n, text);
	const struct rtos *rtos = rtos_of(word);
	if (rtos) {
		snprintf(word, sizeof word, "%s", rtos->word);
		w->named = rtos->named;
		w->name = rtos->at;
	}
	if (name && strncmp(name, ",name=", 6) != 0)
		return fail("--task %s: behind the comma goes name=OFFSET", text);
	if (name && !read_offset(text, name + 6, &w->name))
		return false;
	w->named |= name != NULL;
	return read_word(w, text, word, im);
}

/* False: what is there is no name. */
static bool name_in_ram(const struct task_watch *w, struct machine *m, char *name)
{
	for (uint32_t i = 0; i < NAME_BYTES; i++) {
		uint32_t at = w->value + w->name + i;
		name[i] = (char)(machine_peek(m, at & ~3u) >> (at & 3) * 8);
		if (!name[i])
			return i > 0;
		if (name[i] < ' ' || name[i] > '~')
			return false;
	}
	return false;
}

static bool name_of_object(const struct symbols *s, uint32_t value, char *name, size_t size)
{
	for (size_t i = 0; i < s->n_objects; i++) {
		const struct symbol *x = &s->objects[i];
		if (value < x->address || value - x->address >= x->size)
			continue;
		if (value == x->address)
			snprintf(name, size, "%s", x->name);
		else
			snprintf(name, size, "%s+0x%" PRIx32, x->name, value - x->address);
		return true;
	}
	return false;
}

/* Its own name, or its object's, or its address; that, too, behind a name that is taken. */
static char *name_task(const struct task_watch *w, struct machine *m, const struct symbols *s,
	const struct tasks *tasks)
{
	char name[TASK_NAME_MAX + 1 - 16], unique[TASK_NAME_MAX + 1];

	if (!w->value)
		return copy_text("before");
	if (tasks->n == TASKS_MAX - 1)
		strcpy(name, "others");
	else if (!(w->named && name_in_ram(w, m, name)) && !name_of_object(s, w->value, name,
		sizeof name))
		snprintf(name, sizeof name, "0x%08" PRIx32, w->value);
	if (tasks_named(tasks, name) == tasks->n && strcmp(name, "before") != 0)
		return copy_text(name);
	snprintf(unique, sizeof unique, "%s 0x%08" PRIx32, name, w->value);
	return copy_text(unique);
}

static void find(struct task_watch *w, struct machine *m, const struct symbols *s,
	struct tasks *tasks)
{
	for (w->task = 0; w->task < tasks->n; w->task++)
		if (tasks->at[w->task].value == w->value)
			return;
	if (w->task == TASKS_MAX) {
		w->task--;
		return;
	}
	GROW(tasks->at, tasks->n, tasks->room);
	tasks->at[tasks->n] = (struct task){ w->value, name_task(w, m, s, tasks) };
	tasks->n++;
}

bool task_start(struct task_watch *w, struct machine *m, const struct symbols *s,
	struct tasks *tasks)
{
	if (machine_read(m, w->word, &w->value) != 0
		|| machine_load(m, w->word, &w->value, sizeof w->value) != 0)
		return fail("--task: 0x%08" PRIx32 " is not in RAM; give a pointer's address",
			w->word);
	if (!tasks)
		return true;
	tasks->word = w->word;
	find(w, m, s, tasks);
	return true;
}

/* Or an atomic instruction, which may store. */
static bool stores(uint32_t insn)
{
	if ((insn & 3) == 3)
		return (insn & 0x7F) == 0x23 || (insn & 0x7F) == 0x2F;
	return (insn & 0xFFFF) >> 13 >= 6 && !(insn & 1);	/* c.sw, c.swsp, c.fsw */
}

/* A look costs as much as a cycle: it is taken where a store can have changed the word. */
bool task_look(struct task_watch *w, struct machine *m, uint32_t insn, const struct symbols *s,
	struct tasks *tasks)
{
	uint32_t value;

	if (stores(insn))
		w->looks = LOOKS;
	if (!w->looks)
		return false;
	w->looks--;
	if ((value = machine_peek(m, w->word)) == w->value)
		return false;
	w->value = value;
	if (tasks)
		find(w, m, s, tasks);
	return true;
}
