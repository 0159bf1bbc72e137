/* SPDX-License-Identifier: ISC
 * options.c - the command line of one command, read from a list; the contract is options.h.
 */
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "term.h"
#include "text.h"

#define HELP_COLUMN 27

static const char *dashes(const struct option_def *o)
{
	return o->name[1] ? "--" : "-";
}

/* Reads the digits of *text, skipping the decimal point. *behind: digits after the point. False: no digits, or
 * overflow. */
static bool read_digits(const char **text, uint64_t *value, int *behind)
{
	const char *p = *text;
	bool point = false;

	*value = 0;
	*behind = 0;
	for (; (*p >= '0' && *p <= '9') || (*p == '.' && !point); p++) {
		if (*p == '.')
			point = true;
		else if (__builtin_mul_overflow(*value, 10, value) || __builtin_add_overflow(*value, (uint64_t)(*p - '0'), value))
			return false;
		else
			*behind += point;
	}
	bool good = p[-1] != '.';
	*text = p;
	return good;
}

static bool read_hex(const char *text, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 16);
	return !errno && end > text + 2 && !*end;
}

bool options_number(const char *text, uint64_t *value)
{
	static const struct { const char *name; int zeros; } units[] = { { "k", 3 }, { "K", 3 }, { "M", 6 }, { "G", 9 } };
	int behind, zeros = 0;

	if (text[0] < '0' || text[0] > '9')
		return false;
	if (text[0] == '0' && (text[1] | 0x20) == 'x')
		return read_hex(text, value);
	if (!read_digits(&text, value, &behind))
		return false;
	if ((*text | 0x20) == 'e' && text[1] >= '0' && text[1] <= '9') {
		char *end;
		unsigned long n = strtoul(text + 1, &end, 10);
		zeros = n > 99 ? 99 : (int)n;
		text = end;
	}
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcmp(text, units[i].name)) {
			zeros += units[i].zeros;
			text = "";
		}
	for (zeros -= behind; zeros < 0; zeros++) {		/* still a whole number: 2.50M */
		if (*value % 10)
			return false;
		*value /= 10;
	}
	for (; zeros > 0 && *value; zeros--)
		if (__builtin_mul_overflow(*value, 10, value))
			return false;
	return !*text;
}

static bool read_choice(const struct option_def *o, const char *value)
{
	char all[256] = "";

	for (unsigned i = 0; o->choices[i]; i++) {
		if (!strcmp(o->choices[i], value)) {
			*(unsigned *)o->to = i;
			return true;
		}
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", o->choices[i]);
	}
	return fail("%s%s %s: not one of: %s", dashes(o), o->name, value, all);
}

static const char no[] = "no";		/* the value of --no-NAME */

static bool apply(const struct option_def *o, const char *value)
{
	uint64_t number;
	struct texts *many = o->to;

	switch (o->kind) {
	case OPTION_FLAG:
	case OPTION_ON:
		*(bool *)o->to = value != no;
		return true;
	case OPTION_NUMBER:
		if (!options_number(value, &number) || number < o->min || number > o->max)
			return fail("%s%s %s: not a number from %" PRIu64 " to %" PRIu64, dashes(o), o->name, value, o->min, o->max);
		*(uint64_t *)o->to = number;
		return true;
	case OPTION_CHOICE:
		return read_choice(o, value);
	case OPTION_MANY:
		if (many->n == TEXTS_ROOM)
			return fail("--%s %s: given more than %d times", o->name, value, TEXTS_ROOM);
		many->at[many->n++] = value;
		return true;
	default:
		*(const char **)o->to = value;
		return true;
	}
}

static void print_help(const struct usage *u)
{
	const struct term t = term_open(&(struct term_options){ 0 });

	printf("usage: tally %s [OPTION...] %s\n", u->command, u->operands);
	term_fold_at(&t, u->about, 0, 0);
	printf("\n");
	for (const struct option_def *o = u->options; o->name; o++) {
		char left[64];
		snprintf(left, sizeof left, "%s%s%s%s%s", dashes(o), o->kind == OPTION_ON ? "no-" : "", o->name, o->value ? o->kind == OPTION_MAYBE ? "" : " " : "", o->value ? o->value : "");
		size_t columns = (size_t)printf("  %-24s ", left);
		term_fold_at(&t, o->help, columns, HELP_COLUMN);
	}
	printf("\n");
	for (size_t i = 0; u->examples && u->examples[i]; i++)
		printf("  %s\n", u->examples[i]);
}

/* The option that an argument names, or NULL. *value: what follows its '='; `no` for --no-NAME; else NULL. */
static const struct option_def *find(const struct usage *u, const char *argument, const char **value)
{
	size_t skip = argument[1] == '-' ? 2 : 1;
	const char *name = argument + skip;
	size_t n = strcspn(name, "=");

	*value = name[n] ? name + n + 1 : NULL;
	for (const struct option_def *o = u->options; o->name; o++) {
		if (strlen(dashes(o)) == skip && strlen(o->name) == n && !strncmp(o->name, name, n))
			return o;
		if (o->kind == OPTION_ON && n > 3 && !strncmp(name, "no-", 3) && strlen(o->name) == n - 3
		    && !strncmp(name + 3, o->name, n - 3)) {
			*value = *value ? *value : no;
			return o;
		}
	}
	return NULL;
}

enum options_result options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room)
{
	size_t n = 0;
	bool options = true;

	for (size_t i = 0; i < room; i++)
		operands[i] = NULL;
	for (int i = 0; i < argc; i++) {
		const char *argument = argv[i], *value;
		if (options && !strcmp(argument, "--")) {
			options = false;
			continue;
		}
		if (!options || argument[0] != '-' || !argument[1]) {
			if (n == room) {
				fail("%s: one argument too many; `tally %s --help` shows the use", argument, u->command);
				return OPTIONS_BAD;
			}
			operands[n++] = argument;
			continue;
		}
		if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
			print_help(u);
			return OPTIONS_HELP;
		}
		const struct option_def *o = find(u, argument, &value);
		if (!o) {
			fail("%s: no such option; `tally %s --help` lists them", argument, u->command);
			return OPTIONS_BAD;
		}
		bool flag = o->kind == OPTION_FLAG || o->kind == OPTION_ON;
		if (flag && value && value != no) {
			fail("--%s takes no value", o->name);
			return OPTIONS_BAD;
		}
		if (o->kind == OPTION_MAYBE && !value) {
			const char *next = i + 1 < argc ? argv[i + 1] : "", *dot = strrchr(next, '.');
			if (dot && !strcmp(dot + 1, o->name) && access(next, F_OK) != 0) {
				fail("%s: No such file; to write it give --%s=%s", next, o->name, text_shell(next));
				return OPTIONS_BAD;
			}
			value = "";
		}
		if (!flag && !value) {
			if (i + 1 == argc) {
				fail("%s%s: needs a value: %s", dashes(o), o->name, o->value);
				return OPTIONS_BAD;
			}
			value = argv[++i];
		}
		if (!apply(o, value))
			return OPTIONS_BAD;
		if (o->mark)
			*o->mark = o->name;
	}
	return OPTIONS_GOOD;
}
