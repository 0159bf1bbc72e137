/* SPDX-License-Identifier: ISC
 * disassembly.c - the instructions of an ELF as text, by an objdump; the contract is code.h.
 */
#include "code.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sw/base/base.h"

#define MAX_TEXT (1u << 30)

extern char **environ;

static const char *const usual[] = { "riscv64-unknown-elf-objdump", "riscv32-unknown-elf-objdump",
	"riscv-none-elf-objdump", "riscv64-elf-objdump", "riscv32-elf-objdump",
	"riscv64-linux-gnu-objdump", "llvm-objdump" };

/* Starts it with its standard output into `out`; returns 0 or an errno. */
static int start(const char *program, char *const *arguments, pid_t *child, int out)
{
	posix_spawn_file_actions_t actions;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int error = posix_spawnp(child, program, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* A file in memory. Returns a descriptor, which a child inherits without MFD_CLOEXEC, and its name;
 * -1: there is no room. */
static int memory_file(const void *bytes, size_t size, unsigned flags, char name[32])
{
	int fd = memfd_create("tally", flags);
	size_t at = 0;
	ssize_t n = 0;

	for (; fd >= 0 && at < size && (n = write(fd, (const char *)bytes + at, size - at)) > 0;
		at += (size_t)n)
		;
	if (fd >= 0 && at < size) {
		close(fd);
		return -1;
	}
	snprintf(name, 32, "/proc/self/fd/%d", fd);
	return fd;
}

/* "  80000004:\taddi\tsp,sp,-16": address and text; mnemonic and operands one space apart. */
static bool read_line(char *line, struct instruction *in)
{
	char *end;

	line += strspn(line, " ");
	in->pc = strtoull(line, &end, 16);
	if (end == line || *end != ':' || (end[1] != '\t' && end[1] != ' '))
		return false;
	end++;
	in->text = end += strspn(end, " \t");
	size_t n = strcspn(end, " \t\r"), skip = strspn(end + n, " \t\r");
	if (end[n] && skip) {
		end[n] = ' ';
		memmove(end + n + 1, end + n + skip, strlen(end + n + skip) + 1);
	}
	for (char *c = end + n; *c; c++)
		if (*c == '\t' || *c == '\r')
			*c = ' ';
	return *end != 0;
}

static void take_lines(struct disassembly *d, uint64_t lo, uint64_t hi)
{
	size_t room = 0;
	char *next;

	for (char *line = d->text; line && *line; line = next) {
		struct instruction in;
		if ((next = strchr(line, '\n')))
			*next++ = 0;
		if (!read_line(line, &in) || in.pc < lo || in.pc >= hi
			|| (d->n && in.pc <= d->at[d->n - 1].pc))
			continue;
		GROW(d->at, d->n, room);
		d->at[d->n++] = in;
	}
}

bool disassembly_read(struct disassembly *d, const char *objdump, const struct image *im,
	uint64_t lo, uint64_t hi)
{
	char from_text[64], to_text[64], elf_name[32], text_name[32];
	int error = ENOENT, status = 0;
	const char *program = objdump;
	uint8_t *text = NULL;
	pid_t child = 0;
	size_t size;

	*d = (struct disassembly){ 0 };
	/* a copy of the image, since the original may have changed */
	int elf = memory_file(im->bytes, im->size, 0, elf_name);
	int out = elf < 0 ? -1 : memory_file(NULL, 0, MFD_CLOEXEC, text_name);
	if (out < 0) {
		error = errno;
		close(elf);
		return objdump && fail("%s: no file for objdump: %s", im->path, strerror(error));
	}
	snprintf(from_text, sizeof from_text, "--start-address=0x%" PRIx64, lo);
	snprintf(to_text, sizeof to_text, "--stop-address=0x%" PRIx64, hi);
	for (size_t i = 0; i < (objdump ? 1 : sizeof usual / sizeof usual[0]) && error; i++) {
		program = objdump ? objdump : usual[i];
		const char *arguments[] = { program, "-d", "-z", "--no-show-raw-insn", from_text,
			to_text, elf_name, NULL };
		error = start(program, (char *const *)(uintptr_t)arguments, &child, out);
	}
	while (!error && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (!error && file_read(text_name, MAX_TEXT, &text, &size)) {
		d->text = reallocate(text, size + 1, 1);
		d->text[size] = 0;
	}
	close(elf);
	close(out);
	if (error)
		return objdump && fail("--objdump %s: cannot run it: %s", objdump, strerror(error));
	take_lines(d, lo, hi);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || (!d->n && hi > lo)) {
		disassembly_free(d);
		if (objdump)
			fail("%s: %s does not disassemble it; is that an objdump for RISC-V?",
				im->path, program);
		return false;
	}
	return true;
}

void disassembly_free(struct disassembly *d)
{
	free(d->at);
	free(d->text);
	*d = (struct disassembly){ 0 };
}

size_t disassembly_find(const struct disassembly *d, uint64_t pc)
{
	size_t at;

	BISECT(at, d->n, d->at[at].pc <= pc);
	return at ? at - 1 : SIZE_MAX;
}
