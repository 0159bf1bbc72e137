/* SPDX-License-Identifier: ISC
 * emit.c - rows of numbers as text, as CSV, as JSON; the contract is emit.h.
 */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include "sw/base/base.h"

#define LEAST_WORDS 4 /* columns that a text has, whatever the width */
#define LEAST_END 8 /* and one that ends a line */

struct emit emit_to_term(const struct term *t)
{
	return (struct emit){ .form = EMIT_TO_TERM, .term = t, .width = t->width, .between = "" };
}

struct emit emit_to_csv(FILE *f)
{
	return (struct emit){ .form = EMIT_TO_CSV, .f = f, .between = "" };
}

struct emit emit_to_json(FILE *f)
{
	return (struct emit){ .form = EMIT_TO_JSON, .f = f, .between = "" };
}

bool emit_row(struct emit *e, enum emit_line line)
{
	e->line = line;
	e->used = e->column = 0;
	e->rows_only = false;
	if (e->form == EMIT_TO_CSV) {
		e->between = "";
		return line == EMIT_HEADING || line == EMIT_ROW || line == EMIT_SUM;
	}
	if (e->form == EMIT_TO_TERM)
		return true;
	if (line == EMIT_ROW)
		emit_object(e, NULL);
	return line == EMIT_ROW;
}

static const char *term_value(const struct emit_value *v, char *buffer, size_t size)
{
	switch (v->kind) {
	case EMIT_NONE:
	case EMIT_NULL:
	case EMIT_TEXT: return v->text ? v->text : "";
	case EMIT_COUNT:
	case EMIT_SOME:
	case EMIT_FLAG: return v->n || v->kind != EMIT_SOME ? term_number(v->n) : "";
	case EMIT_CHANGE:
		snprintf(buffer, size, "%s%s",
			v->negative    ? "-"
				: v->n ? "+"
				       : " ",
			term_number(v->n));
		return buffer;
	case EMIT_HEX: snprintf(buffer, size, "0x%08" PRIx64, v->n); return buffer;
	default:
		snprintf(buffer, size,
			v->kind == EMIT_PERCENT          ? "%.2f%%"
				: v->kind == EMIT_GROWTH ? "%+.2f%%"
				: v->kind == EMIT_SHARE  ? "%.1f%%"
							 : "%.2f",
			v->x);
		return buffer;
	}
}

static void to_term(struct emit *e, int width, const char *heading, const struct emit_value *v)
{
	char buffer[400]; /* holds any double */
	size_t at = e->column++;
	const char *text = e->line == EMIT_HEADING ? heading : term_value(v, buffer, sizeof buffer);
	bool plain = v->kind != EMIT_TEXT && e->line != EMIT_HEADING;
	int gap = e->used != 0, columns = (int)(plain ? strlen(text) : term_columns(text)) + gap;

	if (e->line == EMIT_SUM && e->rows_only)
		return;
	int *measured = &e->widths[at < EMIT_COLUMNS ? at : EMIT_COLUMNS - 1];
	if (e->line == EMIT_MEASURE) {
		*measured = columns > *measured ? columns : *measured;
		e->used++;
		return;
	}
	width = at < EMIT_COLUMNS && *measured > width ? *measured : width;
	width = columns > width ? columns : width;
	for (int blanks = width - columns + gap; blanks; blanks--)
		putchar_unlocked(' ');
	if (plain)
		fputs_unlocked(text, stdout);
	else
		term_text(text, 0);
	e->used += (size_t)width;
}

/* Of CSV and JSON. */
static void put_value(struct emit *e, const struct emit_value *v)
{
	bool json = e->form == EMIT_TO_JSON;

	switch (v->kind) {
	case EMIT_NONE:
	case EMIT_NULL: fputs(json ? "null" : "", e->f); break;
	case EMIT_TEXT: (json ? text_json : text_csv)(e->f, v->text); break;
	case EMIT_FLAG: fputs(json ? v->n ? "true" : "false" : v->n ? "1" : "0", e->f); break;
	case EMIT_HEX:
		if (!json) {
			fprintf(e->f, "0x%08" PRIx64, v->n);
			break;
		}
		/* fall through */
	case EMIT_COUNT:
	case EMIT_SOME:
	case EMIT_CHANGE:
		fputs_unlocked(v->negative ? "-" : "", e->f);
		fputs_unlocked(text_number(v->n, false), e->f);
		break;
	default: fprintf(e->f, "%.6f", v->x);
	}
}

