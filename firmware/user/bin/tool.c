/* SPDX-License-Identifier: ISC
 * tool.c - what prof and sprof share. Contract: tool.h.
 */
#include "tool.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"
#include "profctl.h"

int tool_options(struct tool *t, int argc, char **argv, const char *others)
{
	int i = 1;

	t->period = t->former = sys_profctl(PROFCTL_GET_PERIOD | t->clock, 0);
	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		if (!strcmp(argv[i], "-p"))
			t->period = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "-n"))
			t->most = (unsigned)atoi(argv[i + 1]);
		else
			break;
	}
	if (i < argc && argv[i][0] != '-')
		return i;
	fprintf(stderr, "usage: %s [-p PERIOD] [-n ROWS] %s\n", t->name, others);
	return 0;
}

int tool_set_period(const struct tool *t)
{
	if (t->period == t->former)
		return 0;
	if (sys_profctl(PROFCTL_GET_CLOCK | t->clock, 0) == 1)
		fprintf(stderr, "%s: the timer's ticks count: -p %d has no effect\n", t->name,
			t->period);
	if (sys_profctl(PROFCTL_PERIOD | t->clock, t->period) >= 0)
		return 0;
	fprintf(stderr, "%s: period %d is out of range, or another process uses the clock\n",
		t->name, t->period);
	return -1;
}

void tool_set_back(const struct tool *t)
{
	if (t->period != t->former)
		sys_profctl(PROFCTL_PERIOD | t->clock, t->former);
}

int tool_run(const struct tool *t, char **argv)
{
	int pid = fork(), status;

	if (pid == 0) {
		exec(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	if (pid < 0 || wait(&status) != pid) {
		perror(t->name);
		return -1;
	}
	if (status)
		fprintf(stderr, "%s: %s: %s %d\n", t->name, argv[0],
			WIFEXITED(status) ? "exit" : "signal",
			WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return 0;
}

void tool_line(const char *name, uint32_t count, uint32_t total)
{
	uint32_t permyriad = total ? (uint32_t)((count * 10000ull + total / 2) / total) : 0;

	printf("%5lu.%02lu%% %9lu  %s\n", (unsigned long)(permyriad / 100),
		(unsigned long)(permyriad % 100), (unsigned long)count, name);
}

/* NULL: all counts are 0. */
static struct symbol *largest(const struct symbols *s)
{
	struct symbol *most = NULL;

	for (struct symbol *y = s->at; y < s->at + s->n; y++)
		if (y->count > (most ? most->count : 0))
			most = y;
	return most;
}

void tool_table(const struct tool *t, struct symbols *s, uint32_t total)
{
	uint32_t rest = 0, others = 0;
	struct symbol *y;
	char name[32];

	for (unsigned i = 0; (y = largest(s)); i++) {
		if (!t->most || i < t->most) {
			tool_line(y->name, y->count, total);
		} else {
			rest += y->count;
			others++;
		}
		y->count = 0;
	}
	snprintf(name, sizeof name, "(%lu more)", (unsigned long)others);
	if (others)
		tool_line(name, rest, total);
	if (s->unknown)
		tool_line("(no function)", s->unknown, total);
	s->unknown = 0;
}

/* ---- the functions of an ELF file */
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
static int is_function(const Elf32_Sym *y, const char *name)
{
	unsigned type = ELF32_ST_TYPE(y->st_info);

	if (!name[0] || name[0] == '$' || name[0] == '.')
		return 0;
	return type == STT_FUNC
		|| (type == STT_NOTYPE && ELF32_ST_BIND(y->st_info) == STB_GLOBAL
			&& strncmp(name, "__", 2));
}

/* The functions of `table` in sections h[0 .. sections - 1] of code. */
static int collect(
	struct symbols *s, int fd, const Elf32_Shdr *h, unsigned sections, const Elf32_Shdr *table)
{
	const Elf32_Shdr *strings = &h[table->sh_link];
	unsigned n = table->sh_size / sizeof(Elf32_Sym), kept = 0;
	Elf32_Sym *symbols = part(fd, table->sh_offset, table->sh_size);
	char *names = part(fd, strings->sh_offset, strings->sh_size);

	s->at = calloc(n + 1, sizeof *s->at);
	if (!symbols || !names || !s->at)
		return -1;
	for (const Elf32_Sym *y = symbols; y < symbols + n; y++)
		if (y->st_name < strings->sh_size && y->st_shndx < sections
			&& h[y->st_shndx].sh_flags & SHF_EXECINSTR
			&& is_function(y, names + y->st_name))
			s->at[s->n++] = (struct symbol){ y->st_value, names + y->st_name, 0 };
	free(symbols);
	qsort(s->at, s->n, sizeof *s->at, by_address);
	for (unsigned i = 0; i < s->n; i++)
		if (!kept || s->at[kept - 1].address != s->at[i].address)
			s->at[kept++] = s->at[i];
	s->n = kept;
	return 0;
}

/* Returns 0, or why it cannot. */
static const char *read_open(struct symbols *s, int fd)
{
	Elf32_Ehdr *e = part(fd, 0, sizeof *e);
	const char *why = "damaged symbols, or out of memory";

	if (!e || memcmp(e->e_ident, ELFMAG, SELFMAG) || e->e_shentsize != sizeof(Elf32_Shdr))
		return "not an ELF file";
	unsigned sections = e->e_shnum, i = 0;
	Elf32_Shdr *h = part(fd, e->e_shoff, sections * sizeof *h);
	while (h && i < sections && h[i].sh_type != SHT_SYMTAB)
		i++;
	if (h && (i == sections || h[i].sh_link >= sections))
		why = "has no symbols (stripped)";
	else if (h && !collect(s, fd, h, sections, &h[i]))
		why = NULL;
	free(h);
	free(e);
	return why;
}

int symbols_read(struct symbols *s, const char *path)
{
	int fd = open(path, O_RDONLY);
	const char *why;

	*s = (struct symbols){ 0 };
	why = fd < 0 ? strerror(errno) : read_open(s, fd);
	if (why)
		fprintf(stderr, "%s: %s\n", path, why);
	close(fd);
	return why ? -1 : 0;
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
