/* SPDX-License-Identifier: ISC
 * tty_speed.h - bits per second of a terminal: any number, while termios.h only has a list.
 */
#ifndef TTY_SPEED_H
#define TTY_SPEED_H

#include <stdbool.h>

#define TTY_SPEED_UNSET 38400u		/* what a new pseudo-terminal reports until someone sets it */

bool tty_speed_set(int fd, unsigned baud);
unsigned tty_speed(int fd);		/* 0: unknown */

#endif
