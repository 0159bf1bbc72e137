/* SPDX-License-Identifier: ISC
 * error.c - the tool's messages, and memory allocation that never fails; the contract is base.h.
 */
#include "base.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_line(const char *prefix, const char *format, va_list args)
{
	char text[2048], shown[sizeof text];

	vsnprintf(text, sizeof text, format, args);
	text_filter(shown, sizeof shown, text);
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

FILE *stream_open(char **bytes, size_t *size)
{
	return have(open_memstream(bytes, size));
}

void stream_close(FILE *f)
{
	have(fclose(f) == 0 ? f : NULL);
}
