/* SPDX-License-Identifier: ISC
 * board.c - a board's design at its pins: clock, button, serial line, SPI flash, LEDs.
 * board [--pty] [--echo] [--log FILE] [--replay FILE] FLASH CYCLES [TEXT]: runs until the firmware
 * finishes (led_run goes off) or for CYCLES, and prints what the console's line carried. Types TEXT
 * into it, one line after each line from the board; `-`: types stdin. FLASH: the flash's image, `-`
 * for none. Exit 0 when the firmware finished and no byte was corrupt. --pty: the unit's link is a
 * pseudo-terminal, whose name is printed; after the firmware ends, the board runs on until CYCLES.
 * --echo: types like a person: a line once the board is silent, a byte once the previous one is
 * echoed. --log: each byte on console and link and each change of led_run, with its cycle (`c`, `l`
 * into the board, `C`, `L`, `R` out of it). --replay: feeds such a log's bytes into the board in
 * the same cycles, and nothing else until its last line has passed. Compiled with the board's
 * -DDIVISOR and -DLINK_DIVISOR (cycles per bit),
 * -DBUTTON_LOW, -DLED_LOW, -DHAVE_FLASH.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <svdpi.h>

void *board_protectlib_create(const char *scope);
void board_protectlib_final(void *lib);
long long board_protectlib_combo_update(
	void *lib, const svLogicVecVal *pins_i, svLogicVecVal *pins_o);
long long board_protectlib_seq_update(void *lib, svLogic clock, svLogicVecVal *pins_o);

struct pins {
	void *lib;
	bool button, rx, miso, link_rx; /* into the board */
	bool tx, run, fail, cs_n, sck, mosi, link_tx; /* out of it */
};

static void clock(struct pins *p)
{
	const svLogicVecVal in = { (uint32_t)p->button | (uint32_t)p->rx << 1
			| (uint32_t)p->miso << 2 | (uint32_t)p->link_rx << 3,
		0 };
	svLogicVecVal out;

	board_protectlib_combo_update(p->lib, &in, &out);
	board_protectlib_seq_update(p->lib, 1, &out);
	board_protectlib_seq_update(p->lib, 0, &out);
	p->tx = out.aval & 1;
	p->run = out.aval & 2;
	p->fail = out.aval & 4;
	p->cs_n = out.aval & 8;
	p->sck = out.aval & 16;
	p->mosi = out.aval & 32;
	p->link_tx = out.aval & 64;
}

/* ---- serial lines, bit by bit */
struct receiver {
	unsigned divisor, count, bit, byte;
	bool busy;
};

/* One cycle; returns a byte, -1 for none, -2 for one without its stop bit. */
static int receive(struct receiver *r, bool line)
{
	if (!r->busy) {
		r->busy = !line;
		r->count = r->bit = r->byte = 0;
		return -1;
	}
	if (++r->count != r->divisor / 2 + r->bit * r->divisor)
		return -1;
	if (r->bit == 0 && line) {
		r->busy = false;
		return -2;
	}
	if (r->bit >= 1 && r->bit <= 8)
		r->byte |= (unsigned)line << (r->bit - 1);
	if (r->bit++ < 9)
		return -1;
	r->busy = false;
	return line ? (int)r->byte : -2;
}

struct sender {
	unsigned divisor, count, frame; /* bits still to send, start bit lowest; 0: idle */
};

static bool sender_free(const struct sender *s)
{
	return s->frame <= 1;
}

static void sender_give(struct sender *s, uint8_t byte)
{
	s->frame = 0x600u | (unsigned)byte << 1;
	s->count = 0;
}

/* One cycle; returns the line's level. */
static bool send(struct sender *s)
{
	if (s->frame && ++s->count == s->divisor) {
		s->count = 0;
		s->frame >>= 1;
	}
	return s->frame ? s->frame & 1 : true;
}

/* ---- what happened in which cycle: log and replay */
static uint64_t cycles;
static FILE *log_file, *replay_file;
static uint64_t replay_cycle; /* of the next byte, or of the last line */
static unsigned replay_byte;
static char replay_kind; /* c or l; 0: the log has no more input */

static void note(char kind, unsigned value)
{
	if (log_file)
		fprintf(log_file, "%" PRIu64 " %c %02x\n", cycles, kind, value);
}

static void replay_next(void)
{
	do {
		if (fscanf(replay_file, "%" SCNu64 " %c %x", &replay_cycle, &replay_kind,
			    &replay_byte)
			!= 3) {
			replay_kind = 0;
			return;
		}
	} while (replay_kind != 'c' && replay_kind != 'l');
}

