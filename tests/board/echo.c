/* SPDX-License-Identifier: ISC
 * echo.c - firmware: prompts, returns each line in capitals, ends at an empty one. Small enough for
 * every board; tests/board/board.sh checks its output.
 */
#include <unistd.h>

int main(void)
{
	char line[40];
	ssize_t n;

	write(1, "echo\n", 5);
	while ((n = read(0, line, sizeof line)) > 1) {
		for (ssize_t i = 0; i < n; i++)
			line[i] -= line[i] >= 'a' && line[i] <= 'z' ? 'a' - 'A' : 0;
		write(1, line, (size_t)n);
	}
	return 0;
}
