/* SPDX-License-Identifier: ISC
 * sh.c - the shell: words, > and <; built-in help, exit [code], halt [code]. No pipes, no quotes. A
 * line that begins with # is a comment.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"

#define WORDS 32

struct command {
	char *words[WORDS + 1], *in, *out;
	int n;
};

/* Returns 0, or -1 after a message. */
static int parse(char *line, struct command *c)
{
	char **where = NULL;

	*c = (struct command){ 0 };
	const char *wrong = NULL;
	for (char *w = strtok(line, " \t\n"); w; w = strtok(NULL, " \t\n")) {
		if (where) {
			*where = w;
			where = NULL;
		} else if (!strcmp(w, ">")) {
			where = &c->out;
		} else if (!strcmp(w, "<")) {
			where = &c->in;
		} else if (c->n < WORDS) {
			c->words[c->n++] = w;
		} else {
			wrong = "too many words";
		}
	}
	if (where)
		wrong = "a file's name is missing";
	else if (!c->n && (c->in || c->out))
		wrong = "a command is missing";
	if (wrong)
		printf("sh: %s\n", wrong);
	return wrong ? -1 : 0;
}

static void redirect(int fd, const char *path, int flags)
{
	close(fd);
	if (open(path, flags) != fd) {
		perror(path);
		_exit(1);
	}
}

static void run(struct command *c)
{
	int status, pid = fork();

	if (pid == 0) {
		if (c->in)
			redirect(0, c->in, O_RDONLY);
		if (c->out)
			redirect(1, c->out, O_WRONLY | O_CREAT | O_TRUNC);
		exec(c->words[0], c->words);
		perror(c->words[0]);
		_exit(127);
	}
	if (pid < 0 || wait(&status) != pid)
		perror("sh: fork");
	else if (WIFSIGNALED(status))
		printf("[%d: killed, signal %d]\n", pid, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		printf("[%d: exit %d]\n", pid, WEXITSTATUS(status));
}

/* Returns the argument of exit or halt, 0 without one; -1 after a message. */
static int code(const struct command *c)
{
	char *end = "";
	long n = c->n > 1 ? strtol(c->words[1], &end, 10) : 0;

	if (!*end && n >= 0 && n <= 255 && c->n < 3)
		return (int)n;
	printf("usage: %s [CODE]: a number from 0 to 255\n", c->words[0]);
	return -1;
}

static _Noreturn void leave(int code)
{
	if (getpid() == 1)
		sys_halt(code);
	exit(code);
}

static void help(void)
{
	printf("COMMAND [WORD...] [< FILE] [> FILE]   a program of bin/\n"
	       "exit [CODE]     ends this shell; the first shell ends the machine\n"
	       "halt [CODE]     ends the machine\n"
	       "try: work, prof work\n");
}

/* Returns 1 if the command is built in. */
static int builtin(const struct command *c)
{
	const char *word = c->words[0];
	int n;

	if (!strcmp(word, "exit") || !strcmp(word, "halt")) {
		if ((n = code(c)) >= 0)
			*word == 'e' ? leave(n) : (void)sys_halt(n);
	} else if (!strcmp(word, "help")) {
		help();
	} else {
		return 0;
	}
	return 1;
}

/* Reads a line without its newline; the last line may lack one. A line that is too long is reported
 * and becomes empty. Returns 0 at the end of the input. */
static int get_line(char *line, size_t size)
{
	size_t n = 0;
	int c;

	for (; (c = getchar()) != EOF && c != '\n'; n++)
		if (n < size)
			line[n] = (char)c;
	if (n >= size)
		printf("sh: a line has at most %u characters, this one has %u: not run\n",
			(unsigned)size - 1, (unsigned)n);
	line[n < size ? n : 0] = 0;
	return n || c == '\n';
}

int main(void)
{
	char line[256];
	struct command c;

	if (getpid() == 1)
		printf("help says what there is; halt or ^D ends the machine\n");
	for (;;) {
		if (isatty(0))
			printf("$ ");
		if (!get_line(line, sizeof line))
			leave(0);
		if (line[0] != '#' && !parse(line, &c) && c.n && !builtin(&c))
			run(&c);
	}
}
