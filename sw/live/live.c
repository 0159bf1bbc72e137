/* SPDX-License-Identifier: ISC
 * live.c - a unit behind a serial line, and a profile that follows it; the contract is live.h.
 */
#include "live.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/base/clock.h"
#include "sw/base/error.h"
#include "sw/profile/region.h"
#include "sw/base/stop.h"

#define STILL_TRIES 4u

bool live_wait(struct live *v, int64_t until)
{
	for (int64_t left; (left = until - clock_ms()) > 0 && !stop_asked; )
		if (!port_wait(&v->port, left < 50 ? (unsigned)left : 50))
			return false;
	return true;
}

/* *yes: the unit already counts with exactly our settings. All of them matter: the capture states them all. */
static bool counts_already(struct live *v, bool *yes)
{
	struct tally *t = &v->collector.unit;
	uint32_t status;
	int is = tally_status(t, &status);

	if (is == 0 && (v->options.stopped_too || status & TALLY_STATUS_RUNNING_MASK))
		is = tally_configured(t, &v->profile.config);
	*yes = is > 0;
	return is >= 0 || port_driver_done(&v->port, "read its registers", is);
}

/* Starts counting from 0, in any state. RESET discards weight that waits because the core retires nothing. */
static bool begin_anew(struct live *v)
{
	struct tally *t = &v->collector.unit;
	int error = tally_reset(t);
	if (error)
		return port_driver_done(&v->port, "reset it", error);
	if (!live_drain(v))
		return false;
	free(v->profile.bins);
	free(v->collector.last);
	memset(v->small, 0, (v->profile.slots / 8 + 2) * sizeof *v->small);
	memset(v->large, 0, (v->profile.slots / 128 + 2) * sizeof *v->large);
	v->profile.bins = NULL;
	v->collector.last = NULL;
	v->collector.bins_ticks = 0;
	v->joined = false;
	return collect_start(&v->collector);
}

/* Holds signals: a later command would join a unit left with new settings and old counters. */
static bool begin(struct live *v)
{
	bool good;

	stop_hold(true);
	good = begin_anew(v);
	stop_hold(false);
	return good;
}

/* The first and the last pc that the unit maps. */
static uint32_t first_pc(const struct live *v)
{
	return v->collector.unit.caps.pc_base;
}

static uint64_t last_pc(const struct live *v)
{
	return first_pc(v) + (1ull << v->collector.unit.caps.pc_bits) - 1;
}

bool live_begin(struct live *v, const struct link_line *line)
{
	const struct live_options *o = &v->options;
	struct profile *p = &v->profile;
	bool counts = false;
	int error;

	v->port.options = o->port;
	if (line && !port_greet(&v->port, line))
		return false;
	link_unit_open(&v->unit, &v->port.link);
	p->config = tally_exact(0, 0);
	p->config.period = (uint32_t)o->period;
	p->config.jitter = (uint8_t)o->jitter;
	p->config.scale = (uint32_t)o->scale;
	p->core = copy_text("live");
	v->collector.profile = p;
	error = tally_probe(&v->collector.unit, v->port.link.unit, &v->unit.io);
	if (error == -EAGAIN || error == -EFAULT)
		return fail("%s: the bridge answers, but nothing does at 0x%08" PRIx32 " behind it, where the unit should be", v->port.path, v->port.link.unit);
	if (!port_driver_done(&v->port, "find it", error))
		return false;
	if (v->port.link.kind != LINK_BRIDGE)
		v->port.link.bins = v->collector.unit.caps.window;
	region_fit_scaled(p, &v->firmware.image, v->collector.unit.caps.bin_bytes);
	if (p->code_lo < first_pc(v) || p->code_hi - 1 > last_pc(v))
		note("%s: the unit counts code of 0x%08" PRIx32 "-0x%08" PRIx64 " only: all other is OUTSIDE", v->port.path, first_pc(v), last_pc(v));
	/* check first: begin() resets a unit that counts something else */
	if (!collect_accepted(&v->collector))
		return false;
	firmware_sign(&v->firmware, p);
	v->small = allocate(p->slots / 8 + 2, sizeof *v->small);
	v->large = allocate(p->slots / 128 + 2, sizeof *v->large);
	if (!o->restart && !counts_already(v, &counts))
		return false;
	if (!counts && o->only_join)
		return fail("%s: the unit has not counted this firmware with these settings; `tally attach` begins, or give --seconds", v->port.path);
	if (counts)
		collect_join(&v->collector);
	v->joined = counts;
	if (counts)
		note("includes what the unit counted before this command, modulo 2^32 ticks; --restart starts from 0");
	return counts || begin(v);
}

