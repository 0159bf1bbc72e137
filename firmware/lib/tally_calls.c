/* SPDX-License-Identifier: ISC
 * tally_calls.c - profil(2), pcsample(2) and sprofil(2) on bare metal. Contract: tally_calls.h.
 */
#include "tally_calls.h"
#include "driver/tally_regs.h"

static struct tally process, system;
static bool sampling; /* pcsample() owns the process's unit */
/* user, system, idle totals of the running sprofil(); NULL: none */
static volatile uint32_t *totals;

struct tally *tally_calls_unit(bool of_system)
{
	struct tally *t = of_system ? &system : &process;
	const uintptr_t at = of_system ? tally_machine.system_unit : tally_machine.unit;

	if (t->caps.window && t->base == at)
		return t;
	return at && tally_probe(t, at, NULL) == 0 ? t : NULL;
}

/* The range that contains addr, or an empty one. */
static const struct profil_memory *memory_at(uint32_t addr)
{
	static const struct profil_memory none;
	for (unsigned i = 0; i < tally_machine.ranges; i++)
		if (addr >= tally_machine.memory[i].low && addr < tally_machine.memory[i].high)
			return &tally_machine.memory[i];
	return &none;
}

static struct tally_config sampler(uint32_t period, uint8_t privileges)
{
	return (struct tally_config){
		.period = period, .jitter = tally_machine.jitter, .privileges = privileges
	};
}

/* On return the unit writes no buffer any more, and it has not stopped by itself. */
static int silence(struct tally *t)
{
	int err = tally_stop(t);

	if (!err)
		err = tally_drain(t);
	if (err == TALLY_ETIMEDOUT) {
		err = tally_reset(t); /* weight waits, but nothing retires */
		err = err ? err : tally_drain(t);
	}
	return err ? err : tally_acknowledge(t, TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK);
}

static int begin(struct tally *t, const struct tally_config *c)
{
	int err = tally_configure(t, c);

	return err ? err : tally_start(t);
}

int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size,
	uint32_t offset, uint32_t scale)
{
	const struct profil_args args = { (uint32_t)(uintptr_t)buf, size, offset, scale };
	struct tally_config c = sampler(tally_machine.period, TALLY_PRIV_ANY);

	if (!tally_calls_unit(false))
		return TALLY_ENODEV;
	int plan = profil_plan(as, &args, memory_at(args.buf), &c);
	if (plan == TALLY_EINVAL)
		return plan;
	int err = silence(&process);
	if (err)
		return err;
	sampling = false;
	return plan == 0 ? begin(&process, &c) : plan == PROFIL_OFF ? 0 : plan;
}

int32_t pcsample_call(const volatile void *samples, int32_t n)
{
	uint32_t at = (uint32_t)(uintptr_t)samples, stored = 0;
	struct tally_config c = sampler(tally_machine.period, TALLY_PRIV_ANY);

	if (!tally_calls_unit(false))
		return TALLY_ENODEV;
	int plan = pcsample_plan(at, n, memory_at(at), &c);
	if (plan == TALLY_EINVAL)
		return plan;
	int err = silence(&process);
	if (!err && sampling)
		err = tally_ring_position(&process, &stored);
	if (err)
		return err;
	sampling = plan == 0;
	if (sampling)
		err = tally_ring_seek(&process, 0);
	if (sampling && !err)
		err = begin(&process, &c);
	if (err)
		sampling = false;
	return err ? err : (int32_t)(stored / 4);
}

/* Ends sprofil(): adds its totals where the caller wants them. */
static int finish(void)
{
	struct tally_counters k;
	int err = silence(&system);

	if (!err && totals)
		err = tally_counters_read(&system, &k);
	if (err || !totals)
		return err;
	totals[0] += (uint32_t)k.user;
	totals[1] += (uint32_t)k.privileged;
	totals[2] += (uint32_t)k.idle;
	totals = NULL;
	return 0;
}

int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	const struct sprofil_args args = { (uint32_t)(uintptr_t)spcnt, numents, lowpc, intsize };
	/* user mode appears only in a total */
	struct tally_config c = sampler(tally_machine.system_period, 0xE);
	uint32_t last = 0;

	if (!tally_calls_unit(true))
		return TALLY_ENODEV;
	if (!spcnt)
		return finish();
	int err = sprofil_plan(&args, memory_at(args.spcnt), &c);
	if (err)
		return err;
	if (!intsize
		&& !sprofil_rising(
			(const volatile struct tally_symbol *)((uintptr_t)spcnt + SPCNT_HEAD),
			numents, &last))
		return TALLY_EINVAL;
	err = finish();
	if (!err)
		err = tally_clear(&system);
	if (!err)
		err = begin(&system, &c);
	if (!err)
		totals = spcnt;
	return err;
}
