/* SPDX-License-Identifier: ISC
 * disassembly.c - the instructions of an ELF as text, by an objdump; the contract is disassembly.h.
 */
#include "disassembly.h"

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

#include "sw/base/error.h"

extern char **environ;

static const char *const usual[] = { "riscv64-unknown-elf-objdump", "riscv32-unknown-elf-objdump",
	"riscv-none-elf-objdump",
	"riscv64-elf-objdump", "riscv32-elf-objdump", "riscv64-linux-gnu-objdump", "llvm-objdump" };

/* Starts it with its standard output into a pipe; returns 0 or an errno. */
static int start(const char *program, char *const *arguments, pid_t *child, int *from)
{
	posix_spawn_file_actions_t actions;
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(child, program, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (error)
		close(ends[0]);
	else
		*from = ends[0];
	return error;
}

/* Copies the image to a file, since the original may have changed. Returns a descriptor that the
 * child inherits, and its name there. */
static int image_file(const struct image *im, char *name, size_t size)
{
	int fd = memfd_create("elf", 0);
	size_t at = 0;
	ssize_t n = 0;

	for (; fd >= 0 && at < im->size && (n = write(fd, im->bytes + at, im->size - at)) > 0;
		at += (size_t)n)
		;
	if (fd >= 0 && at < im->size) {
		close(fd);
		return -1;
	}
	snprintf(name, size, "/proc/self/fd/%d", fd);
	return fd;
}

static char *read_all(int from, size_t *size)
{
	size_t n = 0, room = 1u << 16;
	char *text = allocate(room, 1);
	ssize_t got;

	while ((got = read(from, text + n, room - n - 1)) > 0 || (got < 0 && errno == EINTR)) {
		n += got > 0 ? (size_t)got : 0;
		if (n + 1 == room)
			text = reallocate(text, room *= 2, 1);
	}
	text[n] = 0;
	*size = n;
	return text;
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
	char from_text[64], to_text[64], file[32];
	int error = ENOENT, from = -1, status = 0;
	pid_t child = 0;
	size_t size;

	*d = (struct disassembly){ 0 };
	int elf = image_file(im, file, sizeof file);
	if (elf < 0)
		return objdump && fail("%s: no file for objdump: %s", im->path, strerror(errno));
	snprintf(from_text, sizeof from_text, "--start-address=0x%" PRIx64, lo);
	snprintf(to_text, sizeof to_text, "--stop-address=0x%" PRIx64, hi);
	const char *arguments[] = { objdump, "-d", "-z", "--no-show-raw-insn", from_text, to_text,
		file, NULL };
	if (objdump) {
		error = start(objdump, (char *const *)(uintptr_t)arguments, &child, &from);
	} else {
		for (size_t i = 0; i < sizeof usual / sizeof usual[0] && error; i++) {
			arguments[0] = usual[i];
			error = start(usual[i], (char *const *)(uintptr_t)arguments, &child, &from);
		}
	}
	if (error) {
		close(elf);
		if (objdump)
			return fail("--objdump %s: cannot run it: %s", objdump, strerror(error));
		return false;
	}
	d->text = read_all(from, &size);
	close(from);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	close(elf);
	take_lines(d, lo, hi);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || (!d->n && hi > lo)) {
		disassembly_free(d);
		if (objdump)
			fail("%s: %s does not disassemble it; is that an objdump for RISC-V?",
				im->path, arguments[0]);
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
	size_t lo = 0, hi = d->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (d->at[mid].pc <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : SIZE_MAX;
}
