/* SPDX-License-Identifier: ISC
 * tally_profil.c - from the arguments of the calls to a configuration of the unit. Contract:
 * tally_profil.h.
 */
#include "tally_profil.h"

bool profil_unit_does_all(const struct tally *t)
{
	return t->caps.kind == TALLY_KIND_CODE && t->caps.system == TALLY_SYSTEM_ALL
		&& t->caps.pc_bits == 32;
}

/* Bytes of the caller's memory from addr on; 0: addr is outside. */
static uint32_t room(const struct profil_memory *m, uint32_t addr)
{
	return addr >= m->low && addr < m->high ? m->high - addr : 0;
}

void profil_place(struct tally_config *c, uint32_t buf, const struct profil_memory *m)
{
	uint32_t exists = buf % c->width ? 0 : room(m, buf);
	if (exists > c->size)
		exists = c->size;
	c->memory = NULL;
	c->base = exists ? m->bus + (buf - m->low) : m->bus & ~3u;
	/* 1 is less than a counter, so the unit faults before it writes; 0 would mean no limit */
	c->limit = exists ? exists : c->size ? 1 : 0;
}

static void map_counters(struct tally_config *out, const struct profil_args *args)
{
	out->mode = TALLY_MODE_PROFIL;
	out->offset = args->offset;
	out->scale = args->scale;
	out->width = 2;
	out->policy = TALLY_WRAP;
	out->interval = out->entries = 0;
}

int profil_plan(enum profil_personality as, const struct profil_args *args,
	const struct profil_memory *memory, struct tally_config *out)
{
	bool bsd = as == PROFIL_BSD;
	if (args->scale == 0)
		return PROFIL_OFF;
	if (args->scale > TALLY_SCALE_ONE)
		return bsd ? TALLY_EINVAL : PROFIL_OFF;
	if (args->scale == 1 && !bsd)
		return PROFIL_OFF;
	if (bsd && args->size && (args->buf % 2 || room(memory, args->buf) < args->size))
		return TALLY_EFAULT;
	map_counters(out, args);
	if (as == PROFIL_SYSV && args->scale == PROFIL_FULL_SCALE)
		out->scale = TALLY_SCALE_ONE;
	out->policy = as == PROFIL_SOLARIS ? TALLY_STOP : TALLY_WRAP;
	out->size = args->size;
	profil_place(out, args->buf, memory);
	return 0;
}

int pcsample_plan(
	uint32_t samples, int32_t n, const struct profil_memory *memory, struct tally_config *out)
{
	uint32_t most = UINT32_MAX / 4;
	if (n < 0)
		return TALLY_EINVAL;
	if (n == 0)
		return PROFIL_OFF;
	out->mode = TALLY_MODE_RING;
	out->width = 4;
	out->policy = TALLY_STOP;
	out->offset = out->scale = out->interval = out->entries = 0;
	out->size = ((uint32_t)n < most ? (uint32_t)n : most) * 4;
	profil_place(out, samples, memory);
	return 0;
}

uint32_t sprofil_bytes(uint32_t numents, uint32_t intsize)
{
	if (numents > (intsize ? SPCNT_INTERVALS : SPCNT_SYMBOLS))
		return UINT32_MAX;
	return SPCNT_HEAD + numents * (intsize ? 4u : (uint32_t)sizeof(struct tally_symbol));
}

int sprofil_plan(const struct sprofil_args *args, const struct profil_memory *memory,
	struct tally_config *out)
{
	uint32_t bytes = sprofil_bytes(args->numents, args->intsize);
	if (bytes > SPCNT_BYTES)
		return TALLY_EINVAL;
	if (args->spcnt % 4 || room(memory, args->spcnt) < bytes)
		return TALLY_EFAULT;
	out->mode = args->intsize ? TALLY_MODE_INTERVAL : TALLY_MODE_SYMBOL;
	out->width = 4;
	out->policy = TALLY_WRAP;
	out->scale = 0;
	out->offset = args->intsize ? args->lowpc : 0;
	out->interval = args->intsize;
	out->entries = args->intsize ? 0 : args->numents;
	out->size = bytes - SPCNT_HEAD;
	profil_place(out, args->spcnt + SPCNT_HEAD, memory);
	return 0;
}

bool sprofil_rising(const volatile struct tally_symbol *entries, uint32_t n, uint32_t *last)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t start = entries[i].start;
		if (start < *last)
			return false;
		*last = start;
	}
	return true;
}
