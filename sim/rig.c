/* SPDX-License-Identifier: ISC
 * rig.c - see rig.h. Loads with libelf alone: a second reader beside the tool's own.
 */
#include "rig.h"

#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void rig_die(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fputs("FAILED: ", stdout);
	vprintf(fmt, ap);
	putchar('\n');
	va_end(ap);
	exit(1);
}

static int io_read(void *ctx, uint32_t addr, uint32_t *value)
{
	return machine_read(ctx, addr, value);
}
static int io_write(void *ctx, uint32_t addr, uint32_t value)
{
	return machine_write(ctx, addr, value);
}

static void tx(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

void rig_load(struct rig *r, const char *path)
{
	int fd = open(path, O_RDONLY);
	if (fd < 0)
		rig_die("%s: cannot open", path);
	elf_version(EV_CURRENT);
	Elf *e = elf_begin(fd, ELF_C_READ, NULL);
	GElf_Ehdr eh;
	size_t n, size;
	char *raw = elf_rawfile(e, &size);
	if (!gelf_getehdr(e, &eh) || elf_getphdrnum(e, &n) || !raw)
		rig_die("%s: %s", path, elf_errmsg(-1));
	r->entry = (uint32_t)eh.e_entry;
	r->low = UINT32_MAX;
	r->high = 0;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr ph;
		if (!gelf_getphdr(e, (int)i, &ph) || ph.p_type != PT_LOAD || !ph.p_memsz)
			continue;
		if (ph.p_filesz
			&& machine_load(r->m, (uint32_t)ph.p_paddr, raw + ph.p_offset, ph.p_filesz))
			rig_die("%s: segment at 0x%08x is not RAM", path, (uint32_t)ph.p_paddr);
		if (!(ph.p_flags & PF_X))
			continue;
		if (ph.p_vaddr < r->low)
			r->low = (uint32_t)ph.p_vaddr;
		if (ph.p_vaddr + ph.p_memsz > r->high)
			r->high = (uint32_t)(ph.p_vaddr + ph.p_memsz);
	}
	elf_end(e);
	close(fd);
}

void rig_probe(struct rig *r)
{
	r->io = (struct tally_io){ .read = io_read, .write = io_write, .ctx = r->m };
	int err = tally_probe(&r->t, MACHINE_UNIT, &r->io);
	if (err)
		rig_die("no unit: %d", err);
}

void rig_open(
	struct rig *r, const char *name, const char *elf, enum machine_build build, bool console)
{
	memset(r, 0, sizeof *r);
	const struct core *core = core_find(name);
	if (!core)
		rig_die("no core %s", name);
	r->causes = core->causes;
	r->m = machine_open(core, build);
	if (!r->m)
		rig_die("machine %s does not open", name);
	rig_load(r, elf);
	machine_console(r->m, console ? tx : NULL, NULL, NULL);
	if (build != MACHINE_BARE)
		rig_probe(r);
	if (build == MACHINE_FULL && tally_probe(&r->second, MACHINE_UNIT_2, &r->io))
		rig_die("no second unit");
}

static void must(int err, const char *what)
{
	if (err < 0)
		rig_die("%s: error %d", what, err);
}

void rig_program(struct rig *r, const struct tally_config *c)
{
	must(tally_configure(&r->t, c), "configure");
	must(tally_start(&r->t), "start");
}

static void observe(void *rig, uint64_t cycle, const struct machine_cycle *c)
{
	const struct rig *r = rig;
	int reasons = (c->retire || c->sleep) + __builtin_popcount(c->causes);

	if (r->causes ? reasons != 1 : c->causes)
		rig_die("cycle %" PRIu64 ": %s%s, causes %#x", cycle,
			c->retire ? "a retirement" : "none", c->sleep ? ", sleep" : "", c->causes);
	r->observer(r->observer_ctx, cycle, c);
}

