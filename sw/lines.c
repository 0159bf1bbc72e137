/* SPDX-License-Identifier: ISC
 * lines.c - source lines and inlined calls of an ELF, by address; the contract is lines.h.
 *
 * Dead functions (--gc-sections) have their rows at address 0, where code may live as
 * well: there only the row with the line of the function at 0 counts. Limit: a dead
 * sequence that is not empty (assembly) is told from living code at 0 by nothing.
 */
#include "lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "error.h"

#define MAX_DEPTH 256		/* of a DIE tree, and ranges of one call: more is damage, not code */
#define MAX_RANGES 65536

/* Takes "x/.." and "." out of a path, in place. */
static void tidy(char *path)
{
	char *out = path, *floor = path;	/* nothing before floor can be taken back */
	const char *in = path;

	if (*in == '/') {
		in++;
		floor = ++out;
	}
	while (*in) {
		size_t n = strcspn(in, "/");
		if (n == 2 && in[0] == '.' && in[1] == '.' && out > floor) {
			for (out--; out > floor && out[-1] != '/'; out--)
				;
		} else if (n == 2 && in[0] == '.' && in[1] == '.' && path[0] != '/') {
			memmove(out, "../", 3);
			floor = out += 3;
		} else if (n && !(n == 1 && in[0] == '.') && !(n == 2 && in[0] == '.' && in[1] == '.')) {
			memmove(out, in, n);
			out += n;
			*out++ = '/';
		}
		in += n + (in[n] == '/');
	}
	if (out > path + 1)
		out--;
	*out = 0;
}

/* The file names of one unit, as the line table has them and as they are shown. */
struct unit_files {
	const char *directory;
	const char **raw;		/* raw[i] is shown as l->files[first + i] */
	size_t n, room, first, last;
};

/* The path with the first prefix that fits exchanged; takes over `path`. */
static char *mapped(const struct texts *prefixes, char *path)
{
	for (size_t i = 0; prefixes && i < prefixes->n; i++) {
		const char *old = prefixes->at[i], *new = strchr(old, '=') + 1;
		size_t n = (size_t)(new - 1 - old);
		while (n > 1 && old[n - 1] == '/')
			n--;
		if (strncmp(path, old, n) != 0 || (path[n] && path[n] != '/' && !(n == 1 && old[0] == '/')))
			continue;
		const char *rest = path + n + (path[n] == '/');
		char *to = allocate(strlen(new) + strlen(rest) + 4, 1);
		strcpy(to, new);
		if (new[0] && new[strlen(new) - 1] != '/' && rest[0])
			strcat(to, "/");
		strcat(to, rest);
		tidy(to);
		free(path);
		return to;
	}
	return path;
}

static const char *shown_file(struct lines *l, struct unit_files *u, const char *raw)
{
	if (u->n && u->raw[u->last] == raw)
		return l->files[u->first + u->last];
	for (u->last = 0; u->last < u->n && u->raw[u->last] != raw; u->last++)
		;
	if (u->last == u->n) {
		bool join = raw[0] != '/' && u->directory && u->directory[0];
		size_t bytes = strlen(raw) + 2 + (join ? strlen(u->directory) : 0);
		char *path = allocate(bytes + 2, 1);		/* tidy may add a '/' */
		if (join) {
			strcpy(path, u->directory);
			strcat(path, "/");
		}
		strcat(path, raw);
		tidy(path);
		path = mapped(l->prefixes, path);
		GROW(u->raw, u->n, u->room);
		GROW(l->files, l->n_files, l->files_room);
		u->raw[u->n++] = raw;
		l->files[l->n_files++] = path;
	}
	return l->files[u->first + u->last];
}

/* Is the row at address 0 one of living code? With --gc-sections the rows of dead functions stand there too. */
static bool alive_at_0(const struct lines *l, int number, bool dead_rows)
{
	return l->zero_line ? number == l->zero_line : !dead_rows;
}

static void add_rows(struct lines *l, const struct image *im, Dwarf_Die *unit)
{
	Dwarf_Lines *table;
	Dwarf_Attribute attribute;
	size_t n = 0;
	Dwarf_Addr above = UINT64_MAX;		/* the lowest address that is not 0 */
	bool dead_rows = false;			/* an empty sequence at 0 */
	struct unit_files files = { .directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)), .first = l->n_files };

	if (dwarf_getsrclines(unit, &table, &n) != 0) {
		l->damaged |= dwarf_hasattr(unit, DW_AT_stmt_list);
		return;
	}
	for (size_t i = 0; i < n && above == UINT64_MAX; i++) {
		Dwarf_Addr lo;
		bool end;
		if (dwarf_lineaddr(dwarf_onesrcline(table, i), &lo) == 0 && dwarf_lineendsequence(dwarf_onesrcline(table, i), &end) == 0) {
			dead_rows |= end && lo == 0;
			above = lo ? lo : above;
		}
	}
	for (size_t i = 0; i + 1 < n; i++) {
		Dwarf_Line *row = dwarf_onesrcline(table, i), *next = dwarf_onesrcline(table, i + 1);
		Dwarf_Addr lo, hi;
		bool end;
		int number;
		const char *file;
		const struct range *code;
		if (!row || !next || dwarf_lineendsequence(row, &end) != 0 || end
		    || dwarf_lineaddr(row, &lo) != 0 || dwarf_lineaddr(next, &hi) != 0 || dwarf_lineno(row, &number) != 0)
			continue;
		if (lo == 0 && !alive_at_0(l, number, dead_rows))
			continue;
		if (lo == 0 && l->zero_line)
			hi = above;
		if (hi <= lo || !(code = ranges_find(&im->code, lo)) || !(file = dwarf_linesrc(row, NULL, NULL)))
			continue;
		GROW(l->rows, l->n_rows, l->rows_room);
		ranges_add(&l->row_map, lo, hi < code->hi ? hi : code->hi, 2 * lo + (lo == 0 && l->zero_line), l->n_rows);
		l->rows[l->n_rows++] = (struct line){ shown_file(l, &files, file), number > 0 ? number : 0 };
	}
	free(files.raw);
}

