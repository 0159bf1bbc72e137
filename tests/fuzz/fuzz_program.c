/* SPDX-License-Identifier: ISC
 * fuzz_program.c - tests/fuzz/fuzz.sh damages this program: nested inlined calls, static functions,
 * dead code.
 */
static volatile int out;

static inline int twice(int x)
{
	return 2 * x + out;
}

static inline int both(int x, int y)
{
	return x > y ? twice(x) : twice(y) - x;
}

__attribute__((noinline)) static int sum(const int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += both(p[i], i);
	return s;
}

int dead(int x)
{
	return both(x, 1);
}

__attribute__((section(".text.other"))) int other(int x)
{
	for (int i = 0; i < x; i++)
		out = twice(out);
	return out;
}

int main(void)
{
	static const int numbers[] = { 1, 5, 2, 9 };

	out = sum(numbers, 4) + other(3);
	for (;;)
		;
}
