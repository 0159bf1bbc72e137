/* SPDX-License-Identifier: ISC
 * file.c - open files: the console, files in memory, directories.
 */
#include <fcntl.h>
#include <string.h>

#include "file.h"
#include "kernel.h"

#define NOPEN 48	/* open files of all processes; those shared by fork count once */

static struct file files[NOPEN];

struct file *file_new(uint32_t kind, int flags)
{
	for (struct file *f = files; f < files + NOPEN; f++)
		if (!f->refs) {
			*f = (struct file){ .refs = 1, .kind = kind, .flags = flags };
			return f;
		}
	return NULL;
}

struct file *file_console(void) { return file_new(KIND_CONSOLE, O_RDWR); }

struct file *file_share(struct file *f)
{
	if (f)
		f->refs++;
	return f;
}

void file_close(struct file *f)
{
	if (f && !--f->refs)
		fs_release(f->inode);
}

const char *path_name(const char *path)
{
	while (*path == '/')
		path++;
	return path;
}

struct file *file_of(uint32_t fd)
{
	return fd < NFILE ? current->proc->files[fd] : NULL;
}