static bool replaying(void)
{
	return replay_file && (replay_kind || cycles <= replay_cycle);
}

/* The log's byte for this line in this cycle, or -1. */
static int replayed(char kind)
{
	if (!replaying() || replay_kind != kind || replay_cycle != cycles)
		return -1;
	const int byte = (int)replay_byte;
	replay_next();
	return byte;
}

static void give(struct sender *s, char kind, uint8_t byte)
{
	note(kind, byte);
	sender_give(s, byte);
}

static FILE *open_or_exit(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (!f) {
		perror(path);
		exit(2);
	}
	setvbuf(f, NULL, _IOLBF, 0);
	return f;
}

static bool wait_for_echo, typed_from_stdin;
static int unseen = -1; /* the byte whose echo is outstanding */
static unsigned silent = 1u << 31; /* cycles since the board's last byte, once there was one */

static void type(struct sender *s, const char **text, bool *may)
{
	const int again = replayed('c');
	static unsigned pace;
	char byte;

	if (again >= 0) {
		give(s, 'c', (uint8_t)again);
	} else if (replaying() || !sender_free(s)) {
		return;
	} else if (typed_from_stdin) {
		if (++pace % DIVISOR == 0 && read(0, &byte, 1) == 1)
			give(s, 'c', (uint8_t)byte);
	} else if (*may && **text && unseen < 0) {
		*may = **text != '\n';
		unseen = wait_for_echo ? **text : -1;
		give(s, 'c', (uint8_t) * (*text)++);
	}
}

/* ---- the link's other end */
static int open_pty(void)
{
	struct termios raw;
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);

	if (fd < 0 || grantpt(fd) != 0 || unlockpt(fd) != 0 || tcgetattr(fd, &raw) != 0) {
		perror("pseudo-terminal");
		exit(2);
	}
	cfmakeraw(&raw);
	tcsetattr(fd, TCSANOW, &raw);
	/* Keep the other end open too: otherwise reads fail while no client is there. */
	if (open(ptsname(fd), O_RDWR | O_NOCTTY) < 0) {
		perror(ptsname(fd));
		exit(2);
	}
	fprintf(stderr, "link: %s\n", ptsname(fd));
	return fd;
}

/* When a session is logged, slow down while nothing arrives, to keep the log's cycles few. */
static void linger(int fd, bool busy)
{
	enum { SOON = 4000, STEP = 2000, MILLISECONDS = 20 };
	static unsigned idle;
	struct pollfd lines[] = { { .fd = fd, .events = POLLIN }, { .fd = 0, .events = POLLIN } };

	idle = busy ? 0 : idle + 1;
	if (log_file && fd >= 0 && idle > SOON && idle % STEP == 0)
		poll(lines, typed_from_stdin ? 2 : 1, MILLISECONDS);
}

static void link_step(int fd, struct receiver *from, struct sender *to, struct pins *p)
{
	static unsigned pace;
	uint8_t byte;
	const int got = receive(from, p->link_tx), again = replayed('l');

	if (got >= 0) {
		note('L', (unsigned)got);
		byte = (uint8_t)got;
		if (!replaying() && fd >= 0 && write(fd, &byte, 1) != 1)
			fprintf(stderr, "link: a byte was lost\n");
	}
	if (again >= 0)
		give(to, 'l', (uint8_t)again);
	else if (!replaying() && fd >= 0 && sender_free(to) && ++pace % LINK_DIVISOR == 0
		&& read(fd, &byte, 1) == 1)
		give(to, 'l', byte);
	p->link_rx = send(to);
	linger(fd, from->busy || to->frame || !p->tx || !p->rx);
}

/* ---- the flash: commands ABh (wake) and 03h (read), mode 0 */
#ifdef HAVE_FLASH
struct flash {
	const uint8_t *image;
	size_t size;
	uint32_t base, command, address;
	unsigned bits;
	bool clock, awake;
};

