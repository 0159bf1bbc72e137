# SPDX-License-Identifier: ISC
"""Programs with one fault each, and without it where MENDED is defined, for kit.build(). The line
with the fault ends with FAULT; run() is where they begin."""

COMMON = r"""
typedef unsigned word;
#define OWN static __attribute__((noipa))
volatile word sink, two = 2, seven = 7;
"""
FAULTS = {
    "extension": r"""
#ifdef MENDED
typedef int sum_t;
#else
typedef short sum_t;
#endif
OWN sum_t fold(const signed char *p, int n)
{
	sum_t s = 0;
	for (int i = 0; i < n; i++) {
		s += p[i];	/* FAULT */
		if (s > 900)
			s -= 800;
	}
	return s;
}
static const signed char table[200] = { [3] = 90, [40] = 100, [100] = 77, [150] = 99 };
void run(void) { for (int i = 0; i < 40; i++) sink = fold(table, 200); }
""",
    "shift": r"""
word colours[200];
OWN word red(const volatile word *p, int n)
{
	word s = 0;
	for (int i = 0; i < n; i++)
#ifdef MENDED
		s += ((const volatile unsigned char *)&p[i])[3];
#else
		s += p[i] >> 24;	/* FAULT */
#endif
	return s;
}
void run(void) { for (int i = 0; i < 40; i++) sink = red(colours, 200); }
""",
    "multiply": r"""
word cells[2000], rows[50], starts[50];
OWN word walk(int n, word width)
{
	word s = 0;
	for (int i = 0; i < n; i++)
#ifdef MENDED
		s += cells[starts[i]];
#else
		s += cells[rows[i] * width];	/* FAULT */
#endif
	return s;
}
void run(void)
{
	word width = seven;
	for (word i = 0, at = 0; i < 50; i++, at += width) {
		rows[i] = i;
		starts[i] = at;
	}
	for (int i = 0; i < 100; i++)
		sink = walk(50, width);
}
""",
    "divide": r"""
word slots[16];
OWN word around(int n, word size)
{
	word at = 0;
	for (int i = 0; i < n; i++) {
		slots[at] += i;
#ifdef MENDED
		if (++at == size)
			at = 0;
#else
		at = (at + 1) % size;	/* FAULT */
#endif
	}
	return at;
}
void run(void) { for (int i = 0; i < 40; i++) sink = around(100, seven); }
""",
    "soft-float": r"""
#ifdef MENDED
typedef int number;
#define SCALED(x) ((x) * 3)
#else
typedef float number;
#define SCALED(x) ((x) * 3.5f)
#endif
number samples[64] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
OWN word mean(int n)
{
	number s = 0;
	for (int i = 0; i < n; i++)
		s += SCALED(samples[i]);	/* FAULT */
	return (word)s;
}
void run(void)
{
	for (int i = 0; i < 20; i++)
		sink = mean(64);
}
""",
    "allocator": r"""
struct block { struct block *next; word bytes; };
static _Alignas(8) char pool[16384];
static struct block *unused = (struct block *)pool;
__attribute__((noinline)) void *malloc(word bytes)
{
	struct block **at = &unused, *b;
	while ((b = *at) && b->bytes < bytes)
		at = &b->next;
	if (b)
		*at = b->next;
	return b ? b + 1 : b;
}
__attribute__((noinline)) void free(void *p)
{
	struct block *b = (struct block *)p - 1, **at = &unused;
	while (*at && *at < b)
		at = &(*at)->next;
	b->next = *at;
	*at = b;
}
OWN void use(word *p) { *p = two; }
OWN void parse(int n)
{
#ifdef MENDED
	word text[25];
	while (n--)
		use(text);
#else
	while (n--) {
		word *text = malloc(100);	/* FAULT */
		use(text);
		free(text);
	}
#endif
}
void run(void)
{
	for (int i = 0; i < 100; i++) {
		struct block *b = (struct block *)(pool + 128 * i);
		b->bytes = i < 60 ? 16 : 112;
		b->next = i < 99 ? (struct block *)(pool + 128 * (i + 1)) : 0;
	}
	parse(100);
}
""",
    "bytes": r"""
static _Alignas(4) char from[400], to[400];
#ifdef MENDED
typedef word piece;
#else
typedef char piece;
#endif
OWN void send(piece *p, const piece *q, int n)
{
	for (const piece *end = q + n / sizeof *q; q != end; )
		*p++ = *q++;	/* FAULT */
}
void run(void) { for (int i = 0; i < 20; i++) send((piece *)to, (const piece *)from, 400); }
""",
    "poll": r"""
#define MTIMECMP ((volatile word *)0xf2004000)
#define MTIME (*(volatile word *)0xf200bff8)
OWN void delay(word end)
{
#ifdef MENDED
	MTIMECMP[0] = end;
	MTIMECMP[1] = 0;
	__asm__ volatile(".option arch, +zicsr\n\tcsrs mie, %0\n\twfi" : : "r"(128));
#else
	while (MTIME < end)	/* FAULT */
		;
#endif
}
void run(void) { delay(MTIME + 20000); for (int i = 0; i < 400; i++) sink = i; }
""",
}
# Two functions of four lines of a cache each, in sections of their own.
CONFLICT = r"""
OWN __attribute__((section(".one"))) word one(word s)
{
	__asm__ volatile(".rept 30\n\tadd %0, %0, %0\n\t.endr" : "+r"(s));	/* FAULT */
	return s;
}
OWN __attribute__((section(".other"))) word other(word s)
{
	__asm__ volatile(".rept 30\n\txor %0, %0, %0\n\t.endr" : "+r"(s));
	return s;
}
void run(void)
{
	word s = 1;
	for (int i = 0; i < 200; i++)
		s = other(one(s));
	sink = s;
}
"""
# On a core with a data cache: RAM from 0x80000000 on is not cached, its other address is.
UNCACHED = r"""
word table[64] __attribute__((section(".slow"))) = { 1, 2 }, near[64] = { 1, 2 };
OWN word sum(const word *p, int n)
{
	word s = 0;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}
OWN word slow(int n)
{
	word s = 0;
	for (int i = 0; i < n; i++)
		s += table[i] ^ s;	/* FAULT */
	return s;
}
void run(void) { for (int i = 0; i < 40; i++) sink = slow(64) + sum(near, 64); }
"""
# Compiled with what it is about, and mended with -O2.
UNITS = r"""
word table[100];
OWN word sum(int n)
{
	word s = 0;
	for (int i = 0; i < n; i++) {
		word x = table[i] + i;	/* FAULT */
		s += x ^ (s + i);
	}
	return s;
}
void run(void) { for (int i = 0; i < 40; i++) sink = sum(100); }
"""
# Nothing to mend.
SOUND = UNITS
