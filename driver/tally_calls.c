/* SPDX-License-Identifier: ISC
 * tally_calls.c - profil(2), pcsample(2) and sprofil(2) on bare metal. Contract: tally_calls.h.
 */
#include "tally_calls.h"
#include "tally_regs.h"

#define PROCESS 0u			/* channel numbers */
#define SYSTEM 1u

static struct tally unit;
static bool sampling;			/* pcsample() owns channel 0 */
static volatile uint32_t *totals;	/* user, system, idle totals of the running sprofil(); NULL: none */

struct tally *tally_calls_unit(void)
{
	if (!unit.caps.channels && tally_probe(&unit, tally_machine.unit, NULL))
		unit.caps.channels = 0;
	return unit.caps.channels ? &unit : NULL;
}

static int ready(unsigned channel)
{
	struct tally *t = tally_calls_unit();
	return !t ? TALLY_ENODEV : channel < t->caps.channels ? 0 : TALLY_ENOTSUP;
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
	return (struct tally_config){ .period = period, .jitter = tally_machine.jitter, .seed = 1,
		.privileges = privileges };
}

/* On return the unit writes no buffer of this channel any more, and it has not stopped by itself. */
static int silence(unsigned channel)
{
	int err = tally_stop(&unit, channel);
	if (!err && (err = tally_drain(&unit, channel)) == TALLY_ETIMEDOUT) {
		err = tally_reset(&unit, channel);	/* weight waits, but nothing retires */
		err = err ? err : tally_drain(&unit, channel);
	}
	return err ? err : tally_acknowledge(&unit, channel, TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK);
}

static int begin(unsigned channel, const struct tally_config *c)
{
	int err = tally_configure(&unit, channel, c);
	return err ? err : tally_start(&unit, channel);
}

int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size, uint32_t offset, uint32_t scale)
{
	const struct profil_args args = { (uint32_t)(uintptr_t)buf, size, offset, scale };
	struct tally_config c = sampler(tally_machine.period, 0xF);
	int err = ready(PROCESS);
	if (err)
		return err;
	int plan = profil_plan(as, &args, memory_at(args.buf), &c);
	if (plan == TALLY_EINVAL)
		return plan;
	if ((err = silence(PROCESS)))
		return err;
	sampling = false;
	return plan == 0 ? begin(PROCESS, &c) : plan == PROFIL_OFF ? 0 : plan;
}

int32_t pcsample_call(const volatile void *samples, int32_t n)
{
	uint32_t at = (uint32_t)(uintptr_t)samples, stored = 0;
	struct tally_config c = sampler(tally_machine.period, 0xF);
	int err = ready(PROCESS);
	if (err)
		return err;
	int plan = pcsample_plan(at, n, memory_at(at), &c);
	if (plan == TALLY_EINVAL)
		return plan;
	if ((err = silence(PROCESS)) || (sampling && (err = tally_ring_position(&unit, PROCESS, &stored))))
		return err;
	sampling = plan == 0;
	if (sampling && ((err = tally_ring_seek(&unit, PROCESS, 0)) || (err = begin(PROCESS, &c)))) {
		sampling = false;
		return err;
	}
	return (int32_t)(stored / 4);
}

/* Ends sprofil(): adds its totals where the caller wants them. */
static int finish(void)
{
	struct tally_counters k;
	int err = silence(SYSTEM);
	if (err || !totals || (err = tally_counters_read(&unit, SYSTEM, &k)))
		return err;
	totals[0] += (uint32_t)k.user;
	totals[1] += (uint32_t)k.system;
	totals[2] += (uint32_t)k.idle_class;
	totals = NULL;
	return 0;
}

int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	const struct sprofil_args args = { (uint32_t)(uintptr_t)spcnt, numents, lowpc, intsize };
	struct tally_config c = sampler(tally_machine.system_period, 0xE);	/* user mode appears only in a total */
	uint32_t last = 0;
	int err = ready(SYSTEM);
	if (err || !spcnt)
		return err ? err : finish();
	if ((err = sprofil_plan(&args, memory_at(args.spcnt), &c)))
		return err;
	if (!intsize && !sprofil_rising((const volatile struct tally_symbol *)((uintptr_t)spcnt + SPCNT_HEAD),
	    numents, &last))
		return TALLY_EINVAL;
	if ((err = finish()) || (err = tally_clear(&unit, SYSTEM)) || (err = begin(SYSTEM, &c)))
		return err;
	totals = spcnt;
	return 0;
}
