/* SPDX-License-Identifier: ISC
 * exec.c - loads an ELF file into a process: one segment to execute, which is the file's start and
 * stays in place, and at most one to write, linked as user.ld does. Everything new is complete
 * before anything old goes.
 */
#include <elf.h>
#include <string.h>

#include "kernel.h"

/* A program. Addresses and sizes of its two segments have been checked; without data all are 0. */
struct image {
	const uint8_t *file;
	uint32_t entry;
	Elf32_Phdr text, data;
};

static int inside(uint32_t start, uint32_t bytes, uint32_t low, uint32_t high)
{
	return start >= low && start <= high && bytes <= high - start;
}

static int segment(struct image *m, const Elf32_Phdr *h, uint32_t file_bytes)
{
	Elf32_Phdr *own = h->p_flags & PF_X ? &m->text : &m->data;

	if (own->p_memsz || h->p_filesz > h->p_memsz
		|| !inside(h->p_offset, h->p_filesz, 0, file_bytes))
		return -ENOEXEC;
	*own = *h;
	if (own == &m->data)
		return inside(h->p_vaddr, h->p_memsz, USER_DATA, USER_BLOCK_END) ? 0 : -ENOEXEC;
	return h->p_flags & PF_W || h->p_offset || h->p_vaddr != USER_TEXT
			|| h->p_memsz > USER_BLOCK - USER_TEXT || h->p_memsz != h->p_filesz
		? -ENOEXEC
		: 0;
}

static int parse(struct image *m, const struct inode *i)
{
	Elf32_Ehdr e;
	Elf32_Phdr h;

	*m = (struct image){ .file = i->data };
	if (i->size < sizeof e)
		return -ENOEXEC;
	memcpy(&e, i->data, sizeof e);
	if (memcmp(e.e_ident, ELFMAG, SELFMAG) || e.e_ident[EI_CLASS] != ELFCLASS32
		|| e.e_type != ET_EXEC || e.e_machine != EM_RISCV || e.e_phentsize != sizeof h
		|| !inside(e.e_phoff, e.e_phnum * sizeof h, 0, i->size))
		return -ENOEXEC;
	for (unsigned n = 0; n < e.e_phnum; n++) {
		memcpy(&h, i->data + e.e_phoff + n * sizeof h, sizeof h);
		int error = h.p_type == PT_LOAD && h.p_memsz ? segment(m, &h, i->size) : 0;
		if (error)
			return error;
	}
	m->entry = e.e_entry;
	return inside(m->entry, 4, USER_TEXT, USER_TEXT + m->text.p_memsz) && m->entry % 4 == 0
		? 0
		: -ENOEXEC;
}

/* Copies the strings of argv to the top of the new stack, downwards, and argv[] below them. Returns
 * argc or a negative errno. *sp: the new stack pointer. */
static int arguments(struct proc *p, const struct vm *new, uint32_t argv, uint32_t *sp)
{
	char *stack = (char *)new->pa; /* USER_BLOCK as the kernel sees it */
	uint32_t at = USER_STACK, string, pointers[ARGS_MAX + 1] = { 0 };
	int argc = 0;

	for (; argv; argc++) {
		char *free = stack + USER_STACK - ARGS_BYTES;
		if (copyin(&p->vm, &string, argv + 4 * (uint32_t)argc, 4))
			return -EFAULT;
		if (!string)
			break;
		if (argc == ARGS_MAX)
			return -E2BIG;
		/* The length is unknown yet: copy to the low end of the room first. */
		int n = copyinstr(
			&p->vm, free, string, at - (USER_STACK - ARGS_BYTES) - sizeof pointers);
		if (n < 0)
			return n == -ENAMETOOLONG ? -E2BIG : n;
		at -= (uint32_t)n + 1;
		memmove(stack + at, free, (uint32_t)n + 1);
		pointers[argc] = USER_BLOCK + at;
	}
	at = (at - (uint32_t)(argc + 1) * 4) & ~15u;
	memcpy(stack + at, pointers, (uint32_t)(argc + 1) * 4);
	*sp = USER_BLOCK + at;
	return argc;
}

static int load(struct vm *new, const struct image *m)
{
	uint32_t data = m->data.p_memsz ? m->data.p_vaddr : USER_DATA, end = data + m->data.p_memsz;
	int error = vm_create(
		new, (uint32_t)m->file, pages_of(m->text.p_memsz), pages_of(end - USER_BLOCK));

	if (error)
		return error;
	memset((void *)new->pa, 0, new->pages *PAGE);
	memcpy((void *)(new->pa + data - USER_BLOCK), m->file + m->data.p_offset, m->data.p_filesz);
	new->end = new->least = end;
	return 0;
}

int exec(struct proc *p, struct thread *t, const char *path, uint32_t argv)
{
	struct inode *i = fs_find(path_name(path));
	struct image m;
	struct vm new;
	uint32_t sp;

	if (!i)
		return -ENOENT;
	int error = parse(&m, i);
	if (!error)
		error = load(&new, &m);
	if (error)
		return error;
	int argc = arguments(p, &new, argv, &sp);
	if (argc < 0) {
		vm_destroy(&new);
		return argc;
	}
	prof_exit(&p->prof);
	vm_destroy(&p->vm);
	p->vm = new;
	fs_release(p->program);
	p->program = fs_hold(i);
	const char *base = strrchr(i->name, '/');
	memset(p->name, 0, sizeof p->name);
	strncpy(p->name, base ? base + 1 : i->name, sizeof p->name - 1);
	__asm__ volatile(".word 0x100F" /* fence.i */ ::: "memory");
	vm_activate(&p->vm);
	memset(t->frame, 0, sizeof *t->frame);
	t->frame->x[X_PC] = m.entry;
	t->frame->x[X_SP] = t->frame->x[X_A1] = sp;
	t->frame->x[X_A0] = (uint32_t)argc;
	return 0;
}
