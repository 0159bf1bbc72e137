/* SPDX-License-Identifier: ISC
 * options.c - the command line of one command, read from a list; the contract is term.h.
 */
#include "term.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"

#define HELP_COLUMN 27
#define EXPONENTS 99 /* of a number, at most */
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *dashes(const struct option_def *o)
{
	return o->name[1] ? "--" : "-";
}

/* An exponent, and a unit's; false: neither, or not alone. */
static bool read_power(const char *text, long *power)
{
	static const struct {
		const char *name;
		long power;
	} units[] = { { "", 0 }, { "k", 3 }, { "K", 3 }, { "M", 6 }, { "G", 9 } };
	char *end = (char *)text;
	size_t unit = 0;

	*power = 0;
	if ((*text | 0x20) == 'e') {
		const char *digits = text + 1 + (text[1] == '+' || text[1] == '-');
		if (*digits < '0' || *digits > '9')
			return false;
		*power = strtol(text + 1, &end, 10);
	}
	while (unit < COUNT(units) && strcmp(end, units[unit].name) != 0)
		unit++;
	if (unit == COUNT(units) || *power > EXPONENTS || *power < -EXPONENTS)
		return false;
	*power += units[unit].power;
	return true;
}

/* Digit by digit, as floating point would round: 0.57M is an integer, 0.0001k is none. */
bool options_number(const char *text, uint64_t *value)
{
	size_t digits = strspn(text, "0123456789"), behind = 0;
	long power;

	if (!digits)
		return false;
	if (text[0] == '0' && (text[1] | 0x20) == 'x') {
		char *end;
		errno = 0;
		*value = strtoull(text, &end, 16);
		return !errno && end > text + 2 && !*end;
	}
	if (text[digits] == '.' && !(behind = strspn(text + digits + 1, "0123456789")))
		return false;
	size_t n = digits + behind + (behind > 0);
	if (!read_power(text + n, &power))
		return false;
	*value = 0;
	power += (long)digits; /* places before the point */
	for (size_t i = 0; (long)i < power || i < digits + behind; i++) {
		unsigned digit =
			i >= digits + behind ? 0 : (unsigned)(text[i + (i >= digits)] - '0');
		if ((long)i >= power ? digit != 0
				     : __builtin_mul_overflow(*value, 10u, value)
					|| __builtin_add_overflow(*value, digit, value))
			return false;
	}
	return true;
}

static bool read_choice(const struct option_def *o, const char *value)
{
	char all[256] = "";

	for (unsigned i = 0; o->choices[i]; i++) {
		if (!strcmp(o->choices[i], value)) {
			*(unsigned *)o->to = i;
			return true;
		}
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
			o->choices[i]);
	}
	return fail("%s%s %s: not one of: %s", dashes(o), o->name, value, all);
}

static bool apply(const struct option_def *o, const char *value)
{
	uint64_t number;
	struct texts *many = o->to;

	switch (o->kind) {
	case OPTION_FLAG: *(bool *)o->to = true; return true;
	case OPTION_NUMBER:
		if (!options_number(value, &number) || number < o->min || number > o->max)
			return fail("%s%s %s: not a number from %" PRIu64 " to %" PRIu64, dashes(o),
				o->name, value, o->min, o->max);
		*(uint64_t *)o->to = number;
		return true;
	case OPTION_CHOICE: return read_choice(o, value);
	case OPTION_MANY:
		if (many->n == TEXTS_ROOM)
			return fail(
				"--%s %s: given more than %d times", o->name, value, TEXTS_ROOM);
		many->at[many->n++] = value;
		return true;
	default: *(const char **)o->to = value; return true;
	}
}

/* Is it one of the words? */
static bool is_listed(const char *words, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = words; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
		if (strcspn(at, " ") == n && !strncmp(at, name, n))
			return true;
	return false;
}

static void print_help(const struct usage *u)
{
	const struct term t = term_open(&(struct term_options){ 0 });
	char left[64], rare[512] = "rarely needed:"; /* what --help names only */
	size_t n = strlen(rare);

	printf("usage: tally %s [OPTION...] %s\n", u->command, u->operands);
	term_fold_at(&t, u->about, 0, 0);
	printf("\n");
	for (const struct option_def *o = u->options; o->name; o++) {
		const char *value = o->value ? o->value : "";
		const char *between = o->value && o->kind != OPTION_MAYBE ? " " : "";
		if (is_listed(u->rare, o->name)) {
			n += (size_t)snprintf(rare + n, sizeof rare - n, " %s%s%s%s", dashes(o),
				o->name, o->value ? " " : "", value);
			continue;
		}
		snprintf(left, sizeof left, "%s%s%s%s", dashes(o), o->name, between, value);
		size_t columns = (size_t)printf("  %-24s ", left);
		term_fold_at(&t, o->help, columns, HELP_COLUMN);
	}
	printf("\n");
	if (u->rare)
		term_fold_at(&t, rare, 0, 0);
	for (size_t i = 0; u->examples && u->examples[i]; i++)
		printf("%s  %s\n", u->rare && !i ? "\n" : "", u->examples[i]);
	if (u->more)
		u->more();
}

/* Takes option argv[*i], and its value if that is the next argument. */
static bool take_option(const struct usage *u, int argc, char **argv, int *i)
{
	const size_t skip = argv[*i][1] == '-' ? 2 : 1;
	const char *name = argv[*i] + skip, *next = *i + 1 < argc ? argv[*i + 1] : NULL, *dot;
	const size_t n = strcspn(name, "=");
	const char *value = name[n] ? name + n + 1 : NULL;
	const struct option_def *o = u->options;

	while (o->name
		&& (strlen(dashes(o)) != skip || strlen(o->name) != n || strncmp(o->name, name, n)))
		o++;
	if (!o->name)
		return fail(
			"%s: no such option; `tally %s --help` lists them", argv[*i], u->command);
	if (o->kind == OPTION_FLAG && value)
		return fail("--%s takes no value", o->name);
	if (o->kind == OPTION_MAYBE && !value) {
		dot = next ? strrchr(next, '.') : NULL;
		if (dot && !strcmp(dot + 1, o->name) && access(next, F_OK) != 0)
			return fail("%s: No such file; to write it give --%s=%s", next, o->name,
				text_shell(next));
		value = "";
	}
	if (o->kind != OPTION_FLAG && !value) {
		if (!next)
			return fail("%s%s: needs a value: %s", dashes(o), o->name, o->value);
		value = next;
		++*i;
	}
	if (o->mark)
		*o->mark = o->name;
	return apply(o, value);
}

bool options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room,
	int *status)
{
	bool options = true;
	size_t n = 0;

	*status = EXIT_FAILURE;
	for (size_t i = 0; i < room; i++)
		operands[i] = NULL;
	for (int i = 0; i < argc; i++) {
		bool operand = !options || argv[i][0] != '-' || !argv[i][1];
		if (operand && n == room)
			return fail("%s: one argument too many; `tally %s --help` shows the use",
				argv[i], u->command);
		if (operand) {
			operands[n++] = argv[i];
		} else if (!strcmp(argv[i], "--")) {
			options = false;
		} else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			print_help(u);
			*status = stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
			return false;
		} else if (!take_option(u, argc, argv, &i)) {
			return false;
		}
	}
	return n >= u->least || fail("%s: %s", u->command, u->missing);
}
