/* SPDX-License-Identifier: ISC
 * tty_speed.h - bits per second of a terminal: any number, while termios.h only has a list.
 */
#pragma once

#include <stdbool.h>

/* what a new pseudo-terminal reports until someone sets it */
#define TTY_SPEED_UNSET 38400u

bool tty_speed_set(int fd, unsigned baud);
unsigned tty_speed(int fd);		/* 0: unknown */
