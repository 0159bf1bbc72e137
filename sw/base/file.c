/* SPDX-License-Identifier: ISC
 * file.c - reads and writes whole files; the contract is base.h.
 */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The regular files that were read. No output may overwrite them. */
static struct {
	struct stat *at;
	size_t n, room;
} inputs;

static void note_input(const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return;
	GROW(inputs.at, inputs.n, inputs.room);
	inputs.at[inputs.n++] = *st;
}

static bool same_inode(const struct stat *x, const struct stat *y)
{
	return x->st_dev == y->st_dev && x->st_ino == y->st_ino;
}

/* Its number; inputs.n: it was not read. */
static size_t find_input(const struct stat *st)
{
	size_t i = 0;

	while (i < inputs.n && !same_inode(&inputs.at[i], st))
		i++;
	return i;
}

bool file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size)
{
	uint8_t *p = NULL;
	size_t n = 0, room = 0;
	ssize_t got = 0;
	struct stat st;
	bool standard = !strcmp(path, "-");
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);

	if (standard)
		path = "the standard input";
	if (fd < 0)
		return fail("%s: cannot read: %s", path, strerror(errno));
	if (fstat(fd, &st) != 0)
		st = (struct stat){ 0 };
	if (S_ISREG(st.st_mode) && (uint64_t)st.st_size < limit)
		room = (size_t)st.st_size + 1;
	else
		room = 65536;
	p = allocate(room, 1);
	while (n <= limit
		&& ((got = read(fd, p + n, room - n)) > 0 || (got < 0 && errno == EINTR))) {
		n += got > 0 ? (size_t)got : 0;
		if (n == room)
			p = reallocate(p, room *= 2, 1);
	}
	int error = errno;
	if (!standard)
		close(fd);
	if (got < 0 || n > limit) {
		free(p);
		return got < 0 ? fail("%s: cannot read: %s", path, strerror(error))
			       : fail("%s: larger than %zu MiB, so not a file of this kind", path,
					 limit >> 20);
	}
	note_input(&st);
	*bytes = p;
	*size = n;
	return true;
}

void file_protect(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		note_input(&st);
}

void file_release(const char *path)
{
	struct stat st;
	size_t i = stat(path, &st) == 0 ? find_input(&st) : inputs.n;

	if (i < inputs.n)
		inputs.at[i] = inputs.at[--inputs.n];
}

/* Finds the file that a write to `path` replaces: follows symbolic links. *straight: write to it
 * without a temporary file. False: one line was printed. */
static bool resolve(const char *path, char target[PATH_MAX], bool *straight)
{
	struct stat st;

	*straight = false;
	if (!path[0])
		return fail("the output's name is empty; give a file name");
	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return fail("%s: cannot write: it is a directory; give a file name", path);
		*straight = !S_ISREG(st.st_mode);
		if (find_input(&st) < inputs.n)
			return fail("%s: is read by this command, too; give the output another "
				    "name",
				path);
		if (access(path, W_OK) != 0)
			return fail("%s: cannot write: %s", path, strerror(errno));
		if (*straight || !realpath(path, target))
			snprintf(target, PATH_MAX, "%s", path);
	} else if (lstat(path, &st) == 0) {
		return fail("%s: cannot write: a symbolic link to nothing; remove it or give "
			    "another name",
			path);
	} else if ((size_t)snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX - 8u) {
		return fail("%s: cannot write: %s", path, strerror(ENAMETOOLONG));
	}
	return true;
}

static int open_temporary(const char *path, const char *target, char temporary[PATH_MAX])
{
	if (snprintf(temporary, PATH_MAX, "%s.XXXXXX", target) >= PATH_MAX) {
		errno = ENAMETOOLONG;
	} else {
		int fd = mkstemp(temporary);
		if (fd >= 0)
			return fd;
	}
	fail("%s: cannot write: %s; give a place that can be written", path, strerror(errno));
	return -1;
}

bool file_writable(const char *path)
{
	char target[PATH_MAX], temporary[PATH_MAX];
	bool straight;
	int fd;

	if (!strcmp(path, "-"))
		return (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY
			|| fail("cannot write to the standard output: it is closed; give a file");
	if (!resolve(path, target, &straight))
		return false;
	if (straight)
		return true;
	if ((fd = open_temporary(path, target, temporary)) < 0)
		return false;
	close(fd);
	unlink(temporary);
	return true;
}

/* Who closes a pipe has read enough: of that nothing is said, as other programs say nothing. */
static bool standard_failed(int error)
{
	return error != EPIPE && fail("cannot write to the standard output: %s", strerror(error));
}

static bool write_all(int fd, const uint8_t *p, size_t n)
{
	while (n) {
		ssize_t put = write(fd, p, n);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return false;
		p += put;
		n -= (size_t)put;
	}
	return true;
}

static int standard = -1; /* standard output, once file_take_standard has taken it; else -1 */

bool file_take_standard(const char *option, bool binary)
{
	if (binary && isatty(STDOUT_FILENO))
		return fail("%s -: the standard output is a terminal, and this is no text; give a "
			    "file or a pipe",
			option);
	fflush(stdout);
	standard = dup(STDOUT_FILENO);
	return (standard >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		|| fail("%s -: %s", option, strerror(errno));
}

bool file_write(const char *path, const void *bytes, size_t size)
{
	char target[PATH_MAX], temporary[PATH_MAX];
	bool straight, good;
	struct stat st;
	int fd;

	if (!strcmp(path, "-")) {
		if (standard < 0)
			return fwrite(bytes, 1, size, stdout), stdout_ok();
		return write_all(standard, bytes, size) || standard_failed(errno);
	}
	if (!resolve(path, target, &straight))
		return false;
	fd = straight ? open(target, O_WRONLY | O_CLOEXEC)
		      : open_temporary(path, target, temporary);
	if (fd < 0)
		return straight ? fail("%s: cannot write: %s", path, strerror(errno)) : false;
	good = write_all(fd, bytes, size);
	if (!straight) {
		/* else a crash may leave the new name with nothing in it */
		good = good && fsync(fd) == 0;
		/* mkstemp gives 0600: set the permissions that open() would have given */
		mode_t mask = umask(0);
		umask(mask);
		good = good
			&& fchmod(fd, stat(target, &st) == 0 ? st.st_mode & 07777 : 0666 & ~mask)
				== 0;
	}
	good = close(fd) == 0 && good;
	good = good && (straight || rename(temporary, target) == 0);
	if (!good) {
		int error = errno;
		if (!straight)
			unlink(temporary);
		return fail("%s: cannot write: %s", path, strerror(error));
	}
	return true;
}

/* The directory that a file of that name is, or would be, in. */
static bool directory_of(const char *path, struct stat *st)
{
	int n = (int)(basename(path) - path);
	char *directory = print_text("%.*s.", n, path);
	bool good = stat(directory, st) == 0;

	free(directory);
	return good;
}

bool file_same(const char *a, const char *b)
{
	bool there = access(a, F_OK) == 0 || access(b, F_OK) == 0;
	struct stat x, y;

	if (!strcmp(a, "-") || !strcmp(b, "-"))
		return false; /* a standard stream */
	if (there)
		return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode)
			&& same_inode(&x, &y);
	return !strcmp(basename(a), basename(b)) && directory_of(a, &x) && directory_of(b, &y)
		&& same_inode(&x, &y);
}

void file_standard(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
	signal(SIGXFSZ, SIG_IGN); /* a write past the limit of `ulimit -f` fails then */
}

bool stdout_ok(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		return standard_failed(errno);
	return true;
}
