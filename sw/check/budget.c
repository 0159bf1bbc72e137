/* SPDX-License-Identifier: ISC
 * budget.c - a file of budgets; the contract is budget.h.
 */
#include "budget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/base/options.h"
#include "sw/base/text.h"

#define LARGEST (1u << 20)	/* bytes of a file */
#define WORD 64u		/* bytes of a bound */
#define LATENCY "latency "

const char *quantity_name(unsigned quantity)
{
	return quantity == QUANTITY_CYCLES ? "cycles" : quantity == QUANTITY_INSTRUCTIONS
		? "instructions" : cause_names[quantity - QUANTITY_CAUSES];
}

bool budget_percent(const char *text, uint64_t *thousandths)
{
	size_t n = strlen(text), digits = strspn(text, "0123456789.");
	char number[WORD];

	if (!n || n >= sizeof number - 1 || (text[digits] && strcmp(text + digits, "%") != 0))
		return false;
	snprintf(number, sizeof number, "%.*sk", (int)digits, text);
	return options_number(number, thousandths);
}

uint64_t budget_share(uint64_t base, uint64_t thousandths)
{
	unsigned __int128 share = (unsigned __int128)base * thousandths / (100 * PERCENT);

	return share > UINT64_MAX ? UINT64_MAX : (uint64_t)share;
}

char *budget_text(const struct budget *b)
{
	static const char *const words[] = { "", "total", "stack", LATENCY };

	return print_text("%s%s%s %s", b->inclusive ? "+" : "", words[b->thing], b->name,
		b->thing == THING_STACK ? "(bytes)" : quantity_name(b->quantity));
}

bool budget_reserved(const char *name)
{
	return !strcmp(name, "total") || !strcmp(name, "stack")
		|| !strncmp(name, LATENCY, strlen(LATENCY));
}

