/* SPDX-License-Identifier: ISC
 * live.c - a unit behind a serial line, and a profile that follows it; the contract is live.h.
 */
#include "live.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../driver/tally_regs.h"
#include "error.h"
#include "region.h"

#define DRAIN_TRIES 100u	/* ms */

volatile int live_stop;

static void on_signal(int signal)
{
	(void)signal;
	live_stop = 1;
}

void live_catch(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool live_sleep(unsigned milliseconds)
{
	struct timespec t = { .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000l };

	while (!live_stop && nanosleep(&t, &t) != 0 && errno == EINTR)
		;
	return !live_stop;
}

static bool line_error(const struct live *v, int error)
{
	const unsigned baud = (unsigned)v->options.baud;

	switch (error) {
	case -EIO: return fail("%s: the line is gone: unplugged, or the simulation has ended", v->path);
	case -EBUSY: return fail("%s: somebody else steers this unit, too; end the other program and attach again", v->path);
	case -ENODEV: return fail("%s: what answers is no Tally bridge of version %u", v->path, LINK_MAJOR);
	case -EFAULT: return fail("%s: the bridge refuses that address", v->path);
	case -EAGAIN: return fail("%s: the unit has no clock to spare for its bins; with --period 2 it has", v->path);
	}
	if (v->link.greeted)
		return fail("%s: no whole answer any more; is the line loose, the board stopped?", v->path);
	if (v->link.heard)
		return fail("%s: what comes at %u baud makes no sense: is --baud right, and is this the bridge's port?", v->path, baud);
	return fail("%s: nothing answers at %u baud: is this the bridge's port, is the bitstream loaded, is --baud right?", v->path, baud);
}

/* The driver calls these; what the line says is said here, once. */
static bool unit_done(const struct live *v, const char *what, int error)
{
	if (error >= 0)
		return true;
	if (error == TALLY_ENODEV)
		return fail("%s: the bridge answers, but no Tally unit is at 0x%08" PRIx32 " behind it", v->path, v->link.unit);
	if (error == TALLY_EINVAL || error == TALLY_ENOTSUP)
		return fail("%s: cannot %s: %s", v->path, what, error == TALLY_EINVAL ? "a setting is out of this unit's range"
			: "this unit was built without it; `tally attach` says what it has");
	return line_error(v, error);
}

/* Does the unit count already what we would have it count? */
static bool counts_already(struct live *v, bool *yes)
{
	const struct tally_config *c = &v->profile.config;
	uint32_t status, period, offset, scale, mapping, size, sampler;
	struct tally *t = &v->collector.unit;
	const struct { uint32_t reg, *to; } reads[] = { { TALLY_STATUS, &status }, { TALLY_PERIOD, &period }, { TALLY_OFFSET, &offset },
		{ TALLY_SCALE, &scale }, { TALLY_MAPPING, &mapping }, { TALLY_SIZE, &size }, { TALLY_SAMPLER, &sampler } };

	for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
		int error = v->unit.io.read(v->unit.io.ctx, (uint32_t)t->base + reads[i].reg, reads[i].to);
		if (error)
			return unit_done(v, "read its registers", error);
	}
	*yes = (v->options.stopped_too || (status & TALLY_STATUS_RUNNING_MASK)) && period == c->period && offset == c->offset && scale == c->scale && size == c->size
		&& (mapping & TALLY_MAPPING_WIDTH_MASK ? 4 : 2) == c->width
		&& (sampler & TALLY_SAMPLER_SOURCE_MASK) == c->source
		&& (sampler & TALLY_SAMPLER_JITTER_MASK) >> TALLY_SAMPLER_JITTER_LSB == c->jitter;
	return true;
}

