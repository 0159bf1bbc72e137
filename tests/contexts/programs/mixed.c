/* SPDX-License-Identifier: ISC
 * mixed.c - the four kinds of work of which CoreMark is made, in code of its own: a linked list that is searched,
 * reversed and sorted by callbacks, matrices, a state machine that reads numbers, and a CRC over their results.
 */
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
#define ITEMS 40
#define SIDE 8
#define ROUNDS 4

struct item {
	struct item *next;
	int16_t value, index;
};

typedef int compare(const struct item *a, const struct item *b);

static struct item items[ITEMS];
static int16_t a[SIDE][SIDE], b[SIDE][SIDE];
static int32_t c[SIDE][SIDE];

/* ---- CRC-16, a bit at a time */

NOINLINE static uint16_t crc_byte(uint16_t crc, uint8_t byte)
{
	crc ^= byte;
	for (int i = 0; i < 8; i++)
		crc = crc & 1 ? crc >> 1 ^ 0xA001 : crc >> 1;
	return crc;
}

NOINLINE static uint16_t crc_16(uint16_t crc, uint16_t value)
{
	return crc_byte(crc_byte(crc, value & 0xFF), value >> 8);
}

NOINLINE static uint16_t crc_32(uint16_t crc, uint32_t value)
{
	return crc_16(crc_16(crc, value & 0xFFFF), value >> 16);
}

/* ---- list */

static int by_value(const struct item *x, const struct item *y)
{
	return x->value - y->value;
}

static int by_index(const struct item *x, const struct item *y)
{
	return x->index - y->index;
}

static struct item *list_make(unsigned seed)
{
	for (int i = 0; i < ITEMS; i++) {
		seed = seed * 1103515245u + 12345u;
		items[i] = (struct item){ i + 1 < ITEMS ? &items[i + 1] : NULL, (int16_t)(seed >> 20), (int16_t)i };
	}
	return items;
}

NOINLINE static struct item *list_find(struct item *at, int16_t value)
{
	while (at && at->value < value)
		at = at->next;
	return at;
}

NOINLINE static struct item *list_reverse(struct item *at)
{
	struct item *done = NULL;

	while (at) {
		struct item *next = at->next;
		at->next = done;
		done = at;
		at = next;
	}
	return done;
}

NOINLINE static struct item *list_merge(struct item *x, struct item *y, compare *order)
{
	struct item *first = NULL, **end = &first;

	while (x && y) {
		struct item **least = order(x, y) <= 0 ? &x : &y;
		*end = *least;
		end = &(*least)->next;
		*least = *end;
	}
	*end = x ? x : y;
	return first;
}

NOINLINE static struct item *list_sort(struct item *x, int n, compare *order)
{
	struct item *last = x, *rest;

	if (n < 2)
		return x;
	for (int i = 1; i < n / 2; i++)
		last = last->next;
	rest = last->next;
	last->next = NULL;
	x = list_sort(x, n / 2, order);
	return list_merge(x, list_sort(rest, n - n / 2, order), order);
}

NOINLINE static uint16_t list_bench(uint16_t crc, unsigned seed)
{
	struct item *x = list_sort(list_make(seed), ITEMS, by_value), *found;

	for (int16_t i = 0; i < 10; i++)
		if ((found = list_find(x, (int16_t)(i * 300))))
			crc = crc_16(crc, (uint16_t)found->index);
	for (x = list_sort(list_reverse(x), ITEMS, by_index); x; x = x->next)
		crc = crc_16(crc, (uint16_t)x->value);
	return crc;
}

/* ---- matrices */

NOINLINE static void matrix_fill(unsigned seed)
{
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++) {
			seed = seed * 1103515245u + 12345u;
			a[i][j] = (int16_t)(seed >> 22);
			b[i][j] = (int16_t)(seed >> 18 & 255);
		}
}

NOINLINE static void matrix_multiply(void)
{
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++) {
			c[i][j] = 0;
			for (int k = 0; k < SIDE; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

NOINLINE static int32_t matrix_sum(int32_t limit)
{
	int32_t sum = 0;

	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			sum = c[i][j] > limit ? sum + 10 : sum + c[i][j] / 7;
	return sum;
}

NOINLINE static uint16_t matrix_bench(uint16_t crc, unsigned seed)
{
	matrix_fill(seed);
	matrix_multiply();
	return crc_32(crc, (uint32_t)matrix_sum(40000));
}

/* ---- state machine */

enum state { START, SIGN, WHOLE, FRACTION, EXPONENT, POWER, INVALID, STATES };

static int is_digit(char x)
{
	return x >= '0' && x <= '9';
}

NOINLINE static enum state state_next(enum state s, char x)
{
	switch (s) {
	case START: return is_digit(x) ? WHOLE : x == '+' || x == '-' ? SIGN : x == '.' ? FRACTION : INVALID;
	case SIGN: return is_digit(x) ? WHOLE : x == '.' ? FRACTION : INVALID;
	case WHOLE: return is_digit(x) ? WHOLE : x == '.' ? FRACTION : x == 'e' ? EXPONENT : INVALID;
	case FRACTION: return is_digit(x) ? FRACTION : x == 'e' ? EXPONENT : INVALID;
	case EXPONENT: return is_digit(x) || x == '+' || x == '-' ? POWER : INVALID;
	case POWER: return is_digit(x) ? POWER : INVALID;
	default: return INVALID;
	}
}

NOINLINE static uint16_t state_bench(uint16_t crc)
{
	static const char text[] = "5012,-1.25e+3,+7.5,.5,1e9,T0.3e-1F,874.x,-110.700,0xff,+0.64400,12e,3.14159e0,--3";
	unsigned ended[STATES] = { 0 };
	enum state s = START;

	for (const char *x = text; *x; x++) {
		if (*x != ',') {
			s = state_next(s, *x);
			continue;
		}
		ended[s]++;
		s = START;
	}
	for (int i = 0; i < STATES; i++)
		crc = crc_32(crc, ended[i]);
	return crc;
}

int main(void)
{
	uint16_t crc = 0;

	for (unsigned i = 1; i <= ROUNDS; i++) {
		crc = list_bench(crc, i);
		crc = matrix_bench(crc, i);
		crc = state_bench(crc);
	}
	printf("crc 0x%04x\n", crc);
	return 0;
}