static const char *name_of(const struct lines *l, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = l->linkage ? dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute)) : NULL;

	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
	return name && name[0] ? demangled(name) : "[inlined]";
}

static void add_call(struct lines *l, Dwarf_Die *die, size_t parent, uint64_t depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;

	GROW(l->calls, l->n_calls, l->calls_room);
	l->calls[l->n_calls] = (struct call){ name_of(l, die), parent };
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (hi <= 1ull << 32)
			ranges_add(&l->call_map, lo, hi, depth, l->n_calls);
	l->n_calls++;
}

/* The line of the function at address 0, if the unit has one: it tells its rows from those of dead functions. */
static void note_zero(struct lines *l, Dwarf_Die *function)
{
	Dwarf_Addr lo, hi;
	int number;

	if (dwarf_lowpc(function, &lo) == 0 && lo == 0 && dwarf_highpc(function, &hi) == 0 && hi > 0 && dwarf_decl_line(function, &number) == 0)
		l->zero_line = number;
}

/* Walks the children of die; `call` is the inlined call around them. Offsets of a proper tree only grow
 * on such a walk; where they don't, links are damaged and could lead in circles. */
static void add_calls(struct lines *l, Dwarf_Die *die, size_t call, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		size_t around = call;
		if (dwarf_dieoffset(&child) <= l->walked) {
			l->damaged = true;
			return;
		}
		l->walked = dwarf_dieoffset(&child);
		switch (dwarf_tag(&child)) {
		case DW_TAG_inlined_subroutine:
			add_call(l, &child, call, depth);
			around = l->n_calls - 1;
			add_calls(l, &child, around, depth + 1);
			break;
		case DW_TAG_subprogram:
			note_zero(l, &child);
			/* fall through */
		case DW_TAG_lexical_block:
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			add_calls(l, &child, around, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

static bool has_linkage_names(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
		return false;
	default:
		return true;
	}
}

void lines_read(struct lines *l, const struct image *im)
{
	lines_read_mapped(l, im, NULL);
}

void lines_read_mapped(struct lines *l, const struct image *im, const struct texts *prefixes)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;
	uint8_t type;
	int more;

	*l = (struct lines){ .prefixes = prefixes };
	l->dwarf = dwarf_begin_elf(im->elf, DWARF_C_READ, NULL);
	if (!l->dwarf)
		return;
	while ((more = dwarf_get_units(l->dwarf, unit, &unit, NULL, &type, &die, &sub)) == 0) {
		if (type != DW_UT_compile && type != DW_UT_partial && type != DW_UT_skeleton)
			continue;
		l->walked = dwarf_dieoffset(&die);
		l->zero_line = 0;
		l->linkage = has_linkage_names(&die);
		add_calls(l, &die, SIZE_MAX, 0);
		add_rows(l, im, &die);
	}
	if (more < 0 || l->damaged)
		note("%s: damaged debug information: source lines may be missing", im->path);
	ranges_build(&l->row_map);
	ranges_build(&l->call_map);
}

void lines_free(struct lines *l)
{
	ranges_free(&l->row_map);
	ranges_free(&l->call_map);
	for (size_t i = 0; i < l->n_files; i++)
		free(l->files[i]);
	free(l->files);
	free(l->rows);
	free(l->calls);
	if (l->dwarf)
		dwarf_end(l->dwarf);
	*l = (struct lines){ 0 };
}

const struct line *lines_find(const struct lines *l, uint32_t pc)
{
	const struct range *r = ranges_find(&l->row_map, pc);

	return r ? &l->rows[r->value] : NULL;
}

size_t lines_call_number(const struct lines *l, uint32_t pc)
{
	const struct range *r = ranges_find(&l->call_map, pc);

	return r ? r->value : SIZE_MAX;
}

size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room)
{
	const struct range *r = ranges_find(&l->call_map, pc);
	size_t n = 0, depth = 0;

	for (size_t i = r ? r->value : SIZE_MAX; i != SIZE_MAX; i = l->calls[i].parent)
		depth++;
	for (size_t i = r ? r->value : SIZE_MAX; i != SIZE_MAX; i = l->calls[i].parent, n++)
		if (depth - 1 - n < room)
			names[depth - 1 - n] = l->calls[i].name;
	return depth < room ? depth : room;
}