void rig_observe(struct rig *r, machine_observer *f, void *ctx)
{
	r->observer = f;
	r->observer_ctx = ctx;
	machine_observe(r->m, f ? observe : NULL, r);
}

void rig_run(struct rig *r, uint64_t limit)
{
	must(machine_release(r->m, r->entry), "release");
	r->result = machine_run(r->m, limit, NULL);
	machine_hold(r->m);
	machine_idle(r->m, 64);
}

void rig_read(struct rig *r, const struct tally_config *c)
{
	must(tally_stop(&r->t), "stop");
	must(tally_counters_read(&r->t, &r->counts), "counters");
	r->n = tally_histogram_length(c);
	r->bins = calloc(r->n + 1, sizeof *r->bins);
	must(tally_histogram_read(&r->t, c, 0, r->n, r->bins), "histogram");
	struct tally_counters *k = &r->counts;
	bool private = c->mode == TALLY_MODE_BINS;
	for (uint32_t i = 0; i < r->n && private; i++)
		k->hits += r->bins[i];
	if (k->ticks != k->hits + k->outside + k->filtered + k->idle + k->lost + k->pending)
		rig_die("the invariant does not hold");
	if (!private && k->user + k->privileged + k->idle != k->ticks - k->pending)
		rig_die("the classes do not add up");
}

void rig_close(struct rig *r)
{
	free(r->bins);
	machine_close(r->m);
}

void rig_record(void *trace, uint64_t cycle, const struct machine_cycle *c)
{
	struct rig_trace *t = trace;
	if (!c->retire)
		return;
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 1 << 20;
		t->events = realloc(t->events, t->room * sizeof *t->events);
		if (!t->events)
			rig_die("out of memory");
	}
	t->events[t->n++] = (struct rig_event){ cycle, c->pc, c->insn };
}

void rig_compare(void *trace, uint64_t cycle, const struct machine_cycle *c)
{
	struct rig_trace *t = trace;
	if (!c->retire)
		return;
	if (t->same == t->n)
		rig_die("retirement %zu at cycle %" PRIu64 " was not in the recorded run", t->n,
			cycle);
	const struct rig_event *e = &t->events[t->same++];
	if (e->cycle != cycle || e->pc != c->pc || e->insn != c->insn)
		rig_die("retirement %zu: pc 0x%08x at cycle %" PRIu64
			", recorded pc 0x%08x at cycle %" PRIu64,
			t->same - 1, c->pc, cycle, e->pc, e->cycle);
}

unsigned rig_differs(const char *what, uint64_t unit, uint64_t oracle)
{
	if (unit == oracle)
		return 0;
	printf("%s: unit %" PRIu64 ", oracle %" PRIu64 "\n", what, unit, oracle);
	return 1;
}

const char *rig_end(enum machine_end end)
{
	static const char *const names[] = { "limit", "stopped", "finisher", "self-jump", "ebreak",
		"trap" };
	return names[end];
}

uint32_t rig_symbol(const char *elf, const char *name, uint32_t *size)
{
	int fd = open(elf, O_RDONLY);
	elf_version(EV_CURRENT);
	Elf *e = elf_begin(fd, ELF_C_READ, NULL);
	uint32_t value = 0;
	for (Elf_Scn *s = NULL; e && (s = elf_nextscn(e, s));) {
		GElf_Shdr sh;
		GElf_Sym sym;
		if (!gelf_getshdr(s, &sh) || sh.sh_type != SHT_SYMTAB)
			continue;
		for (int i = 0; gelf_getsym(elf_getdata(s, NULL), i, &sym); i++) {
			if (strcmp(elf_strptr(e, sh.sh_link, sym.st_name), name))
				continue;
			value = (uint32_t)sym.st_value;
			if (size)
				*size = (uint32_t)sym.st_size;
		}
	}
	elf_end(e);
	close(fd);
	if (!value)
		rig_die("%s: no symbol %s", elf, name);
	return value;
}
