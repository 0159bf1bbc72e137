/* SPDX-License-Identifier: ISC
 * probe.c - what the tool's symbol and line tables say of an address, for tests/tool/symbols.py.
 *
 * usage: probe FIRMWARE.ELF <addresses
 * For each hexadecimal address on standard input prints a line
 *   ADDRESS|FUNCTION|FUNCTION'S START|FILE|LINE|CALLS, outermost first, with ';'
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/profile/firmware.h"

int main(int argc, char **argv)
{
	struct firmware f;
	const char *calls[64];
	char text[64];

	if (argc != 2 || !firmware_open(&f, argv[1]))
		return 1;
	while (fgets(text, sizeof text, stdin)) {
		uint32_t pc = (uint32_t)strtoul(text, NULL, 16);
		const struct function *function = symbols_find(&f.symbols, pc);
		const struct line *line = lines_find(&f.lines, pc);
		size_t n = lines_calls(&f.lines, pc, calls, 64);
		printf("%08" PRIx32 "|%s|%" PRIx64 "|%s|%d|", pc, function ? function->name : "",
			function ? function->lo : 0, line ? line->file : "",
			line ? line->number : 0);
		for (size_t i = 0; i < n; i++)
			printf("%s%s", i ? ";" : "", calls[i]);
		putchar('\n');
	}
	firmware_close(&f);
	return 0;
}
