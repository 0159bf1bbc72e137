/* SPDX-License-Identifier: ISC
 * page.c - physical memory in pages: one bit each, first fit.
 */
#include "base.h"
#include "machine.h"

#define PAGES (RAM_BYTES / PAGE)

static uint32_t used[PAGES / 32];
static uint32_t first, beyond; /* managed pages: [first, beyond) */
static uint32_t lowest; /* all pages below are in use */
static uint32_t available;

static int is_used(uint32_t p)
{
	return used[p / 32] >> p % 32 & 1;
}

static void mark(uint32_t p, uint32_t n)
{
	available -= n;
	for (; n; n--, p++) {
		used[p / 32] |= 1u << p % 32;
	}
}

void page_init(uint32_t from, uint32_t to)
{
	first = lowest = (from - RAM_BASE) / PAGE;
	beyond = (to - RAM_BASE) / PAGE;
	available = beyond - first;
}

/* The first page in use from p on, at most `end`. */
static uint32_t run_end(uint32_t p, uint32_t end)
{
	while (p < end && !is_used(p))
		p++;
	return p;
}

/* The first free page from p on, at most `beyond`. */
static uint32_t next_free(uint32_t p)
{
	while (p < beyond && is_used(p))
		p += used[p / 32] == UINT32_MAX ? 32 - p % 32 : 1;
	return p;
}

uint32_t page_alloc(uint32_t n)
{
	if (!n || n > available)
		return 0;
	lowest = next_free(lowest);
	for (uint32_t p = lowest; p < beyond && n <= beyond - p;) {
		uint32_t end = run_end(p, p + n);
		if (end == p + n) {
			mark(p, n);
			return RAM_BASE + p * PAGE;
		}
		p = next_free(end);
	}
	return 0;
}

int page_extend(uint32_t pa, uint32_t have, uint32_t want)
{
	uint32_t p = (pa - RAM_BASE) / PAGE;

	if (want > beyond - p || run_end(p + have, p + want) != p + want)
		return -ENOMEM;
	mark(p + have, want - have);
	return 0;
}

void page_free(uint32_t pa, uint32_t n)
{
	uint32_t p = (pa - RAM_BASE) / PAGE;

	if (p < first || p > beyond || n > beyond - p)
		panic("page_free: 0x%08lx is not memory", pa);
	if (n && p < lowest)
		lowest = p;
	available += n;
	for (; n; n--, p++) {
		if (!is_used(p))
			panic("page_free: 0x%08lx is already free", RAM_BASE + p * PAGE);
		used[p / 32] &= ~(1u << p % 32);
	}
}

uint32_t page_count(void)
{
	return available;
}
