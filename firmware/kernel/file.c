/* SPDX-License-Identifier: ISC
 * file.c - open files, of the console, of files in memory, of directories: open, close, unlink.
 */
#include <fcntl.h>
#include <string.h>

#include "file.h"
#include "kernel.h"

#define NOPEN 48	/* open files of all processes; those that fork shares count once */

static struct file files[NOPEN];

static struct file *file_new(uint32_t kind, int flags)
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
	if (f && !--f->refs && f->inode)
		fs_release(f->inode);
}

const char *path_name(const char *path)
{
	while (*path == '/')
		path++;
	return path;
}

static int is_directory(const char *name)
{
	size_t n = strlen(name);

	return !n || name[n - 1] == '/';
}

struct file *file_of(uint32_t fd)
{
	return fd < NFILE ? current->proc->files[fd] : NULL;
}

static int open_inode(const char *name, int flags, struct inode **out)
{
	struct inode *i = fs_find(name);

	if (i && (flags & O_CREAT) && (flags & O_EXCL))
		return -EEXIST;
	if (!i && !(flags & O_CREAT))
		return -ENOENT;
	if (!i && !(i = fs_create(name)))
		return -ENOSPC;
	if ((flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY)
		fs_resize(i, 0);
	*out = i;
	return 0;
}

int sys_open(uint32_t path, uint32_t flags)
{
	char buffer[NAME_MAX_BYTES];
	struct proc *p = current->proc;
	uint32_t fd = 0;
	int error = copyinstr(p, buffer, path, sizeof buffer);

	if (error < 0)
		return error;
	if ((flags & O_ACCMODE) > O_RDWR)
		return -EINVAL;
	while (fd < NFILE && p->files[fd])
		fd++;
	if (fd == NFILE)
		return -EMFILE;
	const char *name = path_name(buffer);
	int console = !strcmp(name, "dev/console"), directory = is_directory(name);
	if (directory && (flags & (O_ACCMODE | O_CREAT)))
		return -EISDIR;
	struct file *f = file_new(console ? KIND_CONSOLE : directory ? KIND_DIRECTORY : KIND_FILE, (int)flags);
	if (!f)
		return -ENFILE;
	if (directory)
		strcpy(f->prefix, name);
	else if (!console && (error = open_inode(name, (int)flags, &f->inode)) < 0) {
		f->refs = 0;
		return error;
	} else if (!console)
		f->inode->refs++;
	p->files[fd] = f;
	return (int)fd;
}

int sys_close(uint32_t fd)
{
	struct file *f = file_of(fd);

	if (!f)
		return -EBADF;
	file_close(f);
	current->proc->files[fd] = NULL;
	return 0;
}

int sys_unlink(uint32_t path)
{
	char name[NAME_MAX_BYTES];
	int error = copyinstr(current->proc, name, path, sizeof name);

	if (error < 0)
		return error;
	struct inode *i = fs_find(path_name(name));
	if (!i)
		return -ENOENT;
	fs_unlink(i);
	return 0;
}
