#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""console.py [--pty] COMMAND... - types at a kernel's shell (COMMAND: a machine with the console on
its stdin and stdout). Input pasted while a program runs arrives whole. ^C ends the program that the
shell waits for, with its descendants. --pty: the machine's console is a terminal,
where ^] ends the machine."""
import os
import pty
import select
import subprocess
import sys
import time

LIMIT = int(os.environ.get("LIMIT", 300))  # longest wait, in seconds, for expected output


class Machine:
    def __init__(self, command, terminal):
        if terminal:
            self.to, slave = pty.openpty()
            self.out = self.to
            self.process = subprocess.Popen(command, stdin=slave, stdout=slave,
                                            stderr=subprocess.DEVNULL)
            os.close(slave)
        else:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL)
            self.to, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.text, self.seen = "", 0

    def type(self, text):
        data = text.encode()
        while data:
            data = data[os.write(self.to, data):]

    def expect(self, *wanted):
        """Waits for each in turn, after the previous one."""
        for text in wanted:
            end = time.monotonic() + LIMIT
            while (at := self.text.find(text, self.seen)) < 0:
                ready, _, _ = select.select([self.out], [], [], max(0, end - time.monotonic()))
                more = os.read(self.out, 65536) if ready else b""
                if not more:
                    self.process.kill()
                    sys.exit(f"{self.text}\nFAIL: {text!r} does not come")
                self.text += more.decode(errors="replace").replace("\r", "")
            self.seen = at + len(text)


def ok(what):
    print("ok", what, flush=True)


def main():
    terminal = sys.argv[1] == "--pty"
    m = Machine(sys.argv[1 + terminal:], terminal)
    m.expect("\n$ ")

    m.type("work 5\n")
    m.expect("primes below")
    lines = [f"echo {n:02d} of some lines that were typed ahead, {n * 7919}" for n in range(12)]
    m.type("\n".join(lines) + "\n")
    for line in lines:
        m.expect(f"$ {line}\n", line[5:] + "\n")
    ok(f"{sum(map(len, lines)) + len(lines)} bytes typed ahead, more than the kernel holds")

    m.type("work 90000000\n")
    m.expect("primes below")
    m.type("echo dropped\n\x03")
    m.expect("^C\n", ": killed, signal 2]\n$ ")
    ok("^C ends a program that computes")

    m.type("cat\n")
    m.type("onx\be\n")
    m.expect("one\n")
    m.type("half a line\x03")
    m.expect("^C\n", ": killed, signal 2]\n$ ")
    ok("... one that reads the console, where a backspace takes a letter back")

    m.type("prof work 90000000\n")
    m.expect("primes below")
    m.type("\x03")
    m.expect("^C\n", ": killed, signal 2]\n$ ")
    m.type("ps\n")
    m.expect("ps\n", " sh\n", " ps\n", " pages free\n", "$ ")
    if m.text[m.text.rfind("$ ps\n"):].count(" work\n"):
        sys.exit(f"{m.text}\nFAIL: the child goes on")
    ok("... and its child")

    m.type("not to be run\x03echo a new line\n")
    m.expect("^C\n$ echo a new line\na new line\n$ ")
    if "not: No such file" in m.text:
        sys.exit(f"{m.text}\nFAIL: what was typed before ^C is not dropped")
    ok("at the prompt ^C begins a new line")

    m.type("\x1d" if terminal else "halt\n")
    code = m.process.wait(LIMIT)
    if code:
        sys.exit(f"{m.text}\nFAIL: exit code {code}")


main()
