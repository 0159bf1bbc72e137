/* SPDX-License-Identifier: ISC
 * calls.c - firmware/lib/tally_calls.h by system calls of this kernel.
 */
#include "firmware/lib/calls.h"

#include <unistd.h>

#include "profctl.h"
#include "user.h"

int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size,
	uint32_t offset, uint32_t scale)
{
	return sys_profil(as, buf, size, offset, scale);
}

int32_t pcsample_call(const volatile void *samples, int32_t n)
{
	return sys_pcsample(samples, n);
}

int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	return sys_sprofil(spcnt, numents, lowpc, intsize);
}

void *calls_live(void *memory)
{
	return memory;
}

uint64_t calls_hits(uint32_t *period)
{
	struct profcounts k = { 0 };

	*period = (uint32_t)sys_profctl(PROFCTL_GET_PERIOD | PROFCTL_PROCESS, 0);
	sys_profctl(PROFCTL_COUNTS | PROFCTL_PROCESS, &k);
	return k.hits;
}

struct file {
	FILE *to;
	int error;
};

static void take(void *ctx, const void *bytes, size_t n)
{
	struct file *f = ctx;

	if (fwrite(bytes, 1, n, f->to) != n)
		f->error = -errno;
}

int calls_deliver(const char *name, file_bytes *give, void *of)
{
	struct file f = { .to = fopen(name, "w") };

	if (!f.to)
		return -errno;
	give(take, &f, of);
	if (fclose(f.to))
		f.error = -errno;
	if (f.error)
		unlink(name);
	return f.error;
}
