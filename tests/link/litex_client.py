# SPDX-License-Identifier: ISC
"""litex_client.py PORT - LiteX's own client on the serial bridge: CommUART, and litex_server's RemoteServer with a
RemoteClient.

Reads the bridge's and the unit's registers, checks the CRC of a read afterwards, checks that plain writes
are ignored, and writes a register of the unit through the mailbox."""
import socket
import sys
import threading
import zlib

from litex.tools.litex_client import RemoteClient
from litex.tools.litex_server import RemoteServer
from litex.tools.remote.comm_uart import CommUART

UNIT = 0xF4000000
LAST, ID, STATUS, MAILBOX = 0xFE000000, 0xFF000000, 0xFF000010, 0xFF000020
OFFSET = UNIT + 0x30


def check(what, good):
    if not good:
        sys.exit(f"link_litex: {what}")


def mailbox(comm, address, value):
    serial = ((comm.read(STATUS) >> 24) + 1) & 0xFF
    words = [serial, address // 4, value]
    frame = bytes([1, 4]) + (MAILBOX // 4).to_bytes(4, "big") + b"".join(w.to_bytes(4, "big") for w in words)
    comm.write(MAILBOX, words + [int.from_bytes(zlib.crc32(frame).to_bytes(4, "little"), "big")])
    check("the write did not act", comm.read(STATUS) >> 24 == serial)


comm = CommUART(sys.argv[1], 1000000)
check("no bridge", comm.read(ID) == 0x544C4E4B)
check("no unit", comm.read(UNIT) == 0x54414C59)
check("its base", comm.read(ID + 8) == UNIT)

# a read, then its CRC, for a client without the CRC trailer
words = comm.read(UNIT, 12)
crc = zlib.crc32(bytes([2, 12]) + (UNIT // 4).to_bytes(4, "big") + b"".join(w.to_bytes(4, "big") for w in words))
check("the CRC of a reading", comm.read(LAST) == crc)
check("the CRC of a fixed burst", comm.read(UNIT + 8, 3, burst="fixed") == [words[2]] * 3)

# a refused read still returns words
check("a locked address", comm.read(0x80000000, 3) == [0, 0, 0])
check("the refusal", comm.read(LAST + 4) >> 14 & 1 == 1)

before = comm.read(OFFSET)
comm.write(OFFSET, before ^ 0x1000)
comm.write(OFFSET, [before ^ 0x2000] * 3, burst="fixed")
check("a plain write acted", comm.read(OFFSET) == before)
mailbox(comm, OFFSET, 0x12345678)
check("the mailbox", comm.read(OFFSET) == 0x12345678)

# the same through LiteX's server and remote client
with socket.socket() as probe:
    probe.bind(("localhost", 0))
    port = probe.getsockname()[1]
server = RemoteServer(comm, "localhost", port)
server.open()
threading.Thread(target=server._serve_thread, daemon=True).start()
client = RemoteClient(host="localhost", port=port)
client.open()
check("the remote client", client.read(UNIT) == 0x54414C59 and client.read(OFFSET, 2)[0] == 0x12345678)
client.close()
print("LiteX's CommUART and RemoteClient: readings right, their CRC too, plain writes ignored, the mailbox writes")
