/* SPDX-License-Identifier: ISC
 * work.c - something to profile: primes, sorting, a checksum.
 *
 *	work [-f | TIMES]	-f: sorting and checksum each in a child process
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef N /* fewer on boards: firmware.mk */
#define N 4000
#endif

static uint32_t numbers[N];
static uint8_t composite[8 * N];

__attribute__((noinline)) unsigned sieve(void)
{
	unsigned found = 0;

	memset(composite, 0, sizeof composite);
	for (unsigned i = 2; i < sizeof composite; i++) {
		if (composite[i])
			continue;
		found++;
		for (unsigned k = 2 * i; k < sizeof composite; k += i)
			composite[k] = 1;
	}
	return found;
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t t = *a;

	*a = *b;
	*b = t;
}

__attribute__((noinline)) uint32_t *partition(uint32_t *low, uint32_t *high)
{
	uint32_t pivot = low[(high - low) / 2], *at = low;

	swap(&low[(high - low) / 2], high - 1);
	for (uint32_t *p = low; p < high - 1; p++)
		if (*p < pivot)
			swap(p, at++);
	swap(at, high - 1);
	return at;
}

__attribute__((noinline)) void sort(uint32_t *low, uint32_t *high)
{
	while (high - low > 1) {
		uint32_t *middle = partition(low, high);
		sort(low, middle);
		low = middle + 1;
	}
}

__attribute__((noinline)) void fill(uint32_t seed)
{
	for (unsigned i = 0; i < N; i++)
		numbers[i] = seed = seed * 1664525u + 1013904223u;
}

__attribute__((noinline)) uint32_t checksum(const uint8_t *p, size_t n)
{
	uint32_t crc = ~0u;

	while (n--) {
		crc ^= *p++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
	}
	return ~crc;
}

static void sorting(void)
{
	fill(1);
	sort(numbers, numbers + N);
	for (unsigned i = 1; i < N; i++)
		if (numbers[i - 1] > numbers[i])
			abort();
	printf("sorted %u numbers, the least is %lu\n", N, (unsigned long)numbers[0]);
}

static void checking(void)
{
	printf("checksum %08lx\n", (unsigned long)checksum((uint8_t *)numbers, sizeof numbers));
}

static void in_child(void (*f)(void))
{
	int pid = fork();

	if (pid == 0) {
		f();
		exit(0);
	}
	if (pid < 0 || wait(NULL) != pid)
		perror("work: fork");
}

int main(int argc, char **argv)
{
	int children = argc == 2 && !strcmp(argv[1], "-f"),
	    times = argc == 2 && !children ? atoi(argv[1]) : 1;

	if (argc > 2 || times < 1) {
		fprintf(stderr, "usage: work [-f | TIMES]\n");
		return 1;
	}
	while (times--) {
		printf("%u primes below %u\n", sieve(), (unsigned)sizeof composite);
		children ? in_child(sorting) : sorting();
		children ? in_child(checking) : checking();
	}
	return 0;
}
