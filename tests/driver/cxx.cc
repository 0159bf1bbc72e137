/* SPDX-License-Identifier: ISC
 * cxx.cc - firmware in C++17: the driver's and the calls' headers, linked with the libraries in C;
 * constructors and destructors of objects of all lifetimes, new, a virtual call. The driver counts
 * a function's cycles as C does.
 */
#include <stdio.h>

#include "driver/tally.h"
#include "firmware/lib/tally_calls.h"
#include "firmware/lib/tally_profil.h"
#include "firmware/lib/tally_soft.h"
#include "driver/tally_access.h"
#include "machine.h"
#include "mon.h"
#include "pcsample.h"
#include "profil.h"
#include "sys/sprof.h"

struct named {
	const char *name;
	explicit named(const char *n) : name(n) { printf("begin %s\n", name); }
	~named() { printf("end %s\n", name); }
};
struct shape {
	virtual ~shape() {}
	virtual unsigned corners() const = 0;
};
struct square : shape {
	unsigned corners() const override { return 4; }
};

struct alignas(64) wide {
	unsigned words[3];
};

static named global("global");
static tally unit;

__attribute__((noinline)) static unsigned work(unsigned rounds)
{
	volatile unsigned sum = 0;

	while (rounds--)
		sum = sum + rounds;
	return sum;
}

/* Cycles of work() by the unit: its text in one region, every bin summed. */
static uint64_t cycles()
{
	uint64_t sum = 0;
	uint32_t bins[64];
	uint32_t from = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&work));
	tally_config config = tally_exact(from, from + 128);

	if (tally_init(&unit, UNIT, nullptr) || tally_configure(&unit, &config)
		|| tally_start(&unit))
		return 0;
	work(1000);
	if (tally_stop(&unit) || tally_drain(&unit) || tally_bins_read(&unit, 0, 64, bins))
		return 0;
	for (uint32_t bin : bins)
		sum += bin;
	return sum;
}

int main()
{
	static named local("local");
	shape *s = new square;
	unsigned *numbers = new unsigned[16]();

	numbers[15] = s->corners();
	printf("%u corners\n", numbers[15]);
	delete[] numbers;
	delete s;
	wide *one = new wide, *many = new wide[3];
	volatile bool aligned =
		!(reinterpret_cast<uintptr_t>(one) % 64 || reinterpret_cast<uintptr_t>(many) % 64);
	delete one;
	delete[] many;
	uint64_t n = cycles();
	printf("%s: %lu cycles\n", n > 3000 && aligned ? "pass" : "FAIL",
		static_cast<unsigned long>(n));
	return n > 3000 && aligned ? 0 : 1;
}
