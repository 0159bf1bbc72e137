/* SPDX-License-Identifier: ISC
 * tasks.c - the tasks of an RTOS
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "sw/base/error.h"

void tasks_free(struct tasks *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->at[i].name);
	free(t->at);
	*t = (struct tasks){ 0 };
}

size_t tasks_named(const struct tasks *t, const char *name)
{
	size_t i = 0;

	while (i < t->n && strcmp(t->at[i].name, name) != 0)
		i++;
	return i;
}

bool tasks_same(const struct tasks *a, const struct tasks *b)
{
	if (a->n != b->n || a->word != b->word)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].value != b->at[i].value || strcmp(a->at[i].name, b->at[i].name) != 0)
			return false;
	return true;
}

uint8_t *tasks_encode(const struct tasks *t, size_t *n)
{
	uint8_t *all = allocate(2 + t->n * 2, NUMBER_BYTES + TASK_NAME_MAX);
	uint8_t *to = numbers_put(numbers_put(all, t->word), t->n);

	for (size_t i = 0; i < t->n; i++)
		to = numbers_put_text(numbers_put(to, t->at[i].value), t->at[i].name);
	*n = (size_t)(to - all);
	return all;
}

bool tasks_decode(struct tasks *t, const uint8_t *bytes, size_t size)
{
	struct numbers from = { bytes, bytes + size, false };

	t->word = (uint32_t)numbers_take(&from, UINT32_MAX);
	for (uint64_t n = numbers_take(&from, TASKS_MAX); n; n--) {
		uint32_t value = (uint32_t)numbers_take(&from, UINT32_MAX);
		char *name = numbers_take_text(&from, TASK_NAME_MAX);
		if (!name)
			return false;
		bool fresh = tasks_named(t, name) == t->n;
		GROW(t->at, t->n, t->room);
		t->at[t->n++] = (struct task){ value, name };
		if (!fresh)
			return false;
	}
	return !from.bad && !numbers_left(&from) && t->n;
}
