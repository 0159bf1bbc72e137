/* SPDX-License-Identifier: ISC
 * error.c - the tool's messages, and memory allocation that never fails; the contract is base.h.
 */
#include "base.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char **message_kept;

static void print_line(const char *prefix, const char *format, va_list args)
{
	char text[2048], shown[sizeof text];

	vsnprintf(text, sizeof text, format, args);
	text_filter(shown, sizeof shown, text);
	if (message_kept) {
		free(*message_kept);
		*message_kept = copy_text(shown);
		return;
	}
	fprintf(stderr, "%s%s\n", prefix, shown);
}

bool fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line("tally: ", format, args);
	va_end(args);
	return false;
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line("tally: note: ", format, args);
	va_end(args);
}

int memory_status = EXIT_FAILURE;

static void *have(void *p)
{
	if (!p) {
		fputs("tally: out of memory\n", stderr);
		exit(memory_status);
	}
	return p;
}

void *allocate(size_t n, size_t size)
{
	return have(calloc(n ? n : 1, size ? size : 1));
}

void *reallocate(void *p, size_t n, size_t size)
{
	return have(n <= SIZE_MAX / size ? realloc(p, n * size) : NULL);
}

char *copy_text(const char *text)
{
	return have(strdup(text));
}

char *print_text(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	int n = vasprintf(&text, format, args);
	va_end(args);
	return have(n < 0 ? NULL : text);
}

/* open_memstream drops what it has no memory for, and neither fwrite, ferror nor fclose say so. */
struct stream {
	char **bytes;
	size_t *size, n, room;
};

static ssize_t stream_write(void *stream, const char *bytes, size_t n)
{
	struct stream *s = stream;

	if (s->room - s->n <= n)
		*s->bytes = reallocate(*s->bytes, s->room = 2 * s->room + n + 1, 1);
	memcpy(*s->bytes + s->n, bytes, n);
	*s->size = s->n += n;
	(*s->bytes)[s->n] = 0;
	return (ssize_t)n;
}

static int stream_free(void *stream)
{
	free(stream);
	return 0;
}

FILE *stream_open(char **bytes, size_t *size)
{
	struct stream *s = allocate(1, sizeof *s);

	*s = (struct stream){ .bytes = bytes, .size = size };
	*bytes = NULL;
	stream_write(s, "", 0);
	return have(fopencookie(
		s, "w", (cookie_io_functions_t){ .write = stream_write, .close = stream_free }));
}

void stream_close(FILE *f)
{
	have(fclose(f) == 0 ? f : NULL);
}
