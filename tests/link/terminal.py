# SPDX-License-Identifier: ISC
"""terminal.py COMMAND... - runs it in this process, with a terminal as its standard input and
output; what it prints goes on to the standard output that was here."""
import os
import pty
import sys

master, slave = pty.openpty()
if not os.fork():
    os.close(slave)
    try:
        while data := os.read(master, 65536):
            os.write(1, data)
    except OSError:         # the command has ended
        os._exit(0)
os.close(master)
os.dup2(slave, 0)
os.dup2(slave, 1)
os.execvp(sys.argv[1], sys.argv[1:])
