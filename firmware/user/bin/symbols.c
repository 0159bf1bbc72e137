/* SPDX-License-Identifier: ISC
 * symbols.c - the functions of an ELF file. Contract: symbols.h.
 */
#include "symbols.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int wrong(const char *path, const char *why)
{
	fprintf(stderr, "%s: %s\n", path, why);
	return -1;
}

/* Reads n bytes at `offset` of the file into malloc's memory and appends a 0. NULL on failure. */
static void *part(int fd, uint32_t offset, uint32_t n)
{
	char *bytes = n < 1 << 20 ? malloc(n + 1) : NULL;

	if (!bytes || lseek(fd, (off_t)offset, SEEK_SET) != (off_t)offset
		|| read(fd, bytes, n) != (ssize_t)n) {
		free(bytes);
		return NULL;
	}
	bytes[n] = 0;
	return bytes;
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Accepts names of code: no local label, no mapping symbol ($x), no start or end name of the
 * linker. */
static int is_function(const Elf32_Sym *y, const char *name, unsigned text)
{
	unsigned type = ELF32_ST_TYPE(y->st_info);

	if (y->st_shndx != text || !name[0] || name[0] == '$' || name[0] == '.')
		return 0;
	return type == STT_FUNC || (type == STT_NOTYPE && ELF32_ST_BIND(y->st_info) == STB_GLOBAL
		&& strncmp(name, "__", 2) && strcmp(name, "etext"));
}

static void collect(struct symbols *s, const Elf32_Sym *table, unsigned n, const char *names,
	uint32_t names_bytes, unsigned text)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++)
		if (table[i].st_name < names_bytes
			&& is_function(&table[i], names + table[i].st_name, text))
			s->at[s->n++] =
				(struct symbol){ table[i].st_value, names + table[i].st_name, 0 };
	qsort(s->at, s->n, sizeof *s->at, by_address);
	for (unsigned i = 0; i < s->n; i++)
		if (!kept || s->at[kept - 1].address != s->at[i].address)
			s->at[kept++] = s->at[i];
	s->n = kept;
}

static int read_open(struct symbols *s, const char *path, int fd)
{
	Elf32_Ehdr *e = part(fd, 0, sizeof *e);

	if (!e || memcmp(e->e_ident, ELFMAG, SELFMAG) || e->e_shentsize != sizeof(Elf32_Shdr))
		return wrong(path, "not an ELF file");
	Elf32_Shdr *h = part(fd, e->e_shoff, e->e_shnum * sizeof *h), *table = NULL;
	char *section_names = h && e->e_shstrndx < e->e_shnum
		? part(fd, h[e->e_shstrndx].sh_offset, h[e->e_shstrndx].sh_size) : NULL;
	unsigned text = 0;
	if (!section_names)
		return wrong(path, "damaged: no section headers");
	for (unsigned i = 1; i < e->e_shnum; i++) {
		if (h[i].sh_name < h[e->e_shstrndx].sh_size
			&& !strcmp(section_names + h[i].sh_name, ".text"))
			text = i;
		if (h[i].sh_type == SHT_SYMTAB && h[i].sh_link < e->e_shnum)
			table = &h[i];
	}
	if (!text || !table)
		return wrong(path, text ? "has no symbols (stripped)" : "has no .text");
	s->low = h[text].sh_addr;
	s->high = h[text].sh_addr + h[text].sh_size;
	unsigned n = table->sh_size / sizeof(Elf32_Sym);
	Elf32_Sym *symbols = part(fd, table->sh_offset, table->sh_size);
	char *names = part(fd, h[table->sh_link].sh_offset, h[table->sh_link].sh_size);
	s->at = calloc(n + 1, sizeof *s->at);
	if (!symbols || !names || !s->at)
		return wrong(path, "damaged symbols, or out of memory");
	collect(s, symbols, n, names, h[table->sh_link].sh_size, text);
	free(symbols);
	free(section_names);
	free(h);
	free(e);
	return 0;
}

int symbols_read(struct symbols *s, const char *path)
{
	int fd = open(path, O_RDONLY), result;

	*s = (struct symbols){ 0 };
	if (fd < 0)
		return wrong(path, strerror(errno));
	result = read_open(s, path, fd);
	close(fd);
	return result;
}

struct symbol *symbols_find(const struct symbols *s, uint32_t pc)
{
	unsigned from = 0, to = s->n;

	while (from < to) {
		unsigned middle = (from + to) / 2;
		if (s->at[middle].address <= pc)
			from = middle + 1;
		else
			to = middle;
	}
	return from ? &s->at[from - 1] : NULL;
}
