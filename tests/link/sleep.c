/* SPDX-License-Identifier: ISC
 * sleep.c - a program that works a little, then sleeps for good, as most firmware does most of the time.
 */
int main(void)
{
	for (volatile int i = 0; i < 1000; i++)
		;
	for (;;)
		__asm__ volatile ("wfi");
}