static bool is_gap(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* A part of one line. */
struct span {
	const char *at, *end;
};

static struct span trimmed(struct span s)
{
	while (s.at < s.end && is_gap(*s.at))
		s.at++;
	while (s.at < s.end && is_gap(s.end[-1]))
		s.end--;
	return s;
}

/* Takes the last word off, and the gap before it. */
static struct span last_word(struct span *s)
{
	struct span word = *s;

	while (s->at < s->end && !is_gap(s->end[-1]))
		s->end--;
	word.at = s->end;
	*s = trimmed(*s);
	return word;
}

static bool is(struct span s, const char *word)
{
	return (size_t)(s.end - s.at) == strlen(word) && !memcmp(s.at, word, strlen(word));
}

static struct span without_comment(struct span s)
{
	for (const char *at = s.at; at < s.end; at++)
		if (*at == '#' && (at == s.at || is_gap(at[-1])))
			s.end = at;
	return trimmed(s);
}

/* "12000", "1.2M", "105%", "2KiB" and "2 KiB" */
static bool read_bound(struct budget *b, struct span s)
{
	char text[WORD];
	size_t n = 0;

	for (; s.at < s.end && n < sizeof text - 1; s.at++)
		if (!is_gap(*s.at))
			text[n++] = *s.at;
	text[n] = 0;
	b->relative = n && text[n - 1] == '%';
	if (s.at < s.end || b->relative)
		return s.at == s.end && budget_percent(text, &b->bound);
	bool kib = n > 3 && !strcmp(text + n - 3, "KiB");
	if (kib)
		text[n - 3] = 0;
	return options_number(text, &b->bound) && (!kib || (b->thing == THING_STACK
		&& !__builtin_mul_overflow(b->bound, 1024u, &b->bound)));
}

/* QUANTITIES: it is none. */
static unsigned quantity_of(struct span word)
{
	unsigned quantity = 0;

	while (quantity < QUANTITIES && !is(word, quantity_name(quantity)))
		quantity++;
	return quantity;
}

static void read_thing(struct budget *b, struct span s)
{
	size_t skip = strlen(LATENCY);

	b->thing = is(s, "total") ? THING_TOTAL : is(s, "stack") ? THING_STACK
		: s.end - s.at > (ptrdiff_t)skip && !memcmp(s.at, LATENCY, skip) ? THING_LATENCY
		: THING_CODE;
	b->inclusive = b->thing == THING_CODE && s.at < s.end && *s.at == '+';
	s.at += b->thing == THING_LATENCY ? skip : b->inclusive;
	s = b->thing == THING_TOTAL || b->thing == THING_STACK ? (struct span){ 0 } : trimmed(s);
	b->name = allocate((size_t)(s.end - s.at) + 1, 1);
	if (s.at)
		memcpy(b->name, s.at, (size_t)(s.end - s.at));
}

/* From 1 on. */
static unsigned column_of(const struct budgets *b, const char *at)
{
	unsigned column = 1;

	for (; at > b->text && at[-1] != '\n'; at--)
		column++;
	return column;
}

static bool bad(const struct budgets *b, const struct budget *x, const char *at, const char *text)
{
	return fail("%s:%u:%u: %s", b->path, x->line, column_of(b, at), text);
}

static bool read_parts(struct budgets *b, struct budget *x, struct span s, struct span bound)
{
	struct span before = s, word = last_word(&before);
	unsigned quantity = quantity_of(word);

	if (before.at < before.end && quantity < QUANTITIES) {
		x->quantity = quantity;
		s = before;
	}
	read_thing(x, s);
	if (x->thing == THING_CODE && !x->name[0])
		return bad(b, x, bound.at, "whose bound? Give a function, a call path, total, "
			"stack or latency A:B before it");
	if (x->thing == THING_STACK && s.end == before.end)
		return bad(b, x, word.at, "the stack's bound is in bytes; leave this word out");
	if (x->thing == THING_LATENCY && x->quantity)
		return bad(b, x, word.at, "a latency is in cycles; leave this word out");
	return read_bound(x, bound) || bad(b, x, bound.at, "not a bound; give a number (12000, "
		"1.2M; of the stack also 2 KiB) or percent of the base (105%)");
}

static bool read_line(struct budgets *b, struct span s, unsigned line)
{
	struct span bound;

	s = without_comment(s);
	if (s.at == s.end)
		return true;
	GROW(b->at, b->n, b->room);
	struct budget *x = &b->at[b->n++];
	*x = (struct budget){ .line = line, .column = column_of(b, s.at) };
	bound = last_word(&s);
	if (is(bound, "KiB"))
		bound.at = last_word(&s).at;
	x->at = (size_t)(bound.at - b->text);
	x->length = (size_t)(bound.end - bound.at);
	return read_parts(b, x, s, bound);
}

static bool read_lines(struct budgets *b)
{
	const char *end = b->text + b->size, *next;
	unsigned line = 1;

	if (memchr(b->text, 0, b->size))
		return fail("%s: not a text; give a file of budgets, lines such as "
			"`main cycles 12000`", b->path);
	for (const char *at = b->text; at < end; at = next + 1) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next ? next : end;
		if (!read_line(b, (struct span){ at, next }, line++))
			return false;
	}
	return b->n || fail("%s: has no budget; give lines such as `main cycles 12000`, or let "
		"`tally check --update` write a new file", b->path);
}

bool budgets_read(struct budgets *b, const char *path)
{
	uint8_t *bytes;

	*b = (struct budgets){ .path = strcmp(path, "-") ? path : "the standard input" };
	if (!file_read(path, LARGEST, &bytes, &b->size))
		return false;
	b->text = (char *)bytes;
	b->wide = text_is_wide(b->text, b->size);
	b->size = text_narrow(b->text, b->size, b->wide);
	b->text = reallocate(b->text, b->size + 1, 1);
	b->text[b->size] = 0;
	if (read_lines(b))
		return true;
	budgets_free(b);
	return false;
}

void budgets_free(struct budgets *b)
{
	for (size_t i = 0; i < b->n; i++)
		free(b->at[i].name);
	free(b->at);
	free(b->text);
	*b = (struct budgets){ 0 };
}