bool live_open(struct live *v, const char *port, const char *elf)
{
	const struct live_options o = v->options;

	*v = (struct live){ .options = o, .port = { .options = o.port, .stop = &stop_abort, .serial = { .fd = -1, .lock = -1 } } };
	if (o.jitter && 1ull << (o.jitter - 1) >= o.period)
		return fail("--jitter %" PRIu64 ": needs a --period above %llu (it is %" PRIu64 ")", o.jitter, 1ull << (o.jitter - 1), o.period);
	return port_options_good(&o.port) && serial_possible(port) && port_console_free(&o.port, elf) && port_console_free(&o.port, o.how.debug_file) && firmware_open_as(&v->firmware, elf, &o.how) && region_choose(&v->profile, &v->firmware.image, &v->firmware.symbols, o.from, o.to)
		&& port_open(&v->port, port, o.quiet) && live_begin(v, NULL);
}

/* Reads the bins of n blocks from number b on; a block has 2^LINK_SMALL_LOG2 words. */
static bool read_blocks(struct live *v, uint32_t b, uint32_t n)
{
	struct profile *p = &v->profile;
	uint32_t each = 1u << LINK_SMALL_LOG2, first = b * each, end = (b + n) * each;
	unsigned missed = 0;

	end = end < p->slots ? end : p->slots;
	v->unit.until = v->port.link.unit + v->port.link.bins + 4 * end;
	v->blocks += n;
	if (!collect_bins(&v->collector, first, end - first, &missed))
		return false;
	return !missed || port_error(&v->port, -EAGAIN);
}

/* Reads n sums from number `first` on into now[]. */
static bool read_sums(struct live *v, uint32_t base, uint32_t first, uint32_t n, uint32_t *now)
{
	for (uint32_t part; n; first += part, now += part, n -= part) {
		part = n < 64 ? n : 64;
		int error = link_read(&v->port.link, base + 4 * first, part, now);
		if (error)
			return port_error(&v->port, error);
	}
	return true;
}

/* Reads those of the small blocks [first, first + n) whose sum changed. All are in one large block. */
static bool refresh_blocks(struct live *v, uint32_t first, uint32_t n)
{
	uint32_t now[1u << (LINK_LARGE_LOG2 - LINK_SMALL_LOG2)];

	if (!read_sums(v, LINK_SMALL_SUMS, first, n, now))
		return false;
	for (uint32_t i = 0, run; i < n; i += run + 1) {
		for (run = 0; i + run < n && now[i + run] != v->small[first + i + run]; run++)
			;
		if (run && !read_blocks(v, first + i, run))
			return false;
		/* not before their bins are read: after an error they are read again */
		memcpy(v->small + first + i, now + i, run * sizeof now[0]);
	}
	return true;
}

static bool read_all(struct live *v)
{
	const struct profile *p = &v->profile;
	unsigned missed = 0;

	v->unit.until = v->port.link.unit + v->port.link.bins + p->config.size;
	return collect_bins(&v->collector, 0, p->slots, &missed) && (!missed || port_error(&v->port, -EAGAIN));
}

