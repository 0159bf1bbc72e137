/* SPDX-License-Identifier: ISC
 * perf.c - perf.data as Linux's perf writes it to a file: perf report -i FILE, perf annotate.
 *
 * One sample an address, or an address in one calling context with its call chain where the profile
 * has a call tree; its period is the count, so that perf's sums are ours. One event, called what a
 * count is. Executable segments are mappings of the ELF, in which perf looks for symbols itself.
 * Ticks in no bin have no place here. Layout: tools/perf/Documentation/perf.data-file-format.txt of
 * the Linux sources, include/uapi/linux/perf_event.h.
 */
#include <inttypes.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "export.h"
#include "sites.h"

enum { HEADER_BYTES = 104, ATTR_BYTES = 64, SECTION_BYTES = 16, SAMPLE_BYTES = 32 };
enum { RECORD_MMAP = 1, RECORD_COMM = 3, RECORD_SAMPLE = 9, MISC_USER = 2 };
enum { FEATURE_ARCH = 6, FEATURE_EVENT_DESC = 12 };
enum { SAMPLE_IP = 1 << 0, SAMPLE_TID = 1 << 1, SAMPLE_CALLCHAIN = 1 << 5, SAMPLE_PERIOD = 1 << 8,
	FLAG_MMAP = 1 << 8, FLAG_COMM = 1 << 9 };
/* PERF_CONTEXT_USER: the addresses after it are user mode's */
#define CONTEXT_USER (-512ull)
/* perf report reads no more by default (--max-stack) */
enum { MAX_CHAIN = 127 };
enum { PID = 1, TEXT_BYTES = 64, PATH_BYTES = 4096 };

/* Exactly `bytes` bytes: truncated or padded with NULs, at least one. */
static void put_name(FILE *f, const char *text, size_t bytes)
{
	size_t n = strlen(text) < bytes ? strlen(text) : bytes - 1;

	fwrite(text, 1, n, f);
	export_put(f, 0, 1);
	for (n++; n < bytes; n++)
		export_put(f, 0, 1);
}

static void put_section(FILE *f, uint64_t offset, uint64_t bytes)
{
	export_put(f, offset, 8);
	export_put(f, bytes, 8);
}

static size_t padded(const char *name)
{
	size_t n = (strlen(name) + 8) & ~(size_t)7;

	return n < PATH_BYTES ? n : PATH_BYTES;
}

static void put_attr(FILE *f, const struct profile *p, bool chains)
{
	bool retired = p->config.source == TALLY_SOURCE_RETIRE;

	export_put(f, 0, 4);			/* hardware */
	export_put(f, ATTR_BYTES, 4);
	export_put(f, retired ? 1 : 0, 8);	/* instructions, cycles */
	export_put(f, p->config.period, 8);
	export_put(f, SAMPLE_IP | SAMPLE_TID | SAMPLE_PERIOD | (chains ? SAMPLE_CALLCHAIN : 0), 8);
	export_put(f, 0, 8);
	export_put(f, FLAG_MMAP | FLAG_COMM, 8);
	for (unsigned i = 0; i < 16; i++)
		export_put(f, 0, 1);
}

static void put_record(FILE *f, unsigned type, unsigned misc, size_t bytes)
{
	export_put(f, type, 4);
	export_put(f, misc, 2);
	export_put(f, bytes, 2);
}

static void put_mapping(FILE *f, const char *path, uint64_t lo, uint64_t bytes, uint64_t offset)
{
	put_record(f, RECORD_MMAP, MISC_USER, 40 + padded(path));
	export_put(f, PID, 4);
	export_put(f, PID, 4);
	export_put(f, lo, 8);
	export_put(f, bytes, 8);
	export_put(f, offset, 8);
	put_name(f, path, padded(path));
}

static void put_mappings(FILE *f, const struct export *e, const char *path)
{
	const struct image *im = &e->firmware->image;
	const struct profile *p = e->profile;
	bool any = false;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		if (!s->exec)
			continue;
		put_mapping(f, path, s->vaddr, s->memsz, s->bytes ? (uint64_t)(s->bytes - im->bytes)
			: 0);
		any = true;
	}
	if (!any)
		put_mapping(f, path, p->config.offset, profile_bin_pc(p,
			p->slots) - p->config.offset, 0);
}

/* Its call chain: the pc, then the calls that led there. perf looks its functions up itself, so
 * what is no code has no place. */
