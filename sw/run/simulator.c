/* SPDX-License-Identifier: ISC
 * simulator.c - a simulator that writes what its core retires into a pipe.
 */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sw/base/base.h"
#include "sw/base/term.h"

#define LOOK_MS 20 /* between two looks whether it has ended */
#define PLUSARG "+tally_rvfi"

extern char **environ;

static bool spawn(struct simulator *s, const char *pipe)
{
	char *plusarg = print_text(PLUSARG "=%s", pipe);

	for (char **word = s->command + 1; *word; word++)
		*word = strcmp(*word, PLUSARG) ? *word : plusarg;
	setenv("TALLY_RVFI", pipe, 1);
	int error = posix_spawnp(&s->pid, s->command[0], NULL, NULL, s->command, environ);
	free(plusarg);
	s->pid = error ? 0 : s->pid;
	return !error || fail("%s: cannot be run: %s", s->command[0], strerror(error));
}

/* How it has ended; false: well. */
static bool describe(const struct simulator *s, char *text, size_t room)
{
	if (WIFSIGNALED(s->status))
		snprintf(text, room, "died by signal %d (%s)", WTERMSIG(s->status),
			strsignal(WTERMSIG(s->status)));
	else
		snprintf(text, room, "ended with status %d", WEXITSTATUS(s->status));
	return s->status != 0;
}

/* A pipe whose writer has closed it can be read, too. */
static bool wait_for_writer(struct simulator *s, int fd)
{
	struct pollfd in = { .fd = fd, .events = POLLIN };
	const int64_t until = clock_ms() + 1000 * (int64_t)s->patience;
	char how[128];

	snprintf(how, sizeof how, "has run for %" PRIu64 " s (--patience)", s->patience);
	while (!stop_abort) {
		if (waitpid(s->pid, &s->status, WNOHANG) == s->pid) {
			s->pid = 0;
			describe(s, how, sizeof how);
		}
		if (poll(&in, 1, LOOK_MS) > 0)
			return true;
		if (!s->pid || clock_ms() >= until)
			return fail("%s: %s, and nothing has opened the pipe; is tally_rvfi.sv in "
				    "it? Give the word " PLUSARG " behind its name",
				s->command[0], how);
	}
	return fail("%s: interrupted before anything retired", s->command[0]);
}

FILE *simulator_start(struct simulator *s)
{
	const char *tmp = getenv("TMPDIR");
	char *folder = print_text("%s/tally-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	char *pipe = mkdtemp(folder) ? print_text("%s/rvfi", folder) : NULL;
	FILE *log = NULL;
	int fd = -1;

	if (pipe && mkfifo(pipe, S_IRUSR | S_IWUSR) == 0)
		fd = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		fail("%s: no pipe can be made there: %s", folder, strerror(errno));
	else if (spawn(s, pipe) && wait_for_writer(s, fd) && fcntl(fd, F_SETFL, 0) == 0)
		log = fdopen(fd, "r");
	if (pipe) { /* it has a name only until it is open */
		unlink(pipe);
		rmdir(folder);
	}
	free(pipe);
	free(folder);
	if (!log) {
		close(fd);
		simulator_end(s, NULL, true);
	}
	return log;
}

void simulator_end(struct simulator *s, FILE *log, bool cut)
{
	if (log)
		fclose(log);
	while (s->pid) {
		if (cut || stop_abort)
			kill(s->pid, SIGTERM);
		if (waitpid(s->pid, &s->status, 0) == s->pid)
			s->pid = 0;
	}
}

bool simulator_good(const struct simulator *s, const char *capture)
{
	char how[128] = "interrupted";

	return (!stop_asked && !describe(s, how, sizeof how))
		|| fail("%s: %s; %s holds what retired until then", s->command[0], how,
			strcmp(capture, "-") ? capture : "the capture");
}
