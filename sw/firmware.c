/* SPDX-License-Identifier: ISC
 * firmware.c - an ELF with its symbols and lines; the contract is firmware.h.
 */
#include "firmware.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

bool firmware_open(struct firmware *f, const char *path)
{
	*f = (struct firmware){ 0 };
	if (!image_open(&f->image, path) || !symbols_read(&f->symbols, &f->image)) {
		image_close(&f->image);
		return false;
	}
	lines_read(&f->lines, &f->image);
	return true;
}

void firmware_close(struct firmware *f)
{
	lines_free(&f->lines);
	symbols_free(&f->symbols);
	image_close(&f->image);
}

void firmware_sign(const struct firmware *f, struct profile *p)
{
	char *absolute = realpath(f->image.path, NULL);

	p->elf_path = absolute ? absolute : copy_text(f->image.path);
	p->elf_size = f->image.size;
	p->elf_crc = f->image.crc;
	p->build_id_bytes = (uint8_t)f->image.build_id_bytes;
	memcpy(p->build_id, f->image.build_id, f->image.build_id_bytes);
}

bool firmware_signed(const struct firmware *f, const struct profile *p)
{
	const struct image *im = &f->image;

	if (im->size == p->elf_size && im->crc == p->elf_crc)
		return true;
	return p->build_id_bytes && im->build_id_bytes == p->build_id_bytes && !memcmp(im->build_id, p->build_id, p->build_id_bytes);
}
