/* SPDX-License-Identifier: ISC
 * coverage_write.c - has Verilator's runtime write what was covered, from C: its
 * own main program does that only for its own bench. The functions are the C++
 * VerilatedCov::threadCovp() and VerilatedCovContext::write(const char *).
 */
void *_ZN12VerilatedCov10threadCovpEv(void);
void _ZN19VerilatedCovContext5writeEPKc(void *context, const char *file);
void coverage_write(const char *file);

void coverage_write(const char *file)
{
	_ZN19VerilatedCovContext5writeEPKc(_ZN12VerilatedCov10threadCovpEv(), file);
}
