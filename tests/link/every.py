# SPDX-License-Identifier: ISC
"""every.py TALLY FIRMWARE.ELF STEP - noise at every byte position of the tool's sessions over a pseudo-terminal.

A simulated machine has counted the whole firmware and is paused. A relay between it and the tool corrupts one byte,
once: it flips a bit, loses the byte, or inserts another one before it. A short session (`bus`) runs for each byte,
either way, each kind; a long one (`record`) for every STEP'th byte, the kinds in turn (1: each). Each session ends with
the right numbers, or with one line and exit 1. Afterwards the unit's registers and the sums of its bins are unchanged.
The bridge has taken as many writes as without noise, or fewer where the tool gave up."""
import os
import select
import subprocess
import sys
import tempfile
import termios
import threading
import time
import tty
import zlib

TALLY, ELF, STEP = sys.argv[1], sys.argv[2], int(sys.argv[3])
WORKERS = 4 if STEP > 1 else 8         # a session mostly waits
UNIT, STATUS, SUMS = 0xF4000000, 0xFF000010, 0xFD000000
KINDS = ("flip", "lose", "extra")
REGION = ["--from", "Proc_8", "--to", "Proc_8"]


class Machine:
    """A paused machine that has counted ELF, and a relay to its line."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen([TALLY, "run", "--pty", "--wait", "--core", "picorv32", ELF],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        port = ""
        while "serial line" not in port:
            port = self.process.stdout.readline()
            assert port, "the machine has ended"
        self.line = os.open(port.split(":")[0], os.O_RDWR | os.O_NOCTTY)
        subprocess.run([TALLY, "attach", *REGION, port.split(":")[0], ELF], check=True, stdout=subprocess.DEVNULL)
        assert "has ended" in self.process.stderr.readline()
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)

    def drain(self, silence=0.005):
        while select.select([self.line, self.master], [], [], silence)[0]:
            for fd in select.select([self.line, self.master], [], [], 0)[0]:
                os.read(fd, 65536)

    def read(self, address, words):
        """Reads words with a frame of our own, around the relay. Each try waits longer: the simulation may be slow, and
        half a command or late answers may be left on the line."""
        for i in range(8):
            request = bytes([2, words]) + (address >> 2 | 1 << 31).to_bytes(4, "big")
            os.write(self.line, request)
            answer, end = b"", time.monotonic() + 2 + 2 * i
            while len(answer) < 4 * words + 8 and select.select([self.line], [], [], max(0, end - time.monotonic()))[0]:
                answer += os.read(self.line, 4 * words + 8 - len(answer))
            if len(answer) == 4 * words + 8 and zlib.crc32(request + answer[:4 * words]) == int.from_bytes(answer[4 * words:4 * words + 4], "big"):
                return [int.from_bytes(answer[4 * i:4 * i + 4], "big") for i in range(words)]
            self.drain(0.1 * 2 ** min(i, 6))
        raise RuntimeError("the bridge does not answer any more")

    def state(self):
        """What no session may change, and the number of writes."""
        return self.read(UNIT, 32), self.read(SUMS, 2), self.read(STATUS, 1)[0]

    def session(self, command, at=None, kind=None):
        """Runs the tool; at: (direction, byte number). Returns the process' result and the bytes each way."""
        self.drain()
        counts = [0, 0]
        process = subprocess.Popen([TALLY, *command(self)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 300
        while process.poll() is None:
            assert time.monotonic() < end, "the tool hangs"
            for fd in select.select([self.master, self.line], [], [], 0.005)[0]:
                way = 0 if fd == self.master else 1
                data, out = os.read(fd, 4096), bytearray()
                for byte in data:
                    hit = at == (way, counts[way])
                    counts[way] += 1
                    if hit and kind == "extra":
                        out.append(byte ^ 0x5A)
                    if hit and kind == "flip":
                        byte ^= 1 << counts[way] % 8
                    if not (hit and kind == "lose"):
                        out.append(byte)
                os.write(self.line if way == 0 else self.master, bytes(out))
        result = process.communicate()
        return process.returncode, result[0], result[1], counts


def bus(machine):
    return ["bus", machine.port, "0xf4000000:2"]


def record(machine):
    return ["record", *REGION, "-o", machine.folder + "/corrupted.tally", machine.port, ELF]


def outcome(machine, command, at=None, kind=None):
    capture = machine.folder + "/corrupted.tally"
    if os.path.exists(capture):
        os.remove(capture)
    code, out, err, counts = machine.session(command, at, kind)
    content = open(capture, "rb").read() if os.path.exists(capture) else b""
    lines = [x for x in err.splitlines() if "tally: note:" not in x]
    return code, out, content, lines, counts


class Count:
    whole = gave_up = 0
    lock = threading.Lock()
    errors = []


def check(machine, command, clean, writes, at, kind):
    before = machine.state()
    code, out, content, lines, _ = outcome(machine, command, at, kind)
    after = machine.state()
    where = f"{command.__name__}, {'to' if at[0] == 0 else 'from'} the board, byte {at[1]}, {kind}"
    took = (after[2] >> 24) - (before[2] >> 24) & 0xFF
    if before[:2] != after[:2]:
        return f"{where}: the unit was changed"
    if code == 0 and ((out, content) != clean[1:3] or lines or took != writes):
        return f"{where}: {took} writes, printed {out!r} {lines}, the capture is {'right' if content == clean[2] else 'WRONG'}"
    if code != 0 and (code != 1 or len(lines) != 1 or content or took > writes):
        return f"{where}: exit {code}, {took} writes, {lines}"
    with Count.lock:
        if (Count.whole + Count.gave_up) % 100 == 99:
            print(f"{Count.whole + Count.gave_up + 1} sessions", flush=True)
        if code == 0:
            Count.whole += 1
        else:
            Count.gave_up += 1
            print(f"{where}: {lines[0]}", flush=True)
    return None


def work(machine, share):
    clean, writes = {}, {}
    try:
        for command, at, kind in share:
            if command not in clean:
                before = machine.state()
                clean[command] = outcome(machine, command)
                writes[command] = (machine.state()[2] >> 24) - (before[2] >> 24) & 0xFF
                assert clean[command][0] == 0, clean[command]
            error = check(machine, command, clean[command], writes[command], at, kind)
            if error:
                Count.errors.append(error)
                return
    except Exception as error:  # an exception in a thread would not end the program
        Count.errors.append(f"{type(error).__name__}: {error}")


with tempfile.TemporaryDirectory(dir=os.environ.get("BUILD", "build")) as top:
    machines = []
    try:
        for i in range(WORKERS):
            os.mkdir(f"{top}/{i}")
            machines.append(Machine(f"{top}/{i}"))
        jobs = []
        for command, step in ((bus, 1), (record, STEP)):
            result = outcome(machines[0], command)
            assert result[0] == 0 and not result[3], result
            places = [(way, n) for way in (0, 1) for n in range(result[4][way])]
            print(f"{command.__name__}: {result[4][0]} bytes to the board, {result[4][1]} from it", flush=True)
            for i, at in enumerate(places):
                if step == 1:
                    jobs += [(command, at, kind) for kind in KINDS]
                elif i % step == 0:
                    jobs.append((command, at, KINDS[i // step % 3]))
        threads = [threading.Thread(target=work, args=(m, jobs[i::WORKERS])) for i, m in enumerate(machines)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    finally:
        for m in machines:
            m.process.terminate()
            m.process.wait()
for error in Count.errors:
    print(f"link_every: {error}", file=sys.stderr)
if Count.errors:
    sys.exit(1)
print(f"{len(jobs)} sessions with a corrupted byte: {Count.whole} whole, {Count.gave_up} ended with one line; no wrong number, no unasked write")