/* From whatever it does to counting from 0 on. RESET is the way out for weight that waits while the core retires nothing. */
static bool begin(struct live *v)
{
	struct tally *t = &v->collector.unit;
	int error = tally_reset(t, 0), drained = 0;

	for (unsigned i = 0; !error && drained == 0 && i < DRAIN_TRIES; i++) {
		drained = tally_drained(t, 0);
		if (drained == 0)
			live_sleep(1);
	}
	if (error || drained < 0)
		return unit_done(v, "reset it", error ? error : drained);
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

/* The whole of the code at a scale that its counters fit at. */
static void fit(struct live *v)
{
	struct profile *p = &v->profile;

	region_fit(p, &v->firmware.image, v->collector.unit.caps.bin_bytes);
	while (profile_bin_pc(p, p->slots) < p->code_hi && p->config.scale > 1) {
		p->config.scale /= 2;
		region_fit(p, &v->firmware.image, v->collector.unit.caps.bin_bytes);
	}
}

bool live_begin(struct live *v, const struct link_line *line)
{
	const struct live_options *o = &v->options;
	struct profile *p = &v->profile;
	bool counts = false;
	int error;

	if ((error = link_open(&v->link, line, (unsigned)o->baud, (uint8_t)getpid())))
		return line_error(v, error);
	link_unit_open(&v->unit, &v->link);
	p->config = tally_exact(0, 0);
	p->config.period = (uint32_t)o->period;
	p->config.jitter = (uint8_t)o->jitter;
	p->config.scale = (uint32_t)o->scale;
	p->config.width = o->bins ? 4 : 2;
	p->core = copy_text("live");
	v->collector.profile = p;
	if ((error = tally_probe(&v->collector.unit, v->link.unit, &v->unit.io)))
		return unit_done(v, "find it", error);
	if (v->collector.unit.caps.bin_bytes < p->config.width)
		return fail("%s: the unit has no bin memory of its own", v->path);
	fit(v);
	firmware_sign(&v->firmware, p);
	v->small = allocate(p->slots / 8 + 2, sizeof *v->small);
	v->large = allocate(p->slots / 128 + 2, sizeof *v->large);
	if (!o->restart && !counts_already(v, &counts))
		return false;
	if (!counts && o->only_join)
		return fail("%s: the unit has not counted this firmware with these settings; `tally attach` begins, or give --seconds", v->path);
	if (counts)
		collect_join(&v->collector);
	v->joined = counts;
	return counts || begin(v);
}

bool live_open(struct live *v, const char *port, const char *elf)
{
	const struct live_options o = v->options;

	*v = (struct live){ .options = o, .path = port, .serial = { .fd = -1 } };
	if (o.jitter && 1ull << (o.jitter - 1) >= o.period)
		return fail("--jitter %" PRIu64 ": needs a --period above %llu (it is %" PRIu64 ")", o.jitter, 1ull << (o.jitter - 1), o.period);
	return firmware_open(&v->firmware, elf) && region_choose(&v->profile, &v->firmware.image, &v->firmware.symbols, o.from, o.to)
		&& serial_open(&v->serial, port, (unsigned)o.baud) && live_begin(v, &v->serial.line);
}

/* Bins of block b of 2^LINK_SMALL_LOG2 words and the n - 1 that follow it. */
static bool read_blocks(struct live *v, uint32_t b, uint32_t n)
{
	struct profile *p = &v->profile;
	uint32_t each = (4u << LINK_SMALL_LOG2) / p->config.width, first = b * each, end = (b + n) * each;
	unsigned missed = 0;

	end = end < p->slots ? end : p->slots;
	v->unit.until = v->link.unit + v->link.bins + end * p->config.width;
	v->blocks += n;
	if (!collect_bins(&v->collector, first, end - first, &missed))
		return false;
	return !missed || line_error(v, -EAGAIN);
}

/* Reads n sums from number `first` into now[]. */
static bool read_sums(struct live *v, uint32_t base, uint32_t first, uint32_t n, uint32_t *now)
{
	for (uint32_t part; n; first += part, now += part, n -= part) {
		part = n < 64 ? n : 64;
		int error = link_read(&v->link, base + 4 * first, part, now);
		if (error)
			return line_error(v, error);
	}
	return true;
}

/* Small blocks [first, first + n), n at most a large block's: runs of those that changed. */
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
		/* not before they are read: after an error they are still to be had */
		memcpy(v->small + first + i, now + i, run * sizeof now[0]);
	}
	return true;
}

static bool refresh_bins(struct live *v)
{
	const struct profile *p = &v->profile;
	uint32_t words = (p->slots * p->config.width + 3) / 4, blocks = (words + 15) >> LINK_SMALL_LOG2, per = 1u << (LINK_LARGE_LOG2 - LINK_SMALL_LOG2);
	uint32_t larges = (blocks + per - 1) / per, *now = allocate(larges, sizeof *now);
	bool good = read_sums(v, LINK_LARGE_SUMS, 0, larges, now);

	v->blocks = 0;
	for (uint32_t i = 0; good && i < larges; i++) {
		if (now[i] == v->large[i])
			continue;
		good = refresh_blocks(v, i * per, blocks - i * per < per ? blocks - i * per : per);
		v->large[i] = now[i];
	}
	free(now);
	return good;
}

bool live_refresh(struct live *v)
{
	uint64_t bytes = v->link.bytes;
	bool good = unit_done(v, "read its counters", tally_counters_read(&v->collector.unit, 0, &v->profile.counters)) && refresh_bins(v);

	v->bytes = v->link.bytes - bytes;
	return good;
}

bool live_restart(struct live *v)
{
	return begin(v);
}

bool live_finish(struct live *v)
{
	struct profile *p = &v->profile;

	if (!collect_stop(&v->collector) || !collect_counters(&v->collector) || !refresh_bins(v))
		return false;
	/* should two counts in a block have cancelled out in its sum: all of them */
	if (profile_bin_sum(p) != p->counters.hits) {
		v->unit.until = v->link.unit + v->link.bins + p->config.size;
		if (!collect_finish(&v->collector))
			return false;
	}
	p->end = END_RECORDED;
	p->cycles = p->counters.ticks * p->config.period;
	return true;
}

void live_close(struct live *v)
{
	collect_close(&v->collector);
	profile_free(&v->profile);
	firmware_close(&v->firmware);
	serial_close(&v->serial);
	free(v->small);
	free(v->large);
	v->small = v->large = NULL;
}

void live_print(const struct live *v)
{
	const struct tally_caps *c = &v->collector.unit.caps;
	const struct profile *p = &v->profile;

	printf("%s: Tally %u.%u.%u at 0x%08" PRIx32 ", channels %u, bins %" PRIu32 " bytes\n", v->path, c->version >> 16, c->version >> 8 & 0xFF,
		c->version & 0xFF, v->link.unit, c->channels, c->bin_bytes);
	printf("counts %s of 0x%08" PRIx32 "-0x%08" PRIx64 ", period %" PRIu32 ", scale %" PRIu32 ", %" PRIu32 " counters of %u bits: %s\n",
		profile_source(p), p->config.offset, profile_bin_pc(p, p->slots) - 1, p->config.period, p->config.scale, p->slots, p->config.width * 8u,
		v->joined ? "as it did before" : "from 0 on");
}
