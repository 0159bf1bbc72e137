/* SPDX-License-Identifier: ISC
 * print.c - the kernel's printf: %d %u %x (also with l) %s %c, with width and leading 0.
 */
#include <stdarg.h>

#include "base.h"

static void number(uint32_t v, unsigned base, int negative, int width, char pad)
{
	char digits[12];
	int n = 0;

	do
		digits[n++] = "0123456789abcdef"[v % base];
	while ((v /= base));
	if (negative)
		digits[n++] = '-';
	for (int i = n; i < width; i++)
		uart_put(pad);
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
		char pad = *++f == '0' ? '0' : ' ';
		int width = 0;
		while (*f >= '0' && *f <= '9')
			width = width * 10 + *f++ - '0';
		if (*f == 'l')
			f++;
		int d;
		switch (*f) {
		case 'd':
			d = va_arg(ap, int);
			number(d < 0 ? -(uint32_t)d : (uint32_t)d, 10, d < 0, width, pad);
			break;
		case 'u':
			number(va_arg(ap, uint32_t), 10, 0, width, pad);
			break;
		case 'x':
			number(va_arg(ap, uint32_t), 16, 0, width, pad);
			break;
		case 's':
			text(va_arg(ap, const char *));
			break;
		case 'c':
			uart_put((char)va_arg(ap, int));
			break;
		default:
			uart_put(*f);
		}
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
