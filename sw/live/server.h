/* SPDX-License-Identifier: ISC
 * server.h - litex_server as a line: a TCP connection to HOST:PORT in place of a serial port.
 */
#ifndef SERVER_H
#define SERVER_H

#include "serial.h"

/* Is this the name of a server, HOST:PORT, and not of a device? An IPv6 address stands in brackets. */
bool server_is(const char *name);

/* Connects, and takes the server's greeting. serial_close ends it. False: one line was printed. */
bool server_open(struct serial *s, const char *name);

#endif
