/* SPDX-License-Identifier: ISC
 * tty_speed.c - bits per second of a terminal; the contract is term.h. Linux only, and a file
 * of its own: the kernel's header conflicts with termios.h.
 */
#include "term.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>

int ioctl(int fd, unsigned long request, ...);

bool tty_speed_set(int fd, unsigned baud)
{
	struct termios2 t;

	if (ioctl(fd, TCGETS2, &t) != 0)
		return false;
	t.c_cflag = (t.c_cflag & ~(tcflag_t)(CBAUD | CIBAUD)) | BOTHER;
	t.c_ispeed = t.c_ospeed = baud;
	return ioctl(fd, TCSETS2, &t) == 0;
}

unsigned tty_speed(int fd)
{
	struct termios2 t;

	return ioctl(fd, TCGETS2, &t) == 0 ? t.c_ospeed : 0;
}
