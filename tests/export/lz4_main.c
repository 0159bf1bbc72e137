/* SPDX-License-Identifier: ISC
 * lz4_main.c - LZ4 packs the file SCRIPT, which firmware/programs/lua/script.S links in, and
 * unpacks it again. Returns 1 if that gives another file.
 */
#include <stdio.h>
#include <string.h>

#include <lz4.h>

enum { MOST = 65536 };
extern const char script_start[], script_end[];
static char packed[LZ4_COMPRESSBOUND(MOST)], unpacked[MOST];

int main(void)
{
	int size = script_end - script_start;
	int bytes = LZ4_compress_default(script_start, packed, size, sizeof packed);

	printf("lz4: %d bytes in %d\n", size, bytes);
	return LZ4_decompress_safe(packed, unpacked, bytes, MOST) != size
		|| memcmp(unpacked, script_start, size) != 0;
}