void emit(struct emit *e, int width, const char *text, const char *csv, const char *json,
	struct emit_value value)
{
	if (e->form == EMIT_TO_JSON) {
		if (json)
			emit_member(e, json, value);
	} else if (e->form == EMIT_TO_TERM) {
		if (width)
			to_term(e, width, text, &value);
	} else if (csv) {
		fputs(e->between, e->f);
		e->between = ",";
		if (e->line == EMIT_HEADING)
			fputs(csv, e->f);
		else
			put_value(e, &value);
	}
}

static size_t room_for(const struct emit *e, size_t least)
{
	return !e->width ? 0 : e->width > e->used + least ? e->width - e->used : least;
}

size_t emit_room(const struct emit *e)
{
	return room_for(e, LEAST_END);
}

void emit_row_end(struct emit *e, const char *text)
{
	if (e->form == EMIT_TO_JSON)
		emit_end(e);
	else if (e->form == EMIT_TO_CSV)
		fputs("\r\n", e->f);
	else if (e->line != EMIT_MEASURE) {
		if (text) {
			emit_gap(e);
			term_text(text, room_for(e, LEAST_END));
		}
		putchar('\n');
	}
}

int emit_width(uint64_t n, const char *heading)
{
	size_t number = strlen(term_number(n)), least = strlen(heading);

	return 2 + (int)(number > least ? number : least);
}

static bool in_text(const struct emit *e)
{
	return e->form == EMIT_TO_TERM && e->line != EMIT_MEASURE;
}

void emit_hue(struct emit *e, enum hue hue)
{
	if (!in_text(e) || e->line != EMIT_ROW)
		return;
	fputs(term_hue(e->term, hue), stdout);
	e->coloured = true;
}

void emit_plain(struct emit *e)
{
	if (e->coloured)
		fputs(term_plain(e->term), stdout);
	e->coloured = false;
}

void emit_gap(struct emit *e)
{
	if (!in_text(e))
		return;
	fputs("  ", stdout);
	e->used += 2;
	emit_plain(e);
}

void emit_words(struct emit *e, const char *text, size_t pad)
{
	if (!in_text(e))
		return;
	size_t room = room_for(e, LEAST_WORDS), n = term_text(text, room);

	pad = room && pad > room ? room : pad;
	if (n < pad)
		printf("%*s", (int)(pad - n), "");
	e->used += n > pad ? n : pad;
}

void emit_bar(struct emit *e, double share, unsigned columns)
{
	if (!in_text(e))
		return;
	term_bar(e->term, share, columns);
	e->used += columns;
}

/* What comes before an element or a member. */
static void begin(struct emit *e, const char *name)
{
	fputs_unlocked(e->between, e->f);
	e->between = ", ";
	if (!name)
		return;
	putc_unlocked('"', e->f);
	fputs_unlocked(name, e->f);
	fputs_unlocked("\": ", e->f);
}

static void open(struct emit *e, const char *name, bool array)
{
	if (e->form != EMIT_TO_JSON)
		return;
	begin(e, name);
	/* an element that is an object has its line */
	if (!array && !name && e->depth)
		fputs("\n    ", e->f);
	putc(array ? '[' : '{', e->f);
	e->between = "";
	e->arrays = e->arrays << 1 | array;
	e->depth++;
}

void emit_member(struct emit *e, const char *name, struct emit_value value)
{
	if (e->form != EMIT_TO_JSON || value.kind == EMIT_NONE)
		return;
	begin(e, name);
	put_value(e, &value);
}

void emit_object(struct emit *e, const char *name)
{
	open(e, name, false);
}

void emit_array(struct emit *e, const char *name)
{
	open(e, name, true);
}

void emit_end(struct emit *e)
{
	if (e->form != EMIT_TO_JSON)
		return;
	putc(e->arrays & 1 ? ']' : '}', e->f);
	e->arrays >>= 1;
	e->depth--;
	e->between = ", ";
}

void emit_list(struct emit *e, const char *name, const char *const *list, size_t n)
{
	if (e->form != EMIT_TO_JSON || !n)
		return;
	begin(e, name);
	text_json_list(e->f, list, n);
}
