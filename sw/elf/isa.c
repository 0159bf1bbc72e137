/* SPDX-License-Identifier: ISC
 * isa.c - the instruction set that an ELF was built for, and whether a core has it
 */
#include "image.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sw/base/base.h"

#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif
/* in .riscv.attributes: a group for the whole file, and the tag of the ISA string */
#define TAG_FILE 1
#define TAG_ARCH 5

static bool isa_has(const struct isa *isa, const char *ext)
{
	for (size_t i = 0; i < isa->n; i++)
		if (!strcmp(isa->ext[i], ext))
			return true;
	return false;
}

static bool add(struct isa *isa, const char *ext, size_t n)
{
	char name[ISA_NAME];

	if (n == 0 || n >= sizeof name)
		return false;
	memcpy(name, ext, n);
	name[n] = 0;
	if (isa_has(isa, name))
		return true;
	if (isa->n == ISA_MAX)
		return false;
	strcpy(isa->ext[isa->n++], name);
	return true;
}

/* Length of a version like "2p0" at p, or 0. lone: a number alone counts as one. */
static size_t version(const char *p, bool lone)
{
	size_t n = strspn(p, "0123456789"), m;

	if (n && p[n] == 'p' && (m = strspn(p + n + 1, "0123456789")))
		return n + 1 + m;
	return lone ? n : 0;
}

/* Length of the name in "zicsr2p0", without the version. Names may contain digits ("zvl128b"). */
static size_t name_length(const char *token, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (isdigit((unsigned char)token[i]) && !isdigit((unsigned char)token[i - 1])
			&& version(token + i, false) == n - i)
			return i;
	return n;
}

/* Adds the extensions that others imply, so that a shorthand on one side matches its parts on the
 * other. */
static bool expand(struct isa *isa)
{
	static const struct {
		const char *name, *implied[8];
	} parts[] = {
		{ "g", { "i", "m", "a", "f", "d", "zicsr", "zifencei" } },
		{ "m", { "zmmul" } },
		{ "c", { "zca" } },
		{ "a", { "zaamo", "zalrsc" } },
		{ "q", { "d" } },
		{ "d", { "f" } },
		{ "f", { "zicsr" } },
		{ "zca", { "c" } },
	};

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		for (size_t j = 0; isa_has(isa, parts[i].name) && parts[i].implied[j]; j++)
			if (!add(isa, parts[i].implied[j], strlen(parts[i].implied[j])))
				return false;
	for (size_t i = 0; i < isa->n; i++)
		if (!strcmp(isa->ext[i], "g"))
			strcpy(isa->ext[i], "i");
	return true;
}

bool isa_parse(const char *text, struct isa *isa)
{
	char low[512];
	size_t n = strlen(text);
	const char *p = low + 4;

	*isa = (struct isa){ 0 };
	if (n < 5 || n >= sizeof low)
		return false;
	for (size_t i = 0; i <= n; i++)
		low[i] = (char)tolower((unsigned char)text[i]);
	if (!strncmp(low, "rv32", 4))
		isa->xlen = 32;
	else if (!strncmp(low, "rv64", 4))
		isa->xlen = 64;
	else if (!strncmp(low, "rv128", 5) && (p = low + 5))
		isa->xlen = 128;
	else
		return false;
	if (*p != 'i' && *p != 'e' && *p != 'g')
		return false;
	while (*p) {
		if (*p == '_') {
			p++;
		} else if (*p == 'z' || *p == 's' || *p == 'x') {
			size_t token = strcspn(p, "_");
			for (size_t i = 0; i < token; i++)
				if (!isalnum((unsigned char)p[i]))
					return false;
			if (!add(isa, p, name_length(p, token)))
				return false;
			p += token;
		} else if (islower((unsigned char)*p)) {
			if (!add(isa, p, 1))
				return false;
			p++;
			p += version(p, true);
		} else {
			return false;
		}
	}
	return expand(isa);
}

struct bytes {
	const uint8_t *at, *end;
};