static bool refresh_bins(struct live *v)
{
	const struct profile *p = &v->profile;
	if (v->port.link.kind != LINK_BRIDGE)		/* it has no sums */
		return read_all(v);
	uint32_t blocks = (p->slots + 15) >> LINK_SMALL_LOG2, per = 1u << (LINK_LARGE_LOG2 - LINK_SMALL_LOG2);
	uint32_t larges = (blocks + per - 1) / per, *now = allocate(larges, sizeof *now);
	bool good = read_sums(v, LINK_LARGE_SUMS, 0, larges, now);

	v->blocks = 0;
	for (uint32_t i = 0; good && i < larges; i++) {
		if (now[i] == v->large[i])
			continue;
		good = refresh_blocks(v, i * per, blocks - i * per < per ? blocks - i * per : per);
		if (good)
			v->large[i] = now[i];
	}
	free(now);
	return good;
}

bool live_refresh(struct live *v)
{
	uint64_t bytes = v->port.link.bytes;
	bool good = live_counts(v) && refresh_bins(v) && live_bracket(v);

	v->bytes = v->port.link.bytes - bytes;
	return good;
}

bool live_restart(struct live *v)
{
	return begin(v);
}

/* Reads all counts of a stopped unit. Weight that waits for a sleeping core may reach its bin meanwhile: then it reads
 * again. */
static bool read_still(struct live *v)
{
	const struct tally_counters *c = &v->profile.counters;

	for (unsigned i = 0; i < STILL_TRIES; i++) {
		if (!live_counts(v))
			return false;
		uint64_t ticks = c->ticks, pending = c->pending;
		if (!refresh_bins(v) || !live_counts(v))
			return false;
		if (c->ticks == ticks && c->pending == pending)
			return true;
	}
	return fail("%s: the unit runs although it was stopped: does another program use it?", v->port.path);
}

/* Changes within a block may cancel out in its sum: reads all bins if they do not add up. */
static bool read_rest(struct live *v)
{
	return live_adds_up(v) || read_all(v);
}

bool live_finish(struct live *v)
{
	struct profile *p = &v->profile;
	uint32_t status;

	stop_hold(true);		/* Ctrl-C ends the recording, not the final read */
	if (!collect_stop(&v->collector) || !live_drain(v) || !read_still(v) || !read_rest(v) || !live_settle(v)
	    || !port_driver_done(&v->port, "read its status", tally_status(&v->collector.unit, &status)))
		return false;
	p->sticky = collect_sticky(status);
	p->end = END_RECORDED;
	p->cycles = p->counters.ticks * p->config.period;
	return true;
}

bool live_close(struct live *v)
{
	bool good;

	collect_close(&v->collector);
	profile_free(&v->profile);
	firmware_close(&v->firmware);
	good = port_close(&v->port);
	free(v->small);
	free(v->large);
	v->small = v->large = NULL;
	return good;
}

void live_print(const struct live *v)
{
	const struct tally_caps *c = &v->collector.unit.caps;
	const struct profile *p = &v->profile;

	printf("%s: Tally %u.%u.%u at 0x%08" PRIx32 ", bins %" PRIu32 " bytes", v->port.path, c->version >> 16, c->version >> 8 & 0xFF,
		c->version & 0xFF, v->port.link.unit, c->bin_bytes);
	if (c->pc_bits < 32)
		printf(", code of 0x%08" PRIx32 "-0x%08" PRIx64, first_pc(v), last_pc(v));
	putchar('\n');
	printf("counts %s of 0x%08" PRIx32 "-0x%08" PRIx64 ", period %" PRIu32 ", scale %" PRIu32 ", %" PRIu32 " counters: %s\n",
		profile_source(p), p->config.offset, profile_bin_pc(p, p->slots) - 1, p->config.period, p->config.scale, p->slots,
		v->joined ? "as it did before" : "from 0 on");
	puts("its counts are read one after the other while it counts; TICKS before and after bracket their sum");
}
