/* SPDX-License-Identifier: ISC
 * ending.c - how a run ended, in words; the contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/base/base.h"
#include "sw/code/code.h"

#define NO_CAUSE 0xFFFFFFFFu /* the core has no mcause */

static const char *cause_text(uint32_t cause)
{
	static const char *const exceptions[] = {
		"instruction address misaligned",
		"instruction access fault",
		"illegal instruction",
		"breakpoint",
		"load address misaligned",
		"load access fault",
		"store address misaligned",
		"store access fault",
		"ecall from U-mode",
		"ecall from S-mode",
		"ecall",
		"ecall from M-mode",
		"instruction page fault",
		"load page fault",
		"reserved cause",
		"store page fault",
	};
	static const char *const interrupts[] = {
		[1] = "supervisor software interrupt",
		[3] = "machine software interrupt",
		[5] = "supervisor timer interrupt",
		[7] = "machine timer interrupt",
		[9] = "supervisor external interrupt",
		[11] = "machine external interrupt",
	};
	uint32_t n = cause & 0x7FFFFFFF;

	if (cause == NO_CAUSE)
		return "this core does not say why";
	if (cause >> 31)
		return n < sizeof interrupts / sizeof interrupts[0] && interrupts[n]
			? interrupts[n]
			: "an interrupt";
	return n < sizeof exceptions / sizeof exceptions[0] ? exceptions[n] : "an unknown cause";
}

/* What kind of instruction it is, where that tells why a small core refuses it; else "". */
static const char *instruction_kind(uint32_t i)
{
	uint32_t opcode = i & 0x7F, funct3 = i >> 12 & 7;

	if (i == 0 || i == 0xFFFFFFFF)
		return " (no code: the program ran astray)";
	if ((i & 3) != 3)
		return " (compressed: extension C)";
	switch (opcode) {
	case 0x2F: return " (atomic: extension A)";
	case 0x33: return i >> 25 == 1 ? " (multiplication or division: extension M)" : "";
	case 0x07:
	case 0x27:
	case 0x43:
	case 0x47:
	case 0x4B:
	case 0x4F:
	case 0x53: return " (floating point or vector: extensions F, D, V)";
	case 0x0F: return funct3 == 1 ? " (fence.i: extension Zifencei)" : "";
	case 0x73:
		return funct3 ? " (CSR access: extension Zicsr, or a CSR this core has not)" : "";
	default: return "";
	}
}

const char *ending_text(const struct profile *p, const struct symbols *s, char *buffer, size_t size)
{
	char at[512], name[400], word[128] = ", nothing can be read there", cause[32] = "";
	const char *how;

	snprintf(at, sizeof at, symbols_find(s, p->pc) ? "%s (0x%08" PRIx32 ")" : "%s",
		symbols_place(s, p->pc, name, sizeof name), p->pc);
	switch (p->end) {
	case END_LIMIT:
		snprintf(buffer, size,
			"%" PRIu64 " cycle%s of --cycles %s passed; the firmware was still running",
			p->cycles, p->cycles == 1 ? "" : "s", p->cycles == 1 ? "has" : "have");
		break;
	case END_INTERRUPT:
		snprintf(buffer, size, "interrupted; the firmware was still running");
		break;
	case END_FINISHER:
	case END_TOHOST:
	case END_SEMIHOSTING:
		how = p->end == END_FINISHER   ? "wrote the finisher"
			: p->end == END_TOHOST ? "wrote tohost"
					       : "called semihosting's exit";
		if (p->end == END_TOHOST && p->exit_code == PROFILE_UNSERVED)
			snprintf(
				buffer, size, "the firmware %s: a request that is not served", how);
		else if (p->exit_code)
			snprintf(buffer, size, "the firmware %s: failure, code %" PRIu32, how,
				p->exit_code);
		else
			snprintf(buffer, size, "the firmware %s: pass", how);
		break;
	case END_WINDOW: snprintf(buffer, size, "--until closed the window"); break;
	case END_SELF_JUMP: snprintf(buffer, size, "an endless jump to itself at %s", at); break;
	case END_EBREAK: snprintf(buffer, size, "ebreak at %s, and no handler for it", at); break;
	case END_RECORDED:
		snprintf(buffer, size, "recorded from a live unit; the firmware was not stopped");
		break;
	case END_IMPORTED:
		snprintf(buffer, size, "imported from %s", p->imported ? p->imported : "a text");
		break;
	default:
		if (p->instruction_known)
			snprintf(word, sizeof word, ", instruction 0x%08" PRIx32 "%s",
				p->instruction, instruction_kind(p->instruction));
		if (p->cause != NO_CAUSE)
			snprintf(cause, sizeof cause, "mcause 0x%" PRIx32 ", ", p->cause);
		snprintf(buffer, size, "a trap without a handler at %s: %s%s%s", at, cause,
			cause_text(p->cause), word);
		break;
	}
	return buffer;
}

