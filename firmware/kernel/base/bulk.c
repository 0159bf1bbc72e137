/* SPDX-License-Identifier: ISC
 * bulk.c - copies and clears of many pages. The kernel runs with interrupts off, so the timer gets
 * a turn after each page.
 */
#include <string.h>

#include "base.h"

void (*bulk_pause)(void);

void bulk_turn(void)
{
	if (bulk_pause)
		bulk_pause();
}

void bulk_copy(void *to, const void *from, uint32_t bytes)
{
	for (uint32_t at = 0, n; at < bytes; at += n) {
		n = bytes - at < PAGE ? bytes - at : PAGE;
		memcpy((char *)to + at, (const char *)from + at, n);
		bulk_turn();
	}
}

void bulk_clear(void *at, uint32_t bytes)
{
	for (uint32_t done = 0, n; done < bytes; done += n) {
		n = bytes - done < PAGE ? bytes - done : PAGE;
		memset((char *)at + done, 0, n);
		bulk_turn();
	}
}
