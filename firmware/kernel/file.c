/* SPDX-License-Identifier: ISC
 * file.c - open files: the console, files in memory, directories.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "kernel.h"

#define NOPEN 48	/* open files of all processes; those that fork shares count once */

struct file {
	uint32_t refs;
	uint32_t kind;			/* KIND_* */
	int flags;			/* of open */
	struct inode *inode;		/* KIND_FILE */
	uint32_t offset;		/* KIND_FILE: bytes; KIND_DIRECTORY: cursor of fs_list */
	char prefix[NAME_MAX_BYTES];	/* KIND_DIRECTORY */
};

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

static struct file *of(uint32_t fd)
{
	return fd < NFILE ? current->proc->files[fd] : NULL;
}

static int may_read(const struct file *f) { return (f->flags & O_ACCMODE) != O_WRONLY; }
static int may_write(const struct file *f) { return (f->flags & O_ACCMODE) != O_RDONLY; }

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
	struct file *f = of(fd);

	if (!f)
		return -EBADF;
	file_close(f);
	current->proc->files[fd] = NULL;
	return 0;
}

static int list(struct file *f, uint32_t va, uint32_t n)
{
	uint32_t done = 0, cursor = f->offset;
	struct direntry e;

	while (n - done >= sizeof e && fs_list(f->prefix, &cursor, &e)) {
		copyout(current->proc, va + done, &e, sizeof e);
		f->offset = cursor;
		done += sizeof e;
	}
	return (int)done;
}

int sys_read(uint32_t fd, uint32_t va, uint32_t n)
{
	struct file *f = of(fd);

	if (!f || !may_read(f))
		return -EBADF;
	if (n > INT32_MAX)
		return -EINVAL;
	if (!user_ok(current->proc, va, n, 1))
		return -EFAULT;
	if (!n)
		return 0;
	if (f->kind == KIND_CONSOLE)
		return console_read(va, n);
	if (f->kind == KIND_DIRECTORY)
		return list(f, va, n);
	if (f->offset >= f->inode->size)
		return 0;
	if (n > f->inode->size - f->offset)
		n = f->inode->size - f->offset;
	copyout(current->proc, va, f->inode->data + f->offset, n);
	f->offset += n;
	return (int)n;
}

int sys_write(uint32_t fd, uint32_t va, uint32_t n)
{
	struct file *f = of(fd);

	if (!f || !may_write(f))
		return -EBADF;
	if (n > INT32_MAX)
		return -EINVAL;
	if (!user_ok(current->proc, va, n, 0))
		return -EFAULT;
	if (f->kind == KIND_CONSOLE)
		return console_write(va, n);
	uint32_t at = f->flags & O_APPEND ? f->inode->size : f->offset;
	if (!n)
		return 0;
	if (at > INT32_MAX)
		return -EFBIG;
	int error = fs_resize(f->inode, at + n > f->inode->size ? at + n : f->inode->size);
	if (error)
		return error;
	copyin(current->proc, f->inode->data + at, va, n);
	f->offset = at + n;
	return (int)n;
}

int sys_lseek(uint32_t fd, uint32_t offset, uint32_t whence)
{
	struct file *f = of(fd);

	if (!f)
		return -EBADF;
	if (f->kind != KIND_FILE)
		return -ESPIPE;
	if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)
		return -EINVAL;
	int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? f->offset : f->inode->size;
	int64_t at = base + (int32_t)offset;
	if (at < 0 || at > INT32_MAX)
		return -EINVAL;
	f->offset = (uint32_t)at;
	return (int)at;
}

int sys_fstat(uint32_t fd, uint32_t va)
{
	struct file *f = of(fd);

	if (!f)
		return -EBADF;
	struct kstat s = { f->inode ? f->inode->size : 0, f->kind };
	return copyout(current->proc, va, &s, sizeof s);
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
