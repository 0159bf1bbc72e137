/* SPDX-License-Identifier: ISC
 * intern.c - numbers for texts and other keys; the contract is base.h.
 */
#include "base.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void rehash(struct intern *t)
{
	free(t->slots);
	t->n_slots = t->n_slots ? 2 * t->n_slots : 1024;
	t->slots = allocate(t->n_slots, sizeof *t->slots);
	for (size_t i = 0; i < t->n; i++) {
		size_t at = t->keys[i].hash & (t->n_slots - 1);
		while (t->slots[at])
			at = (at + 1) & (t->n_slots - 1);
		t->slots[at] = (uint32_t)i + 1;
	}
}

size_t intern(struct intern *t, const void *bytes, size_t n, bool *fresh)
{
	uint32_t hash = (uint32_t)crc32_z(0, bytes, n);

	if (2 * t->n >= t->n_slots)
		rehash(t);
	size_t at = hash & (t->n_slots - 1);
	for (; t->slots[at]; at = (at + 1) & (t->n_slots - 1)) {
		const struct intern_key *k = &t->keys[t->slots[at] - 1];
		if (k->hash == hash && k->n == n && !memcmp(k->bytes, bytes, n)) {
			if (fresh)
				*fresh = false;
			return t->slots[at] - 1;
		}
	}
	char *copy = allocate(n + 1, 1);
	memcpy(copy, bytes, n);
	GROW(t->keys, t->n, t->room);
	t->keys[t->n++] = (struct intern_key){ copy, n, hash };
	t->slots[at] = (uint32_t)t->n;
	if (fresh)
		*fresh = true;
	return t->n - 1;
}

size_t intern_text(struct intern *t, const char *text, bool *fresh)
{
	return intern(t, text, strlen(text), fresh);
}

void intern_free(struct intern *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->keys[i].bytes);
	free(t->keys);
	free(t->slots);
	*t = (struct intern){ 0 };
}

int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

uint64_t sums_add(struct sums *s, const void *key, size_t n, uint64_t count)
{
	bool fresh;
	size_t at = intern(&s->keys, key, n, &fresh);

	if (fresh) {
		GROW(s->counts, at, s->room);
		s->counts[at] = 0;
	}
	return s->counts[at] += count;
}

void sums_free(struct sums *s)
{
	intern_free(&s->keys);
	free(s->counts);
	*s = (struct sums){ 0 };
}
