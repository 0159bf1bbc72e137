/* SPDX-License-Identifier: ISC
 * both_calls.c - profil and sprofil at once on bare metal, around some work. tests/calls/calls.c judges their counters.
 */
#include "clause.h"
#include "firmware/lib/tally_calls.h"
#include "profil.h"
#include "sys/sprof.h"

#include <stdlib.h>

uint16_t profil_counters[8192] __attribute__((aligned(64)));	/* whole lines of any data cache: only the alias is used */
struct SPCNT system_counters __attribute__((aligned(64)));


#define SCALE 0x8000u
#define INTERVAL 37u

static int by_value(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : 1;
}

/* Library code, divisions, data-dependent branches. */
static int sort_and_print(void)
{
	static int values[200];
	char text[40];
	unsigned random = 7, length = 0;
	for (int i = 0; i < 200; i++)
		values[i] = (int)((random = random * 1664525 + 1013904223) >> 8) % 1000;
	qsort(values, 200, sizeof *values, by_value);
	for (int i = 0; i < 200; i++)
		length += (unsigned)snprintf(text, sizeof text, "%d %x", values[i], values[i] * 77);
	return (int)length;
}

int main(void)
{
	tally_machine.period = 149;
	tally_machine.system_period = 211;
	struct SPCNT *sp = LIVE(&system_counters);
	if (sprofil(sp, 2045, (caddr_t)TEXT_LOW, INTERVAL))
		return 1;
	profil(LIVE(profil_counters), sizeof profil_counters, (int)TEXT_LOW, SCALE);
	int length = sort_and_print();
	profil(NULL, 0, 0, 0);
	if (sprofil(NULL, 0, NULL, 0))
		return 1;
	printf("calls: %d characters, system ticks %ld\n", length, sp->b_urhits + sp->b_syhits + sp->b_idhits);
	return length < 1000;
}
