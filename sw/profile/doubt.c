/* SPDX-License-Identifier: ISC
 * doubt.c - can these counts be of this ELF, of a board that runs? The contracts are capture.h and
 * profile.h.
 */
#include "capture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/image.h"
#include "sw/elf/instruction.h"

#define FEW 2u /* places that may break the rule in any case */
#define SHARE 200u /* and one in so many that have a count */

/* What lies at 2 bytes of code. */
enum { UNKNOWN, INSIDE, BEGINS };

struct search {
	const struct profile *p;
	const struct image *im;
	uint8_t *code; /* by counter */
	bool halves; /* instructions begin at odd halves, */
	bool counted_halves; /* and have counts there */
	bool exact;
	size_t places, wrong;
	uint32_t first;
};

static uint32_t slot_of(const struct search *s, uint64_t pc)
{
	uint64_t slot = (pc - s->p->config.offset) / 2;

	return pc >= s->p->config.offset && slot < s->p->slots ? (uint32_t)slot : s->p->slots;
}

static uint32_t pc_of(const struct search *s, uint32_t slot)
{
	return s->p->config.offset + 2 * slot;
}

static uint32_t bytes_of(uint32_t insn)
{
	return (insn & 3) == 3 ? 4 : 2;
}

/* As far as instructions follow each other: 0 and those of more than 32 bits are none. */
static void mark(struct search *s, const struct function *f)
{
	uint32_t insn;

	if (f->hi <= s->p->config.offset || f->lo >= profile_bin_pc(s->p, s->p->slots))
		return;
	for (uint64_t pc = f->lo; pc < f->hi; pc += bytes_of(insn)) {
		uint32_t slot = slot_of(s, pc);
		insn = image_instruction(s->im, (uint32_t)pc);
		if (!insn || (insn & 0x1F) == 0x1F || !image_fixed(s->im, pc))
			return;
		if (slot == s->p->slots)
			continue;
		s->code[slot] = BEGINS;
		s->halves |= pc & 2;
		if (bytes_of(insn) == 4 && slot + 1 < s->p->slots)
			s->code[slot + 1] = INSIDE;
	}
}

static uint32_t expanded(uint32_t insn)
{
	return (insn & 3) == 3 ? insn : expand((uint16_t)insn);
}

static bool is_jump(uint32_t expanded)
{
	return (expanded & 0x7F) == 0x6F;
}

/* May it lead anywhere, or wait for ever? Traps, their ends, jumps by a register, what is not of
 * the base. */
static bool leads_anywhere(uint32_t insn)
{
	switch (expanded(insn) & 0x7F) {
	case 0x03:
	case 0x13:
	case 0x17:
	case 0x23:
	case 0x33:
	case 0x37:
	case 0x63:
	case 0x6F: return false;
	}
	return true;
}

/* Does it retire wherever it is reached, on any core? */
static bool never_traps(uint32_t insn)
{
	uint32_t e = expanded(insn), opcode = e & 0x7F;

	return opcode == 0x13 || opcode == 0x17 || opcode == 0x37 || opcode == 0x63
		|| opcode == 0x6F || (opcode == 0x33 && !(e & 0xBE000000));
}

/* Has what lies at pc retired after what lies at `from`, as far as is known? A unit is read from
 * low addresses to high ones while it counts: what lies below may have run since. */
static bool may_have_run(const struct search *s, uint32_t from, uint32_t pc)
{
	uint32_t slot = slot_of(s, pc);

	return pc <= from || slot == s->p->slots || s->p->bins[slot] || s->code[slot] != BEGINS
		|| !never_traps(image_instruction(s->im, pc));
}

static bool turns(uint32_t insn)
{
	return leads_anywhere(insn) || is_jump(expanded(insn)) || instruction_branches(insn);
}

/* A core fetches on behind a jump: a unit that sees fetches alone counts a word or two there. */
static bool behind_jump(const struct search *s, uint32_t pc)
{
	for (uint32_t back = 2; back <= 8; back += 2) {
		uint32_t slot = slot_of(s, (uint64_t)pc - back);
		if (slot == s->p->slots || s->code[slot] != BEGINS)
			continue;
		if (turns(image_instruction(s->im, pc - back)))
			return true;
	}
	return false;
}

/* The ELF's code has nothing that can have led on from here. */
static bool leads_nowhere(const struct search *s, uint32_t pc)
{
	uint32_t insn = image_instruction(s->im, pc), e = expanded(insn), next[2];

	if (leads_anywhere(insn))
		return false;
	instruction_next(pc, e, next);
	next[0] = is_jump(e) ? next[1] : pc + bytes_of(insn);
	if (!is_jump(e) && !instruction_branches(e))
		next[1] = next[0];
	return !may_have_run(s, pc, next[0]) && !may_have_run(s, pc, next[1])
		&& !behind_jump(s, pc);
}

