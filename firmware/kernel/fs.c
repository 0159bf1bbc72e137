/* SPDX-License-Identifier: ISC
 * fs.c - files in memory, found by their full names. At boot they are those of the ustar archive
 * behind the kernel, read in place: each begins a page, and is padded to whole pages. The first
 * write moves a file into contiguous pages, which double as it grows.
 */
#include <string.h>

#include "kernel.h"

#define NINODE 64
#define FILE_MAX (4u << 20)

struct ustar {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100],
		magic[6];
};

extern const uint8_t fs_archive[], fs_archive_end[];
static struct inode inodes[NINODE];

static uint32_t octal(const char *s, unsigned n)
{
	uint32_t v = 0;

	for (; n && *s >= '0' && *s <= '7'; n--, s++)
		v = v * 8 + (uint32_t)(*s - '0');
	return v;
}

void fs_init(void)
{
	const uint8_t *at = fs_archive;

	while (at + 512 <= fs_archive_end && *at) {
		const struct ustar *h = (const struct ustar *)at;
		uint32_t size = octal(h->size, sizeof h->size);
		if (memcmp(h->magic, "ustar", 5) || size > (uint32_t)(fs_archive_end - at - 512))
			panic("the file system's archive is broken at byte %lu",
				(uint32_t)(at - fs_archive));
		if (h->type == '0' || !h->type) {
			struct inode *i =
				memchr(h->name, 0, NAME_MAX_BYTES) ? fs_create(h->name) : NULL;
			if (!i)
				panic("file system: no room for %s", h->name);
			i->data = (uint8_t *)at + 512;
			i->size = size;
		}
		at += pages_of(512 + size) * PAGE;
	}
}

struct inode *fs_find(const char *name)
{
	for (struct inode *i = inodes; i < inodes + NINODE; i++)
		if (i->name[0] && !strcmp(i->name, name))
			return i;
	return NULL;
}

struct inode *fs_create(const char *name)
{
	for (struct inode *i = inodes; i < inodes + NINODE; i++)
		if (!i->name[0] && !i->refs) {
			*i = (struct inode){ 0 };
			strncpy(i->name, name, sizeof i->name - 1);
			return i;
		}
	return NULL;
}

static void drop_data(struct inode *i)
{
	if (i->pages)
		page_free((uint32_t)i->data, i->pages);
	i->data = NULL;
	i->pages = i->size = 0;
}

void fs_unlink(struct inode *i)
{
	i->name[0] = 0;
	if (!i->refs)
		drop_data(i);
}

struct inode *fs_hold(struct inode *i)
{
	i->refs++;
	return i;
}

void fs_release(struct inode *i)
{
	if (i && !--i->refs && !i->name[0])
		drop_data(i);
}

/* Is it a process's program, whose text is in place? */
static int runs(const struct inode *i)
{
	for (const struct proc *p = procs; p < procs + NPROC; p++)
		if (p->program == i)
			return 1;
	return 0;
}

int fs_resize(struct inode *i, uint32_t size)
{
	uint32_t need = pages_of(size), pages;

	if (size > FILE_MAX)
		return -EFBIG;
	if (runs(i))
		return -ETXTBSY;
	if (!size) {
		drop_data(i);
		return 0;
	}
	if (need > i->pages) {
		pages = need > 2 * i->pages ? need : 2 * i->pages;
		uint32_t pa = page_alloc(pages);
		if (!pa && !(pa = page_alloc(pages = need)))
			return -ENOSPC;
		uint32_t keep = i->size < size ? i->size : size;
		memcpy((void *)pa, i->data, keep);
		drop_data(i);
		i->data = (uint8_t *)pa;
		i->size = keep;
		i->pages = pages;
	}
	if (size > i->size)
		memset(i->data + i->size, 0, size - i->size);
	i->size = size;
	return 0;
}

uint32_t fs_list(uint32_t at, struct direntry *out)
{
	while (at < NINODE && !inodes[at].name[0])
		at++;
	if (at >= NINODE)
		return 0;
	*out = (struct direntry){ .size = inodes[at].size };
	strcpy(out->name, inodes[at].name);
	return at + 1;
}

uint32_t fs_count(void)
{
	uint32_t n = 0;

	for (const struct inode *i = inodes; i < inodes + NINODE; i++)
		n += i->name[0] != 0;
	return n;
}
