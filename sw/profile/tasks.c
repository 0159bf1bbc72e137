/* SPDX-License-Identifier: ISC
 * tasks.c - the tasks of an RTOS
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

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
