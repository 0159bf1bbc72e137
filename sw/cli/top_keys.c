/* SPDX-License-Identifier: ISC
 * top_keys.c - the keys of tally top: what is selected, filtered, shown, and measured.
 */
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "top.h"

/* The filter as a regular expression of just these characters, in any case. */
static void set_filter(struct top *t)
{
	char pattern[2 * sizeof t->filter], *to = pattern;

	view_close(&t->fit);
	for (const char *c = t->filter; *c; c++) {
		if (strchr("\\.[]{}()*+?|^$", *c))
			*to++ = '\\';
		*to++ = *c;
	}
	*to = 0;
	if (t->filter[0]
		&& regcomp(&t->fit.regex, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE) == 0)
		t->fit.match = t->filter;
	for (size_t i = 0; i < TOP_VIEWS; i++)
		t->pages[i].first = 0;
	t->follows = false;
}

static void type(struct top *t, int key)
{
	size_t n = strlen(t->filter);

	if (key == '\n' || key == KEY_ESCAPE)
		t->typing = false;
	if (key == KEY_ESCAPE)
		n = 0;
	else if (key == KEY_BACKSPACE) /* a whole character of UTF-8 */
		while (n && ((unsigned char)t->filter[--n] & 0xC0) == 0x80)
			;
	else if (key >= ' ' && n + 1 < sizeof t->filter)
		t->filter[n++] = (char)key;
	t->filter[n] = 0;
	set_filter(t);
}

/* An arrow or another of its kind. */
static void move(struct top *t, int key)
{
	struct scroll *p = &t->pages[t->view];

	if (t->view != TOP_LIST) {
		p->first = screen_scroll(key, p->first, p->last, p->room);
	} else if (t->shot.n_fit) {
		t->selected = screen_scroll(key, t->selected, t->shot.n_fit - 1, p->room);
		t->follows = t->selected != 0;
		t->function = t->shot.rows[t->selected].row->lo;
	}
}

static void show(struct top *t, enum top_view view)
{
	t->view = view;
	if (view != TOP_LIST)
		t->pages[view].first = 0;
}

static void open_code(struct top *t)
{
	const struct row *row = t->shot.n_fit ? t->shot.rows[t->selected].row : NULL;

	if (!row)
		return;
	annotate_free(&t->code);
	t->code.firmware = &t->v.firmware;
	t->code.sources.built = t->v.firmware.built;
	annotate_prepare(&t->code, row, 1);
	t->function = row->lo;
	t->follows = true; /* the list is left and found at the same function */
	show(t, TOP_CODE);
}

/* False: the unit was lost. */
static bool open_tree(struct top *t, bool *fresh)
{
	top_announce(t, "looking for the call tree ...");
	if (!top_add_calls(t))
		return !t->v.options.calls;
	*fresh = !t->tree.taken || !t->frozen;
	show(t, TOP_TREE);
	return true;
}

static bool open_causes(struct top *t, bool *fresh)
{
	const struct live_options *o = &t->v.options;
	bool good = true;

	if (o->event || o->unit.period != 1 || o->unit.jitter) {
		fail("causes are parts of every cycle: start top without --event, --period and "
		     "--jitter");
		return true;
	}
	top_announce(t, "measuring what cycles wait for, some seconds ...");
	t->frozen = false;
	if (top_take_causes(t, &good))
		show(t, TOP_CAUSES);
	*fresh = true;
	return good;
}

/* False as top_key has it. */
static bool command(struct top *t, int key, bool *fresh, bool *good)
{
	switch (key) {
	case 'q': return false;
	case 's': t->order = (t->order + 1) % TOP_ORDERS; break;
	case 'f':
		t->frozen = !t->frozen;
		*fresh = !t->frozen;
		break;
	case 'r': /* the user wants only what it counts from now on */
		t->frozen = t->wrapped = false;
		*fresh = true;
		return *good = top_restart(t);
	case '/':
		t->typing = true;
		if (t->view == TOP_CODE)
			show(t, TOP_LIST);
		break;
	case '?':
		t->under = t->view;
		show(t, TOP_HELP);
		break;
	case 't': return *good = open_tree(t, fresh);
	case 'w': return *good = open_causes(t, fresh);
	case '\n':
		if (t->view == TOP_LIST)
			open_code(t);
		break;
	case KEY_ESCAPE:
	case KEY_BACKSPACE:
		if (t->view == TOP_LIST) {
			t->filter[0] = 0;
			set_filter(t);
		}
		*fresh = t->view == TOP_TREE && (!t->frozen || t->drawn == 0);
		show(t, TOP_LIST);
	}
	return true;
}

bool top_key(struct top *t, int key, bool *fresh, bool *good)
{
	bool goes_on = true;
	char *said = NULL;

	if (key <= 0)
		return true;
	free(t->said);
	t->said = NULL;
	if (key >= KEY_UP) {
		move(t, key);
	} else if (t->typing) {
		type(t, key);
	} else if (t->view == TOP_HELP && key != 'q') {
		t->view = t->under;
	} else {
		message_kept = &said;
		goes_on = command(t, key, fresh, good);
		message_kept = NULL;
		t->said = said;
		if (!*good && said)
			fail("%s", said);
	}
	return goes_on;
}
