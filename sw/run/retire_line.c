/* SPDX-License-Identifier: ISC
 * retire_line.c - what one line of a simulation's log says.
 */
#include "retire.h"

#include <string.h>

struct field {
	const char *at;
	size_t n;
};

static struct field take(const char **line)
{
	const char *at = *line + strspn(*line, " \t\r\n");
	size_t n = strcspn(at, " \t\r\n");

	*line = at + n;
	return (struct field){ at, n };
}

static struct field next(const char *line)
{
	return take(&line);
}

static bool is(struct field f, const char *text)
{
	return f.n == strlen(text) && !memcmp(f.at, text, f.n);
}

static bool begins(struct field f, const char *text)
{
	return f.n >= strlen(text) && !memcmp(f.at, text, strlen(text));
}

static struct field cut(struct field f, size_t front, size_t back)
{
	return f.n < front + back ? (struct field){ f.at, 0 }
				  : (struct field){ f.at + front, f.n - front - back };
}

/* The digits that the field begins with; 0: none, or more than 64 bits. */
static size_t digits(struct field f, unsigned base, uint64_t *value)
{
	size_t n = 0;

	for (*value = 0; n < f.n; n++) {
		char c = f.at[n];
		unsigned digit = c >= '0' && c <= '9'            ? (unsigned)(c - '0')
			: (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (unsigned)((c | 0x20) - 'a') + 10
								 : base;
		if (digit >= base)
			break;
		if (*value > (UINT64_MAX - digit) / base)
			return 0;
		*value = *value * base + digit;
	}
	return n;
}

static bool decimal(struct field f, uint64_t *value)
{
	return f.n && digits(f, 10, value) == f.n;
}

/* A hexadecimal number: after 0x, or of so many digits, or twice as many. */
static bool hexadecimal(struct field f, size_t n, uint64_t *value)
{
	if (begins(f, "0x"))
		return f.n > 2 && digits(cut(f, 2, 0), 16, value) == f.n - 2;
	return (f.n == n || f.n == 2 * n) && digits(f, 16, value) == f.n;
}

/* (0x00000013) */
static bool in_brackets(struct field f, uint64_t *value)
{
	return begins(f, "(0x") && f.at[f.n - 1] == ')' && hexadecimal(cut(f, 1, 1), 0, value);
}

static void set_sp(struct retire_line *r, struct field f)
{
	uint64_t value;

	r->has_sp = digits(begins(f, "0x") ? cut(f, 2, 0) : f, 16, &value) > 0;
	r->sp = r->has_sp ? (uint32_t)value : 0;
}

/* Behind the instruction: `x2  0x...`, `x 2 0x...` of Spike and CVA6; `x2=...`, `sp=...`, traps of
 * the others. */
static void read_effect(
	struct retire_line *r, struct field before, struct field f, const char *line)
{
	if (is(f, "<TRAP_ENTRY>") || begins(f, "==>"))
		r->handler = true;
	else if (is(f, "(C)") || begins(f, "-->"))
		r->trapped = true;
	else if (begins(f, "x2=") || begins(f, "sp="))
		set_sp(r, cut(f, 3, 0));
	else if (!r->has_cycle && (is(f, "x2") || (is(f, "2") && is(before, "x")))
		&& begins(next(line), "0x"))
		set_sp(r, next(line));
}

/* CVA6: `ILLEGAL_INSTR exception @ 0x80000000 (0x00000000)`. Spike: `exception
 * trap_load_access_fault, epc 0x80000000` */
static bool read_trap(struct retire_line *r, struct field f, const char **line)
{
	if (!is(f, "exception") && !is(f = take(line), "exception"))
		return false;
	r->kind = RETIRE_LINE_TRAP;
	r->exception = true;
	for (f = take(line); f.n && !begins(f, "0x"); f = take(line))
		if (begins(f, "interrupt"))
			r->exception = false;
	return hexadecimal(f, 0, &r->pc);
}

/* `core   0: >>>>  main`, `core   0: Executed 7 times`, `core   0:           tval
 * 0x0000000000000000` */
static bool read_other(struct retire_line *r, struct field f, const char **line)
{
	if (is(f, "Executed") && decimal(take(line), &r->times) && r->times && !(r->times >> 48)
		&& is(take(line), "times"))
		r->kind = RETIRE_LINE_REPEATED;
	else if (is(f, ">>>>") || is(f, "tval") || is(f, "trigger"))
		r->kind = RETIRE_LINE_OTHER;
	else
		return read_trap(r, f, line);
	return true;
}

static bool is_privilege(struct field f)
{
	return f.n == 1 && strchr("0123MSU", *f.at);
}

static bool read_commit(struct retire_line *r, const char **line)
{
	struct field f = take(line);
	bool privilege;
	uint64_t insn;

	if (is(f, "core"))
		f = take(line);
	if ((r->handler = is(f, "INTERRUPT")))
		f = take(line);
	if (f.n > 1 && f.at[f.n - 1] == ':') {
		if (!decimal(cut(f, 0, 1), &r->hart))
			return false;
		r->has_hart = true;
		f = take(line);
	}
	if ((privilege = is_privilege(f)))
		f = take(line);
	if (!begins(f, "0x"))
		return read_other(r, f, line);
	if (!hexadecimal(f, 0, &r->pc) || !in_brackets(take(line), &insn))
		return false;
	r->insn = (uint32_t)insn;
	r->kind = privilege ? RETIRE_LINE_RETIRED : RETIRE_LINE_LISTED;
	return true;
}

/* 130, 130ns, 1.300 */
static bool is_time(struct field f)
{
	uint64_t whole, part;
	size_t n = digits(f, 10, &whole);

	if (n && n + 1 < f.n && f.at[n] == '.')
		n += 1 + digits(cut(f, n + 1, 0), 10, &part);
	return n && (n == f.n || (f.n - n <= 2 && f.at[f.n - 1] == 's'));
}

/* Behind the time or number, or VeeR's cycle: `14 : #3 0 80000008 ...`, with a hart. */
static bool read_columns(struct retire_line *r, struct field first, const char **line)
{
	struct field cycle = take(line), f;
	uint64_t insn;

	digits(first, 10, &r->number);
	if (is(cycle, ":") && begins(take(line), "#")) {
		cycle = first;
		r->has_hart = decimal(take(line), &r->hart);
	} else if (cycle.n && cycle.n <= 2 && cycle.at[cycle.n - 1] == 's') {
		cycle = take(line); /* behind the unit of the time */
	}
	f = take(line);
	r->bare = !begins(f, "0x") && !r->has_hart;
	r->has_cycle = true;
	if (!decimal(cycle, &r->cycle) || r->cycle >> 48 || !hexadecimal(f, 8, &r->pc)
		|| !hexadecimal(take(line), 4, &insn))
		return false;
	r->starts = r->bare && f.at[f.n] != '\t' && !is_privilege(next(*line));
	r->insn = (uint32_t)insn;
	r->kind = RETIRE_LINE_RETIRED;
	return true;
}

/* NAME[7 */
static bool in_square(struct field f, const char *name, uint64_t *value)
{
	f = cut(f, begins(f, name) ? strlen(name) : f.n, 0);
	size_t n = digits(f, 16, value);
	return n && n < f.n && f.at[n] == ']';
}

/* Rocket: `C0: 12 [1] pc=[80000000] W[r 2=80001000][1] R[r 0=00000000] ... inst=[00000297] ...`;
 * Sodor: `Cyc= 12 [1] pc=[...`. A 0 behind the cycle: nothing retires, or it traps. */
static bool read_printf(struct retire_line *r, struct field first, const char **line)
{
	struct field f = take(line), before = f;
	uint64_t retires, insn = 0;

	r->has_hart = begins(first, "C") && first.at[first.n - 1] == ':';
	r->has_cycle = true;
	if ((r->has_hart ? !decimal(cut(first, 1, 1), &r->hart) : !is(first, "Cyc="))
		|| !decimal(f, &r->cycle) || !in_square(take(line), "[", &retires)
		|| !in_square(take(line), "pc=[", &r->pc))
		return false;
	while (f.n && !in_square(f = take(line), "inst=[", &insn)) {
		if (is(before, "W[r") && begins(f, "2=") && f.n > 5 && f.at[f.n - 2] == '1')
			set_sp(r, cut(f, 2, 4));
		before = f;
	}
	r->insn = (uint32_t)insn;
	r->kind = retires ? RETIRE_LINE_RETIRED : RETIRE_LINE_OTHER;
	r->pc = retires ? r->pc : 0;
	return f.n > 0;
}

static bool begins_record(struct field f, const char *line)
{
	uint64_t insn;

	if (begins(f, "0x"))
		return in_brackets(next(line), &insn);
	if (is(f, "core"))
		return is(f = next(line), "INTERRUPT") || (f.n > 1 && f.at[f.n - 1] == ':');
	if (*f.at == 'C')
		return read_printf(&(struct retire_line){ 0 }, f, &line);
	return is_time(f) && read_columns(&(struct retire_line){ 0 }, f, &line);
}

/* False: the line goes on with another record, so one of the two has lost its end. */
static bool read_rest(struct retire_line *r, const char *line)
{
	for (struct field f = take(&line), before = f; f.n; before = f, f = take(&line)) {
		if (begins_record(f, line))
			return false;
		if (r->kind == RETIRE_LINE_RETIRED)
			read_effect(r, before, f, line);
	}
	return true;
}

/* Time Cycle PC Instr ... */
static struct retire_line read_heading(const char *line, bool ordered)
{
	struct retire_line r = { .kind = RETIRE_LINE_OTHER, .ordered = ordered };

	for (struct field f = take(&line); f.n; f = take(&line))
		if ((r.starts = is(f, "Instr")) || is(f, "Insn")) {
			r.kind = RETIRE_LINE_HEADING;
			break;
		}
	return r;
}

struct retire_line retire_line_read(const char *line)
{
	const char *rest = line;
	struct field first = take(&rest);
	struct retire_line r = { 0 }, columns = { 0 }, printed = { 0 };

	if (!first.n || begins(first, "//")) /* VeeR's heading */
		return (struct retire_line){ .kind = RETIRE_LINE_OTHER };
	if (is(first, "Time") || is(first, "Order"))
		return read_heading(line, is(first, "Order"));
	if (is_time(first) && read_columns(&columns, first, &rest))
		r = columns;
	else if (*first.at == 'C' && read_printf(&printed, first, &rest))
		r = printed;
	else if (!read_commit(&r, &line))
		return (struct retire_line){ .kind = RETIRE_LINE_STRANGE };
	else
		rest = line;
	return r.pc & 1 || !read_rest(&r, rest)
		? (struct retire_line){ .kind = RETIRE_LINE_STRANGE }
		: r;
}
