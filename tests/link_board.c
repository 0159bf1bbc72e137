/* SPDX-License-Identifier: ISC
 * link_board.c - the serial bridge's RTL on a pseudo-terminal, with no unit behind it: link_board zero (all there reads 0), dead
 * (nothing answers), other (something else). Prints the line's name; until it is killed.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../sw/pty.h"
#include "link_bench.h"

int main(int argc, char **argv)
{
	static struct bench b;
	struct pty pty;
	const char *what = argc == 2 ? argv[1] : "";

	if (strcmp(what, "zero") && strcmp(what, "dead") && strcmp(what, "other")) {
		fprintf(stderr, "link_board zero|dead|other\n");
		return 2;
	}
	if (!pty_open(&pty))
		return 2;
	bench_open(&b);
	b.stalled = !strcmp(what, "dead");
	if (!strcmp(what, "zero"))
		memset(b.memory, 0, sizeof b.memory);
	printf("%s: the serial line\n", pty.name);
	fflush(stdout);
	for (;;) {
		struct pollfd in = { .fd = pty.master, .events = POLLIN };
		uint8_t bytes[64];
		int byte;

		while (b.to_n < 1024 && (byte = pty_look(&pty)) >= 0) {
			bytes[0] = (uint8_t)byte;
			bench_send(&b, bytes, 1);
		}
		size_t n = bench_take(&b, bytes, sizeof bytes, 2000);
		for (size_t i = 0; i < n; i++)
			pty_send(&pty, bytes[i]);
		if (!n && !b.to_n)
			poll(&in, 1, 1);
	}
}
