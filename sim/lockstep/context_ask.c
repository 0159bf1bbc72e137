/* SPDX-License-Identifier: ISC
 * context_ask.c - what software asks of the unit: by its plan, or at random while it counts.
 */
#include "context.h"
#include "sim/model/registers.h"

enum { PATIENCE = 30 };

static struct request read_at(uint32_t adr)
{
	return (struct request){ .adr = adr, .sel = 15 };
}

static struct request write_reg(unsigned reg, uint32_t dat)
{
	return (struct request){ .adr = 4 * reg, .dat = dat, .sel = 15, .we = true };
}

static struct request read_word(struct bench *b, uint32_t word)
{
	return read_at(host_words(b) + 4 * word);
}

static struct request read_row(struct bench *b, uint32_t row)
{
	return read_at(2 * host_words(b) + 4 * row);
}

/* Mostly a function's address. */
struct request ask_row_write(struct bench *b)
{
	const uint32_t i = bench_below(b, b->core.functions), any = random_word(&b->random);
	const uint32_t address = (0x80001000 + 64 * i + (i & 2)) ^ (any & 0x80000000);

	return (struct request){ .we = true, .sel = bench_odds(b, 16) ? any >> 8 & 15 : 15,
		.adr = 2 * host_words(b) + 4 * bench_below(b, context_nodes(&b->model)),
		.dat = bench_odds(b, 8) ? any : address | bench_odds(b, 4) };
}

static uint32_t any_word(struct bench *b)
{
	const uint32_t n = context_nodes(&b->model);

	switch (bench_below(b, 4)) {
	case 0:
		return b->model.current;
	case 1:
		return 2 * n - 1 - bench_below(b, C_OUTCOMES);
	default:
		return bench_below(b, 2 * n);
	}
}

static struct request traffic(struct bench *b)
{
	static const unsigned regs[] = { R_ID, R_CAPS, R_WIDTHS, R_STATUS, R_STATUS, R_TICKS,
		R_PENDING, R_PERIOD, R_CTRL };
	struct request r;

	if (b->core.stall > 3000 && !b->model.running)
		return write_reg(R_CTRL, CTRL_START);
	switch (b->core.stall > 3000 ? 8 : bench_below(b, 16)) {
	case 0:
	case 1:
	case 2:
		r = read_row(b, bench_odds(b, 2) ? b->model.current
			: bench_below(b, context_nodes(&b->model)));
		break;
	case 3:
	case 4:
		r = ask_row_write(b);
		break;
	case 5:
		r = b->model.running ? write_reg(R_PERIOD, 77) : read_at(4 * R_STATUS);
		break;
	case 6:
		r = write_reg(R_CTRL, bench_odds(b, 4) ? CTRL_STOP : CTRL_START);
		break;
	case 7:
		r = bench_odds(b, 8) ? write_reg(R_CTRL, CTRL_RESET)
			: write_reg(R_STATUS, random_word(&b->random));
		break;
	case 8:
	case 9:
	case 10:
		r = read_at(4 * regs[bench_below(b, sizeof(regs) / sizeof(*regs))]);
		break;
	default:
		r = read_word(b, any_word(b));
	}
	if (bench_odds(b, 10))
		r.patience = 1 + bench_below(b, 20);
	return r;
}

static uint32_t any_setup(struct bench *b)
{
	const uint32_t source = bench_odds(b, 2) ? 0 : bench_below(b, 4);
	const uint32_t modes = bench_odds(b, 4) ? bench_below(b, 16) : 15;

	return source | modes << 8 | (random_word(&b->random) & 0xff000000);
}

static struct request configure(struct bench *b)
{
	static const unsigned order[] = { R_SETUP, R_PERIOD, R_JITTER, R_SEED };
	const unsigned reg = order[b->host.index];
	const uint32_t periods[] = { 0, 0, 0, 1, bench_below(b, 30), bench_below(b, 2000) };
	uint32_t dat = 0;

	if (reg == R_SETUP)
		dat = any_setup(b);
	else if (reg == R_PERIOD)
		dat = periods[bench_below(b, 6)];
	else if (reg == R_JITTER)
		dat = (1u << bench_below(b, 5)) - 1;
	else
		dat = bench_below(b, 4);
	return write_reg(reg, dat);
}

struct request ask_next(struct bench *b)
{
	struct host *h = &b->host;

	switch (h->step) {
	case STOP:
		return write_reg(R_CTRL, bench_odds(b, 5) ? CTRL_RESET : CTRL_STOP);
	case POLL:
		return ++h->polls % PATIENCE == 0 && bench_odds(b, 2)
			? write_reg(R_CTRL, CTRL_RESET) : read_at(4 * R_STATUS);
	case SWEPT:
		return bench_odds(b, 8) ? read_word(b, any_word(b)) : read_at(4 * R_STATUS);
	case READ_TICKS:
		return read_at(4 * R_TICKS);
	case READ_PENDING:
		return read_at(4 * R_PENDING);
	case READ_WORDS:
		return read_word(b, h->index);
	case READ_ROWS:
		return read_row(b, h->index);
	case BEGIN:
		return ask_row_write(b);
	case CLEAR:
		return write_reg(R_CTRL, CTRL_CLEAR);
	case CONFIGURE:
		return configure(b);
	case START:
		return write_reg(R_CTRL, CTRL_START);
	default:
		return traffic(b);
	}
}
