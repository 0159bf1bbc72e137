/* SPDX-License-Identifier: ISC
 * tty_speed.h - bits a second of a terminal, any number, where termios.h has only a list of them.
 */
#ifndef TTY_SPEED_H
#define TTY_SPEED_H

#include <stdbool.h>

#define TTY_SPEED_UNSET 38400u		/* what a new pseudo-terminal says before anyone has set it */

bool tty_speed_set(int fd, unsigned baud);
unsigned tty_speed(int fd);		/* 0: unknown */

#endif
