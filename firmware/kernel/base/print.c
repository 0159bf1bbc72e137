/* SPDX-License-Identifier: ISC
 * print.c - the kernel's printf: %d %s %lu %08lx.
 */
#include <stdarg.h>
#include <string.h>

#include "base.h"

static void number(uint32_t v, unsigned base, int width)
{
	char digits[12];
	int n = 0;

	do
		digits[n++] = "0123456789abcdef"[v % base];
	while ((v /= base) || n < width);
	while (n)
		uart_put(digits[--n]);
}

static void text(const char *s)
{
	while (*s)
		uart_put(*s++);
}

static void vprint(const char *format, va_list ap)
{
	for (const char *f = format; *f; f++) {
		if (*f != '%') {
			uart_put(*f);
			continue;
		}
		f += 1 + strspn(f + 1, "08l");
		if (*f == 's') {
			text(va_arg(ap, const char *));
			continue;
		}
		uint32_t v = va_arg(ap, uint32_t);
		if (*f == 'd' && (int32_t)v < 0) {
			uart_put('-');
			v = -v;
		}
		number(v, *f == 'x' ? 16 : 10, *f == 'x' ? 8 : 1);
	}
}

void print(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vprint(format, ap);
	va_end(ap);
}

_Noreturn void panic(const char *format, ...)
{
	static int again;
	va_list ap;

	if (again++)
		board_halt(255);
	text("panic: ");
	va_start(ap, format);
	vprint(format, ap);
	va_end(ap);
	text("\n");
	board_halt(255);
}