static bool take_uleb(struct bytes *b, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; b->at < b->end && shift < 63; shift += 7) {
		uint8_t byte = *b->at++;
		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

/* Takes a length that counts from `from` on, itself included. *part: the bytes it covers after
 * itself. */
static bool take_part(struct bytes *b, const uint8_t *from, struct bytes *part)
{
	if (b->end - b->at < 4)
		return false;
	uint32_t n = b->at[0] | (uint32_t)b->at[1] << 8 | (uint32_t)b->at[2] << 16
		| (uint32_t)b->at[3] << 24;
	b->at += 4;
	if (n < (size_t)(b->at - from) || n > (size_t)(b->end - from))
		return false;
	*part = (struct bytes){ b->at, from + n };
	b->at = from + n;
	return true;
}

static bool take_text(struct bytes *b, const char **text)
{
	const uint8_t *nul = b->at < b->end ? memchr(b->at, 0, (size_t)(b->end - b->at)) : NULL;

	if (!nul)
		return false;
	*text = (const char *)b->at;
	b->at = nul + 1;
	return true;
}

/* Finds the ISA string in .riscv.attributes. *arch stays NULL if there is none. False: damaged. */
static bool find_arch(struct bytes all, const char **arch)
{
	if (all.at == all.end || *all.at++ != 'A')
		return false;
	while (all.at < all.end) {
		struct bytes vendor, group;
		const char *name, *text = NULL;
		uint64_t tag, attribute, value;
		if (!take_part(&all, all.at, &vendor) || !take_text(&vendor, &name))
			return false;
		while (!strcmp(name, "riscv") && vendor.at < vendor.end) {
			const uint8_t *from = vendor.at;
			if (!take_uleb(&vendor, &tag) || !take_part(&vendor, from, &group))
				return false;
			while (tag == TAG_FILE && group.at < group.end) {
				if (!take_uleb(&group, &attribute)
					|| !(attribute & 1 ? take_text(&group, &text)
							   : take_uleb(&group, &value)))
					return false;
				*arch = attribute == TAG_ARCH ? text : *arch;
			}
		}
	}
	return true;
}

bool isa_of_image(const struct image *im, struct isa *isa)
{
	const char *arch = NULL;
	Elf_Scn *section = NULL;
	struct bytes bytes = { 0 };
	GElf_Shdr s;

	while (!bytes.at && (section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, &s) && s.sh_type == SHT_RISCV_ATTRIBUTES && s.sh_size)
			bytes = (struct bytes){ im->bytes + s.sh_offset,
				im->bytes + s.sh_offset + s.sh_size };
	if (bytes.at && !find_arch(bytes, &arch))
		return fail("%s: corrupt ELF: .riscv.attributes does not hold together; copy or "
			    "build it again",
			im->path);
	if (arch && !isa_parse(arch, isa))
		return fail("%s: corrupt ELF: \"%.60s\" in .riscv.attributes is no instruction "
			    "set; copy or build it again",
			im->path, arch);
	if (!arch)
		isa_parse(im->wide ? "rv64i" : im->flags & EF_RISCV_RVE ? "rv32e" : "rv32i", isa);
	unsigned abi = im->flags & EF_RISCV_FLOAT_ABI;
	const char *flags[] = {
		im->flags & EF_RISCV_RVC ? "c" : NULL,
		abi == EF_RISCV_FLOAT_ABI_QUAD             ? "q"
			: abi == EF_RISCV_FLOAT_ABI_DOUBLE ? "d"
			: abi == EF_RISCV_FLOAT_ABI_SINGLE ? "f"
							   : NULL,
	};
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (flags[i])
			add(isa, flags[i], 1);
	expand(isa);
	return true;
}

const char *isa_lacks(const struct isa *have, const struct isa *need, bool soft)
{
	static const char *const soft_exts[] = { "zicsr", "zifencei", "zicntr", "zihpm" };
	const bool half = isa_has(have, "zalrsc"); /* of A */
	const char *lacks = NULL;

	for (size_t i = 0; i < need->n; i++) {
		const char *ext = need->ext[i];
		if ((!strcmp(ext, "e") && isa_has(have, "i")) /* 16 of I's 32 registers */
			|| (!strcmp(ext, "a") && half))
			continue;
		bool is_soft = half && !strcmp(ext, "zaamo");
		for (size_t k = 0; k < sizeof soft_exts / sizeof *soft_exts; k++)
			is_soft |= !strcmp(ext, soft_exts[k]);
		/* of soft ones the last: what A stands for is behind what tools list at will */
		if (is_soft == soft && !isa_has(have, ext) && (soft || !lacks))
			lacks = ext;
	}
	return lacks;
}

const char *isa_describe(const char *ext)
{
	static const struct {
		const char *ext, *about;
	} names[] = {
		{ "m", "multiplication and division" },
		{ "a", "atomic operations" },
		{ "f", "single-precision floating point" },
		{ "d", "double-precision floating point" },
		{ "c", "compressed instructions" },
		{ "v", "vectors" },
		{ "q", "quad-precision floating point" },
		{ "zmmul", "multiplication" },
		{ "zicsr", "CSR instructions" },
		{ "zifencei", "fence.i" },
		{ "zicntr", "counters" },
		{ "i", "base integer instructions" },
		{ "b", "bit manipulation" },
		{ "zaamo", "atomic read-modify-write, amoadd.w and such" },
		{ "zalrsc", "lr.w and sc.w" },
	};
	static char text[ISA_NAME + 64];
	char name[ISA_NAME];

	snprintf(name, sizeof name, "%s", ext);
	name[0] = (char)toupper((unsigned char)name[0]);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(names[i].ext, ext)) {
			snprintf(text, sizeof text, "%s (%s)", name, names[i].about);
			return text;
		}
	snprintf(text, sizeof text, "%s", name);
	return text;
}