static void flash_step(struct flash *f, struct pins *p)
{
	if (p->cs_n) {
		if (f->bits == 8 && (f->command & 0xFF) == 0xAB)
			f->awake = true;
		f->bits = 0;
	} else if (p->sck && !f->clock) { /* takes a bit */
		if (f->bits < 32)
			f->command = f->command << 1 | p->mosi;
		if (++f->bits == 32)
			f->address = f->command & 0xFFFFFF;
	} else if (!p->sck && f->clock && f->bits >= 32) { /* gives the next one */
		const uint32_t at = f->address - f->base + (f->bits - 32) / 8;
		const uint8_t byte =
			f->awake && f->command >> 24 == 3 && at < f->size ? f->image[at] : 0xFF;

		p->miso = byte >> (7 - f->bits % 8) & 1;
	}
	f->clock = p->sck;
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *f = open_or_exit(path, "rb");
	static uint8_t bytes[1 << 20];

	*size = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	return bytes;
}
#endif

/* Takes the options off argv; returns the pseudo-terminal, or -1. */
static int options(int *argc, char ***argv)
{
	int link = -1;

	for (; *argc > 1 && !strncmp((*argv)[1], "--", 2); --*argc, ++*argv) {
		const char *option = (*argv)[1];

		if (!strcmp(option, "--pty") || !strcmp(option, "--echo")) {
			wait_for_echo |= !strcmp(option, "--echo");
			link = strcmp(option, "--pty") ? link : open_pty();
			continue;
		}
		if (*argc < 3 || (strcmp(option, "--log") && strcmp(option, "--replay"))) {
			*argc = 0;
			return link;
		}
		*(strcmp(option, "--log") ? &replay_file : &log_file) =
			open_or_exit((*argv)[2], strcmp(option, "--log") ? "r" : "w");
		--*argc, ++*argv;
	}
	if (replay_file)
		replay_next();
	return link;
}

/* Ends a cycle: led_run. Returns whether the firmware has finished. */
static bool finishing(const struct pins *p, const struct receiver *console)
{
	static bool ran, running;
	static unsigned quiet;
	const bool run = p->run != LED_LOW;

	if (run != running)
		note('R', run);
	running = run;
	ran |= run;
	/* Two bytes may still be in flight. */
	quiet = ran && !run && !console->busy ? quiet + 1 : 0;
	return quiet == 12 * DIVISOR;
}

int main(int argc, char **argv)
{
	struct pins p = { .button = BUTTON_LOW, .rx = 1, .link_rx = 1 };
	struct receiver receiver = { .divisor = DIVISOR }, from_link = { .divisor = LINK_DIVISOR };
	struct sender sender = { .divisor = DIVISOR }, to_link = { .divisor = LINK_DIVISOR };
	const int link = options(&argc, &argv);
	const char *text = argc > 3 ? argv[3] : "";
	unsigned broken = 0;
	uint64_t left = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	bool may = false, finished = false;

	if (!left) {
		fprintf(stderr,
			"board [--pty] [--echo] [--log FILE] [--replay FILE] FLASH|- CYCLES "
			"[TEXT|-]\n");
		return 2;
	}
	typed_from_stdin = !strcmp(text, "-");
	if (typed_from_stdin)
		fcntl(0, F_SETFL, O_NONBLOCK);
#ifdef HAVE_FLASH
	struct flash flash = { .base = HAVE_FLASH };
	if (strcmp(argv[1], "-"))
		flash.image = read_file(argv[1], &flash.size);
#endif
	p.lib = board_protectlib_create("board");
	for (; cycles < left && (!finished || link >= 0 || replaying()); cycles++) {
		type(&sender, &text, &may);
		p.rx = send(&sender);
		clock(&p);
		link_step(link, &from_link, &to_link, &p);
#ifdef HAVE_FLASH
		flash_step(&flash, &p);
#endif
		const int byte = receive(&receiver, p.tx);
		may |= wait_for_echo && ++silent == 2000 * DIVISOR;
		if (byte >= 0) {
			note('C', (unsigned)byte);
			putchar(byte);
			fflush(stdout);
			may |= byte == '\n' && !wait_for_echo;
			silent = 0;
			unseen = byte == unseen ? -1 : unseen;
		}
		broken += byte == -2;
		finished |= finishing(&p, &receiver);
		if (replay_file && !replay_kind && cycles == replay_cycle)
			fprintf(stderr, "replayed\n");
		if (p.fail != LED_LOW) {
			fprintf(stderr, "the flash holds no program\n");
			break;
		}
	}
	fflush(stdout);
	fprintf(stderr, "%" PRIu64 " cycles, %s, %u broken bytes\n", cycles,
		finished ? "finished" : "not finished", broken);
	board_protectlib_final(p.lib);
	return finished && !broken ? EXIT_SUCCESS : EXIT_FAILURE;
}
