/* SPDX-License-Identifier: ISC
 * functions.c - which function an address belongs to; the contract is functions.h.
 */
#include "functions.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/rig.h"

struct label {
	uint32_t at, end;	/* end: without a size its own address */
	uint32_t section_end;
	const char *name;
};

struct labels {
	struct label *at;
	size_t n;
};

static bool is_name(const char *s)
{
	return s[0] && strncmp(s, ".L", 2) && strncmp(s, "$x", 2) && strncmp(s, "$d", 2);
}

static bool is_code(Elf *elf, const GElf_Sym *y, GElf_Shdr *section)
{
	unsigned type = GELF_ST_TYPE(y->st_info);

	if (type != STT_FUNC && type != STT_NOTYPE)
		return false;
	if (y->st_shndx == SHN_UNDEF || y->st_shndx >= SHN_LORESERVE || !gelf_getshdr(elf_getscn(elf, y->st_shndx), section))
		return false;
	return section->sh_flags & SHF_EXECINSTR && y->st_value < section->sh_addr + section->sh_size;
}

static void collect(struct labels *l, Elf *elf, Elf_Scn *table, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(table, NULL);
	GElf_Sym y;

	l->at = calloc(header->sh_size / header->sh_entsize, sizeof *l->at);
	for (int i = 0; gelf_getsym(data, i, &y); i++) {
		const char *name = elf_strptr(elf, header->sh_link, y.st_name);
		GElf_Shdr section;
		if (is_name(name) && is_code(elf, &y, &section))
			l->at[l->n++] = (struct label){ (uint32_t)y.st_value, (uint32_t)(y.st_value + y.st_size),
				(uint32_t)(section.sh_addr + section.sh_size), strdup(name) };
	}
}

/* By address, those of one address by size, the largest first. */
static int by_address(const void *a, const void *b)
{
	const struct label *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->end != y->end ? x->end < y->end ? 1 : -1 : 0;
}

static bool inside_another(const struct labels *l, const struct label *of)
{
	for (const struct label *x = l->at; x < of; x++)
		if (x->at < of->at && of->at < x->end)
			return true;
	return false;
}

/* Leaves one label of each function. */
static void choose(struct labels *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		struct label *x = &l->at[i];
		if ((i && x->at == x[-1].at) || (x->end == x->at && inside_another(l, x)))
			x->name = NULL;
	}
	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].name)
			l->at[n++] = l->at[i];
	l->n = n;
}

static void add(struct functions *f, uint64_t lo, uint64_t end, const char *name)
{
	if (lo < end)
		f->at[f->n++] = (struct code){ (uint32_t)lo, (uint32_t)(end - 1), name };
}

static void fill(struct functions *f, const struct labels *l)
{
	uint64_t known = 0;

	f->at = calloc(2 * l->n + 1, sizeof *f->at);
	for (size_t i = 0; i < l->n; i++) {
		const struct label *x = &l->at[i];
		uint32_t end = x->end > x->at ? x->end : x->section_end;
		if (end > x->section_end)
			end = x->section_end;
		if (i + 1 < l->n && end > x[1].at)	/* the next begins, with a size or without */
			end = x[1].at;
		add(f, known, x->at, NULL);
		add(f, x->at, end, x->name);
		known = end;
	}
	add(f, known, 1ull << 32, NULL);
}

void functions_open(struct functions *f, const char *path)
{
	int fd = open(path, O_RDONLY);
	struct labels l = { 0 };
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf *elf;

	*f = (struct functions){ 0 };
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			collect(&l, elf, section, &header);
	if (!l.n)
		rig_die("%s: no functions", path);
	qsort(l.at, l.n, sizeof *l.at, by_address);
	choose(&l);
	fill(f, &l);
	free(l.at);
	elf_end(elf);
	close(fd);
}

void functions_close(struct functions *f)
{
	free(f->at);
}

const struct code *functions_find(const struct functions *f, uint32_t pc)
{
	size_t lo = 0, hi = f->n;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;
		if (f->at[mid].lo <= pc)
			lo = mid;
		else
			hi = mid;
	}
	return &f->at[lo];
}