/* The same of a whole word with compressed instructions, as a unit that sees fetches counts it. */
static bool word_leads_nowhere(const struct search *s, uint32_t pc)
{
	uint32_t after = slot_of(s, (uint64_t)pc + 4);

	for (uint32_t i = 0; i < 4; i += 2) {
		uint32_t slot = slot_of(s, pc + i), insn = image_instruction(s->im, pc + i);
		if (slot == s->p->slots || s->code[slot] == UNKNOWN)
			return false;
		if (s->code[slot] == BEGINS && turns(insn))
			return false;
	}
	return after < s->p->slots && !s->p->bins[after] && !behind_jump(s, pc);
}

static char *text_of(const struct search *s, const struct symbols *symbols)
{
	bool inside = s->code[slot_of(s, s->first)] == INSIDE;
	char place[256];

	symbols_place(symbols, s->first, place, sizeof place);
	return print_text("is %s the program that ran%s? Its code does not fit %zu of %zu counts, "
			  "the first at 0x%08" PRIx32 " (%s): %s",
		text_clean(basename(s->im->path)),
		inside || s->p->end != END_IMPORTED
			? ""
			: ", and are these counts not samples (--period)",
		s->wrong, s->places, s->first, text_clean(place),
		inside ? "no instruction begins there" : "nothing that it leads to has a count");
}

char *doubt_of(const struct profile *p, const struct firmware *f)
{
	struct search s = { .p = p, .im = &f->image };
	char *text = NULL;

	if (!p->counters.hits && p->counters.outside)
		return print_text("is %s the program that ran? Nothing was counted in its code",
			text_clean(basename(f->image.path)));
	if (p->config.scale != TALLY_SCALE_ONE || p->config.source == TALLY_SOURCE_EVENT)
		return NULL;
	s.exact = p->config.period == 1 && !p->counters.lost && !p->counters.filtered
		&& !f->image.wide;
	s.code = allocate(p->slots, 1);
	for (size_t i = 0; i < f->symbols.n_functions; i++)
		mark(&s, &f->symbols.functions[i]);
	for (uint32_t i = 0; i < p->slots; i++)
		s.counted_halves |= p->bins[i] && pc_of(&s, i) & 2;
	bool words = s.halves && !s.counted_halves;
	for (uint32_t i = 0; i < p->slots; i++) {
		uint32_t pc = pc_of(&s, i);
		if (!p->bins[i] || s.code[i] == UNKNOWN)
			continue;
		s.places++;
		if (words ? !s.exact || !word_leads_nowhere(&s, pc)
			  : s.code[i] == BEGINS && (!s.exact || !leads_nowhere(&s, pc)))
			continue;
		if (!s.wrong++)
			s.first = pc;
	}
	if (s.wrong > FEW && s.wrong > s.places / SHARE)
		text = text_of(&s, &f->symbols);
	free(s.code);
	return text;
}

void doubt_note(const struct profile *p, const struct firmware *f, const char *name)
{
	char *text = doubt_of(p, f);

	if (text)
		note("%s: %s", name, text);
	free(text);
}

/* ---- on a board ---- */
#define FREQUENT 1024u /* a period whose ticks are never far apart */

static uint64_t in_retirements(const struct tally_counters *c)
{
	return c->hits + c->outside + c->filtered + c->idle;
}

/* Events, and ticks of a long period, may be far apart. */
const char *profile_doubt(const struct profile *p, const struct tally_counters *c,
	const struct tally_counters *before, char *buffer, size_t size)
{
	uint8_t source = p->config.source;

	if (c->ticks == before->ticks && !c->ticks)
		return source == TALLY_SOURCE_EVENT
			? "no event came: does the board wire it to event_i?"
			: "no tick was counted: does the core's clock run, has the simulation "
			  "ended?";
	if (c->ticks == before->ticks) {
		snprintf(buffer, size,
			"no cycle since TICKS %" PRIu64 ": has the core's clock "
			"stopped, or the simulation ended?",
			c->ticks);
		return source == TALLY_SOURCE_CLK && p->config.period <= FREQUENT ? buffer : NULL;
	}
	if (in_retirements(c) == in_retirements(before) && !p->sticky) {
		snprintf(buffer, size, "no instruction %s%s",
			in_retirements(c)
				? "has retired lately: has the core stopped, does it sleep?"
				: "retired: is the core in reset, or tap_valid_i not "
				  "connected?",
			c->lost > before->lost ? " All is LOST" : "");
		return buffer;
	}
	if (c->lost - before->lost > (c->ticks - before->ticks) / 2)
		return "most ticks are LOST: nothing retires for 65,536 of them and more: does the "
		       "core sleep, and tap_sleep_i is not connected?";
	if (c->hits)
		return NULL;
	if (c->outside) {
		/* only a simulated run is known to be of this program */
		bool known = p->retired && p->end != END_RECORDED && p->end != END_IMPORTED;
		snprintf(buffer, size, "nothing was counted in 0x%08" PRIx64 "-0x%08" PRIx64 ": %s",
			profile_bin_pc(p, 0), profile_bin_pc(p, p->slots) - 1,
			known ? "--from and --to cover none of the code that ran"
			      : "is this the program that the core ran?");
		return buffer;
	}
	return c->filtered > c->idle
		? "all is FILTERED: the core was in no privilege that was asked for"
		: c->idle ? "all is IDLE: the core only waits for an interrupt"
			  : NULL;
}
