# SPDX-License-Identifier: ISC
# bench_source.awk - awk -v file=K -v functions=N: prints one C file of a large program.
#
# It contains what makes debug information large in real programs: types, calls
# inlined into calls, many variables. The program never runs: only its addresses matter.
function pick(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
BEGIN {
	seed = file * 7919 + 1
	print "typedef unsigned int u32;"
	for (i = 0; i < 60; i++)
		printf "struct shape_%d { int id, weight; struct shape_%d *next; %s at[%d]; };\n",
			i, i ? i - 1 : 0, "struct { u32 flags, left, right; }", i % 7 + 1
	for (i = 0; i < 24; i++) {
		printf "static inline __attribute__((always_inline)) "
		printf "u32 mix_%d(u32 x, const struct shape_%d *s)\n{\n", i, i
		printf "\tu32 low = x & 0x%x, high = x >> %d;\n", pick(65536), pick(15) + 1
		printf "\tif (s->weight > %d)\n\t\tlow += s->at[0].flags ^ high;\n", pick(100)
		if (i)
			printf "\treturn low + mix_%d(high, (const struct shape_%d *)s->next);\n",
				int(i / 2), int(i / 2)
		else
			print "\treturn low * 31 + high;"
		print "}"
	}
	for (i = 0; i < functions; i++) {
		a = pick(23) + 1
		b = pick(23) + 1
		printf "u32 work_%d_%d(u32 n, struct shape_%d *s, struct shape_%d *t)\n{\n",
			file, i, a, b
		printf "\tu32 sum = %d, step, turn;\n", pick(1000)
		print "\tfor (turn = 0; turn < n; turn++) {"
		printf "\t\tstep = mix_%d(turn + sum, s);\n", a
		printf "\t\tif (step & %d)\n\t\t\tsum += step;\n", pick(64) + 1
		printf "\t\telse\n\t\t\tsum ^= mix_%d(step, t);\n\t}\n", b
		print "\ts->weight = (int)sum;\n\treturn sum;\n}"
	}
}