const char *ending_word(enum profile_end end)
{
	static const char *const words[] = { [END_LIMIT] = "limit",
		[END_INTERRUPT] = "interrupt",
		[END_FINISHER] = "finisher",
		[END_SELF_JUMP] = "self-jump",
		[END_EBREAK] = "ebreak",
		[END_RECORDED] = "recorded",
		[END_IMPORTED] = "imported",
		[END_TOHOST] = "tohost",
		[END_SEMIHOSTING] = "semihosting",
		[END_TRAP] = "trap",
		[END_WINDOW] = "window" };

	return words[end];
}

void ending_places(FILE *f, const uint32_t *pcs, unsigned n, const struct symbols *s)
{
	char name[400];

	for (unsigned i = 0, times; i < n; i += times) {
		for (times = 1; i + times < n && pcs[i + times] == pcs[i]; times++)
			;
		fprintf(f, "%s%s", i ? ", " : "",
			text_clean(symbols_place(s, pcs[i], name, sizeof name)));
		if (times > 1)
			fprintf(f, " (%u times)", times);
	}
	putc('\n', f);
}

void ending_where(FILE *f, const struct profile *p, const struct firmware *fw)
{
	bool running = p->end == END_LIMIT || p->end == END_INTERRUPT;
	uint32_t pc = !running ? p->pc : p->n_last ? p->last[p->n_last - 1] : 0;
	const struct image *im = &fw->image;
	struct disassembly d;
	char name[400];

	if (running ? !p->n_last : p->end != END_SELF_JUMP && p->end != END_TRAP)
		return;
	fprintf(f, "at 0x%08" PRIx32, pc);
	if (symbols_find(&fw->symbols, pc))
		fprintf(f, " %s", text_clean(symbols_place(&fw->symbols, pc, name, sizeof name)));
	const struct line *line = lines_find(&fw->lines, pc);
	if (line && line->number)
		fprintf(f, " %s:%d", text_clean(text_place(line->file)), line->number);
	if (im->elf && ranges_find(&im->code, pc)
		&& disassembly_read(&d, NULL, im, pc, (uint64_t)pc + 4)) {
		if (d.n && d.at[0].pc == pc)
			fprintf(f, ": %s", text_clean(d.at[0].text));
		disassembly_free(&d);
	}
	putc('\n', f);
	if (p->n_last) {
		fprintf(f, "the last %u instructions: ", p->n_last);
		ending_places(f, p->last, p->n_last, &fw->symbols);
	}
}

void ending_again(
	FILE *f, const struct profile *p, const char *from, uint64_t number, const char *until)
{
	char *after = print_text("%s:%" PRIu64, from, number);

	fprintf(f, "next: `tally run --core %s --after %s", p->core, text_shell(after));
	fprintf(f, " --until %s", text_shell(until));
	fprintf(f, " %s` profiles it alone\n", text_shell(text_here(p->elf_path)));
	free(after);
}
