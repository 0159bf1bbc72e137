/* SPDX-License-Identifier: ISC
 * host.c - the C side of rust.rs: it starts the Rust program, prints for it, and calls it back.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int rust_main(void);
void host_put(const char *text, size_t bytes);
void host_visit(const uint32_t *words, size_t n, void (*each)(void *context, uint32_t word), void *context);

void host_put(const char *text, size_t bytes)
{
	fwrite(text, 1, bytes, stdout);
}

void host_visit(const uint32_t *words, size_t n, void (*each)(void *context, uint32_t word), void *context)
{
	while (n--)
		each(context, *words++);
}

int main(void)
{
	return rust_main();
}
