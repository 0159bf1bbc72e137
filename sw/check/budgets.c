/* SPDX-License-Identifier: ISC
 * budgets.c - a file of budgets: read, or written from a capture; the contract is check.h.
 */
#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/elf/symbols.h"

#define LARGEST (1u << 20) /* bytes of a file */
#define WORD 64u /* bytes of a bound */
#define LATENCY "latency "
#define FUNCTIONS 10u /* of a new file */

const char *quantity_name(unsigned quantity)
{
	return quantity == QUANTITY_CYCLES          ? "cycles"
		: quantity == QUANTITY_INSTRUCTIONS ? "instructions"
		: quantity == QUANTITY_WORST        ? "worst"
						    : cause_names[quantity - QUANTITY_CAUSES];
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

static bool is_gap(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* A part of one line, without gaps round it. */
struct span {
	const char *at, *end;
};

static bool is(struct span s, const char *word)
{
	return (size_t)(s.end - s.at) == strlen(word) && !memcmp(s.at, word, strlen(word));
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
	return options_number(text, &b->bound)
		&& (!kib
			|| (b->thing == THING_STACK
				&& !__builtin_mul_overflow(b->bound, 1024u, &b->bound)));
}

static void read_thing(struct budget *b, struct span s)
{
	size_t skip = strlen(LATENCY);

	b->thing = is(s, "total")                                                ? THING_TOTAL
		: is(s, "stack")                                                 ? THING_STACK
		: s.end - s.at > (ptrdiff_t)skip && !memcmp(s.at, LATENCY, skip) ? THING_LATENCY
										 : THING_CODE;
	b->inclusive = b->thing == THING_CODE && s.at < s.end && *s.at == '+';
	s.at += b->thing == THING_LATENCY ? skip : b->inclusive;
	while (s.at < s.end && is_gap(*s.at))
		s.at++;
	if (b->thing == THING_TOTAL || b->thing == THING_STACK)
		s.at = s.end;
	b->name = allocate((size_t)(s.end - s.at) + 1, 1);
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

/* Takes the next word, up to the end of the line or to a comment. */
static bool next_word(struct span *rest, struct span *word)
{
	while (rest->at < rest->end && is_gap(*rest->at))
		rest->at++;
	word->at = rest->at;
	if (rest->at == rest->end || *rest->at == '#')
		return false;
	while (rest->at < rest->end && !is_gap(*rest->at))
		rest->at++;
	word->end = rest->at;
	return true;
}

static bool read_line(struct budgets *b, struct span rest, unsigned line)
{
	struct span last[5] = { { 0 } }, next; /* words, the last one first */
	const char *first = NULL;
	unsigned i = 1, quantity; /* i: the word before the bound */

	for (; next_word(&rest, &next); last[0] = next) {
		memmove(&last[1], &last[0], 4 * sizeof last[0]);
		first = first ? first : next.at;
	}
	if (!first)
		return true;
	GROW(b->at, b->n, b->room);
	struct budget *x = &b->at[b->n++];
	*x = (struct budget){ .line = line, .column = column_of(b, first) };
	struct span bound = last[0];
	if (is(bound, "KiB") && last[1].at)
		bound.at = last[i++].at;
	if (last[i].at && is(last[i], "<="))
		i++;
	x->at = (size_t)(bound.at - b->text);
	x->length = (size_t)(bound.end - bound.at);
	for (quantity = 0; quantity < QUANTITIES; quantity++)
		if (last[i + 1].at && is(last[i], quantity_name(quantity)))
			break;
	bool given = quantity < QUANTITIES;
	x->quantity = given ? quantity : QUANTITY_CYCLES;
	read_thing(x,
		last[i].at ? (struct span){ first, last[i + given].end }
			   : (struct span){ first, first });
	if (x->thing == THING_CODE && !x->name[0])
		return bad(b, x, bound.at,
			"whose bound? Give a function, a call path, total, "
			"stack or latency A:B before it");
	if (x->thing == THING_STACK && given)
		return bad(b, x, last[i].at, "the stack's bound is in bytes; leave this word out");
	if (x->thing == THING_LATENCY && x->quantity)
		return bad(b, x, last[i].at, "a latency is in cycles; leave this word out");
	return read_bound(x, bound)
		|| bad(b, x, bound.at,
			"not a bound; give a number (12000, "
			"1.2M; of the stack also 2 KiB) or percent of the base (105%)");
}

static bool read_lines(struct budgets *b)
{
	const char *end = b->text + b->size, *next;
	unsigned line = 1;

	if (memchr(b->text, 0, b->size))
		return fail("%s: not a text; give a file of budgets, lines such as "
			    "`main cycles 12000`",
			b->path);
	for (const char *at = b->text; at < end; at = next + 1) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next ? next : end;
		if (!read_line(b, (struct span){ at, next }, line++))
			return false;
	}
	return b->n
		|| fail("%s: has no budget; give lines such as `main cycles 12000`, or let "
			"`tally check --update` write a new file",
			b->path);
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

/* ---- from a capture ---- */
static bool rewrite(FILE *f, const struct budgets *b, const struct measured *m)
{
	size_t at = 0;
	uint64_t value;

	for (size_t i = 0; i < b->n; i++) {
		const struct budget *x = &b->at[i];
		if (x->relative)
			continue;
		if (!measure(m, x, b->path, &value, NULL))
			return false;
		fwrite(b->text + at, 1, x->at - at, f);
		fprintf(f, "%" PRIu64, value);
		at = x->at + x->length;
	}
	fwrite(b->text + at, 1, b->size - at, f);
	return true;
}

/* Is it one line of text, which means the same when it is read again? */
static bool is_plain(const char *name)
{
	char *plain = text_plain(name, "");
	bool same = !strcmp(plain, name);

	free(plain);
	return same;
}

/* Is it read as this function's name, and not as another thing? */
static bool is_readable(const char *name)
{
	return is_plain(name) && strcmp(name, "total") != 0 && strcmp(name, "stack") != 0
		&& strncmp(name, LATENCY, strlen(LATENCY)) != 0 && !strchr("#+[", name[0])
		&& !strstr(name, ARROW) && !strstr(name, " #") && !strpbrk(name, "\n\r\t");
}

/* The function's name as a line of budgets can hold it, which stands in every build; NULL: none. */
static const char *name_in_file(const struct measured *m, const struct function *f)
{
	const char *const names[] = { f->source, clone_source(f->linker), f->linker };
	const char *name = NULL;
	bool *meant = allocate(m->firmware.symbols.n_functions, sizeof *meant);

	for (size_t i = 0; i < 3 && !name; i++)
		if (is_readable(names[i]) && measured_meant(m, names[i], meant) == 1
			&& meant[f - m->firmware.symbols.functions])
			name = names[i];
	free(meant);
	return name;
}

static void write_new(FILE *f, const struct measured *m)
{
	const struct profile *p = &m->profile;
	const struct symbols *s = &m->firmware.symbols;
	unsigned n = 0;

	fprintf(f,
		"# tally check: THING [QUANTITY] BOUND; `tally check --update` rewrites the "
		"bounds\n%-24s cycles %10" PRIu64 "\n",
		"total", p->counters.ticks);
	if (p->stack_bytes)
		fprintf(f, "%-24s %17" PRIu32 "\n", "stack", p->stack_bytes);
	if (p->latency.n && is_plain(p->latency.name))
		fprintf(f, "latency %-16s cycles %10" PRIu64 "\n", p->latency.name,
			latency_longest(&p->latency));
	measured_note_shared(m);
	bool *written = allocate(s->n_functions, sizeof *written);
	for (size_t i = 0; i < m->functions.n && n < FUNCTIONS; i++) {
		const struct row *row = &m->functions.rows[i];
		const struct function *x = symbols_find(s, row->lo);
		const char *name = x && x->lo == row->lo && !written[x - s->functions]
			? name_in_file(m, x)
			: NULL;
		uint64_t value;
		if (!name || row->straddles
			|| !measure(m, &(struct budget){ .name = (char *)(uintptr_t)name }, NULL,
				&value, written))
			continue;
		fprintf(f, "%-24s cycles %10" PRIu64 "\n", name, value);
		n++;
	}
	free(written);
}

bool budgets_update(const char *path, const struct measured *m)
{
	struct budgets b = { 0 };
	struct stat s;
	char *text;
	size_t size;
	bool old = stat(path, &s) == 0 && (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)), good = true;

	if (old && !budgets_read(&b, path))
		return false;
	if (b.wide) {
		budgets_free(&b);
		return fail("%s: is UTF-16, and --update writes UTF-8: convert it first", path);
	}
	FILE *f = stream_open(&text, &size);
	if (old)
		good = rewrite(f, &b, m);
	else
		write_new(f, m);
	stream_close(f);
	if (old)
		file_release(path);
	good = good && file_write(path, text, size);
	free(text);
	budgets_free(&b);
	return good;
}
