/* SPDX-License-Identifier: ISC
 * board.c - a board's design at its pins: clock, button, serial line, SPI flash, LEDs.
 * board [--pty] FLASH CYCLES [TEXT]: runs until the firmware has finished (led_run goes off) or CYCLES have passed; prints
 * what the console's line carried. TEXT is typed into it, a line after each line that the board sends. FLASH: image that the
 * flash holds, `-` for none. Exit 0 when the firmware finished and no byte was broken. --pty: the unit's link is a
 * pseudo-terminal, whose name is printed; the board goes on after the firmware's end until CYCLES have passed.
 * Compiled with -DDIVISOR and -DLINK_DIVISOR (clocks a bit), -DBUTTON_LOW, -DLED_LOW, -DHAVE_FLASH as the board is.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <svdpi.h>

void *board_protectlib_create(const char *scope);
void board_protectlib_final(void *lib);
long long board_protectlib_combo_update(void *lib, const svLogicVecVal *pins_i, svLogicVecVal *pins_o);
long long board_protectlib_seq_update(void *lib, svLogic clock, svLogicVecVal *pins_o);

struct pins {
	void *lib;
	bool button, rx, miso, link_rx;				/* into the board */
	bool tx, run, fail, cs_n, sck, mosi, link_tx;	/* out of it */
};

static void clock(struct pins *p)
{
	const svLogicVecVal in = { (uint32_t)p->button | (uint32_t)p->rx << 1 | (uint32_t)p->miso << 2 | (uint32_t)p->link_rx << 3, 0 };
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

/* One clock; a byte, -1 for none, -2 for one without its stop bit. */
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
	unsigned divisor, count, frame;		/* bits still to send, start bit lowest; 0: idle */
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

/* One clock; the line. */
static bool send(struct sender *s)
{
	if (s->frame && ++s->count == s->divisor) {
		s->count = 0;
		s->frame >>= 1;
	}
	return s->frame ? s->frame & 1 : true;
}

static void type(struct sender *s, const char **text, bool *may)
{
	if (sender_free(s) && *may && **text) {
		*may = **text != '\n';
		sender_give(s, (uint8_t)*(*text)++);
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
	/* Held open at the other end too: else reading fails while no client is there. */
	if (open(ptsname(fd), O_RDWR | O_NOCTTY) < 0) {
		perror(ptsname(fd));
		exit(2);
	}
	fprintf(stderr, "link: %s\n", ptsname(fd));
	return fd;
}

static void link_step(int fd, struct receiver *from, struct sender *to, struct pins *p)
{
	static unsigned pace;
	uint8_t byte;
	const int got = receive(from, p->link_tx);

	if (got >= 0) {
		byte = (uint8_t)got;
		if (write(fd, &byte, 1) != 1)
			fprintf(stderr, "link: a byte was lost\n");
	}
	if (sender_free(to) && ++pace % LINK_DIVISOR == 0 && read(fd, &byte, 1) == 1)
		sender_give(to, byte);
	p->link_rx = send(to);
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
	} else if (p->sck && !f->clock) {		/* takes a bit */
		if (f->bits < 32)
			f->command = f->command << 1 | p->mosi;
		if (++f->bits == 32)
			f->address = f->command & 0xFFFFFF;
	} else if (!p->sck && f->clock && f->bits >= 32) {	/* gives the next one */
		const uint32_t at = f->address - f->base + (f->bits - 32) / 8;
		const uint8_t byte = f->awake && f->command >> 24 == 3 && at < f->size ? f->image[at] : 0xFF;

		p->miso = byte >> (7 - f->bits % 8) & 1;
	}
	f->clock = p->sck;
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	static uint8_t bytes[1 << 18];

	if (!f) {
		perror(path);
		exit(2);
	}
	*size = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	return bytes;
}
#endif

int main(int argc, char **argv)
{
	struct pins p = { .button = BUTTON_LOW, .rx = 1, .link_rx = 1 };
	struct receiver receiver = { .divisor = DIVISOR }, from_link = { .divisor = LINK_DIVISOR };
	struct sender sender = { .divisor = DIVISOR }, to_link = { .divisor = LINK_DIVISOR };
	int link = argc > 1 && !strcmp(argv[1], "--pty") ? open_pty() : -1;

	argc -= link >= 0;
	argv += link >= 0;
	const char *text = argc > 3 ? argv[3] : "";
	unsigned broken = 0, quiet = 0;
	uint64_t left = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, cycles = 0;
	bool may = false, ran = false, finished = false;

	if (!left) {
		fprintf(stderr, "board [--pty] FLASH|- CYCLES [TEXT]\n");
		return 2;
	}
#ifdef HAVE_FLASH
	struct flash flash = { .base = HAVE_FLASH };
	if (strcmp(argv[1], "-"))
		flash.image = read_file(argv[1], &flash.size);
#endif
	p.lib = board_protectlib_create("board");
	for (; cycles < left && (!finished || link >= 0); cycles++) {
		type(&sender, &text, &may);
		p.rx = send(&sender);
		clock(&p);
		if (link >= 0)
			link_step(link, &from_link, &to_link, &p);
#ifdef HAVE_FLASH
		flash_step(&flash, &p);
#endif
		const int byte = receive(&receiver, p.tx);
		if (byte >= 0) {
			putchar(byte);
			fflush(stdout);
			may |= byte == '\n';
		}
		broken += byte == -2;
		ran |= p.run != LED_LOW;
		/* Two bytes may still be under way. */
		quiet = ran && p.run == LED_LOW && !receiver.busy ? quiet + 1 : 0;
		finished |= quiet == 12 * DIVISOR;
		if (p.fail != LED_LOW) {
			fprintf(stderr, "the flash holds no program\n");
			break;
		}
	}
	fflush(stdout);
	fprintf(stderr, "%" PRIu64 " cycles, %s, %u broken bytes\n", cycles, finished ? "finished" : "not finished", broken);
	board_protectlib_final(p.lib);
	return finished && !broken ? EXIT_SUCCESS : EXIT_FAILURE;
}
