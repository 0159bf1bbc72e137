/* SPDX-License-Identifier: ISC
 * hello.c - the first program.
 */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("hello from process %d\n", (int)getpid());
	return 0;
}