static void put_chain(FILE *f, const struct site *site)
{
	uint64_t n = 0, pcs[MAX_CHAIN];

	for (size_t i = site->n; i-- && n < MAX_CHAIN;)
		if (!site->frames[i].inlined && is_code(&site->frames[i]))
			pcs[n++] = site->frames[i].pc;
	export_put(f, 1 + n, 8);
	export_put(f, CONTEXT_USER, 8);
	for (uint64_t i = 0; i < n; i++)
		export_put(f, pcs[i], 8);
}

static size_t chain_bytes(const struct site *site)
{
	size_t n = 0;

	for (size_t i = 0; i < site->n; i++)
		n += !site->frames[i].inlined && is_code(&site->frames[i]);
	return 8 * (2 + (n < MAX_CHAIN ? n : MAX_CHAIN));
}

static void put_data(FILE *f, const struct export *e, bool *chains)
{
	struct sites sites;
	struct site site;

	put_record(f, RECORD_COMM, 0, 16 + 16);
	export_put(f, PID, 4);
	export_put(f, PID, 4);
	put_name(f, basename(e->path), 16);
	put_mappings(f, e, e->path);
	sites_open_calls(&sites, e->profile, e->firmware);
	*chains = sites.callers;
	while (sites_next(&sites, &site)) {
		if (!site.function)
			continue;
		put_record(f, RECORD_SAMPLE, MISC_USER, SAMPLE_BYTES + (*chains ? chain_bytes(&site)
			: 0));
		export_put(f, site.pc, 8);
		export_put(f, PID, 4);
		export_put(f, PID, 4);
		export_put(f, site.count, 8);
		if (*chains)
			put_chain(f, &site);
	}
	sites_close(&sites);
}

/* perf takes names from the ELF, not from here: what it would call wrong, another ELF mends. */
static void look_for_labels(const struct image *im)
{
	size_t n = im->elf ? symbols_labels(im) : 0;

	if (n)
		note("perf may take %zu label%s in this ELF's code for functions ($x, .L0 ...); "
			"give both a copy made by: riscv64-unknown-elf-objcopy --wildcard "
			"--strip-symbol='$[xd]' --strip-symbol='$[xd].*' --strip-symbol='$xrv*' "
			"--strip-symbol='.L*' %s COPY.elf", n,
			n == 1 ? "" : "s", text_shell(im->path));
}

/* The header depends on the data, so the data is made first. */
static bool write_perf(const struct export *e)
{
	uint64_t attrs = HEADER_BYTES, data = attrs + ATTR_BYTES + SECTION_BYTES, end, features;
	bool chains;

	for (uint64_t i = 0; i < data; i++)
		export_put(e->to, 0, 1);
	put_data(e->to, e, &chains);
	look_for_labels(&e->firmware->image);
	end = (uint64_t)ftello(e->to);
	features = end + 2 * SECTION_BYTES;
	put_section(e->to, features, 4 + TEXT_BYTES);
	put_section(e->to, features + 4 + TEXT_BYTES, 8 + ATTR_BYTES + 4 + 4 + TEXT_BYTES);
	export_put(e->to, TEXT_BYTES, 4);
	put_name(e->to, e->firmware->image.wide ? "riscv64" : "riscv32", TEXT_BYTES);
	export_put(e->to, 1, 4);
	export_put(e->to, ATTR_BYTES, 4);
	put_attr(e->to, e->profile, chains);
	export_put(e->to, 0, 4);
	export_put(e->to, TEXT_BYTES, 4);
	put_name(e->to, profile_unit(e->profile), TEXT_BYTES);

	uint64_t whole = (uint64_t)ftello(e->to);
	fseeko(e->to, 0, SEEK_SET);
	fwrite("PERFILE2", 1, 8, e->to);
	export_put(e->to, HEADER_BYTES, 8);
	export_put(e->to, ATTR_BYTES + SECTION_BYTES, 8);
	put_section(e->to, attrs, ATTR_BYTES + SECTION_BYTES);
	put_section(e->to, data, end - data);
	put_section(e->to, 0, 0);
	export_put(e->to, 1u << FEATURE_ARCH | 1u << FEATURE_EVENT_DESC, 8);
	for (unsigned i = 0; i < 3; i++)
		export_put(e->to, 0, 8);
	put_attr(e->to, e->profile, chains);
	put_section(e->to, 0, 0);
	fseeko(e->to, (off_t)whole, SEEK_SET);
	return true;
}

const struct export_format export_perf = { "perf", "perf.data: perf report -i FILE", true, false,
	false, write_perf, 0 };
