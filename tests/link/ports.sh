#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf tally
# ports.sh - the ports of the live commands: names of ports and of servers, links, locks of other
# programs, settings that another program has left, permissions. Every refusal is one line.
set -u
D=${BUILD:-build}/tests/link_ports
. tests/link/lib.sh
top() { refused "$1" "$T" top --once --unit 0x80000000 "$2" "$short"; }

# ---- names
top "in brackets, before its port" ::1:1234
for name in 0 99999 ''; do top "1 to 65535" "localhost:$name"; done
top "is no HOST:PORT" :1234
top "the host is not found" "no.such.host.invalid:1234"
top "a server is HOST:PORT" localhost
top "no server answers there" localhost:1
top "no such port" /dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0
top "a directory and no serial port" "$D"
refused "the port comes first" "$T" top --once "$short" /dev/ptmx
refused "is no serial port" "$T" top --once /dev/null "$short"
refused "give the port" "$T" record -o "$D/x" /dev/null
refused "a server needs --unit" "$T" top --once '[::1]:1234' "$short"
ln -s "$D/nothing" "$D/dead"
refused "leads to a port that is not there" "$T" top --once "$D/dead" "$short"

# ---- servers: one says nothing, one is no litex_server, one greets and never answers, by IPv6
server() { # HOST GREETING SECONDS
	aside server . "$PY" -c 'import socket, sys, time
kind = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
s = socket.create_server((sys.argv[1], 0), family=kind)
print(s.getsockname()[1], flush=True)
c, _ = s.accept()
c.sendall(sys.argv[2].encode())
time.sleep(int(sys.argv[3]))' "$@"
}
server 127.0.0.1 "" 60
top "does not greet" "127.0.0.1:$line"
server 127.0.0.1 "SSH-2.0-x" 1
top "is it litex_server" "127.0.0.1:$line"
if "$PY" -c 'import socket as s; s.create_server(("::1", 0), family=s.AF_INET6)' 2>/dev/null; then
	server ::1 "CommUART:x:1" 60
	top "answers nothing" "[::1]:$line"
fi

# ---- a link with colons in its name, and what another program has left
machine held --wait --core picorv32 "$short"
link=$D/pci-0000:00:14.0-port0
ln -s "$port" "$link"
reads() {
	"$T" top --once "$link" "$short" >/dev/null 2>"$D/id.err" || die "$1: $(cat "$D/id.err")"
}
"$PY" -c 'import sys
from termios import *
f = open(sys.argv[1], "rb", buffering=0)
t = tcgetattr(f)
t[0] |= IXON | IXOFF | IXANY | ISTRIP | INPCK | ICRNL
t[1] |= OPOST
t[2] = (t[2] | CSTOPB | CRTSCTS) & ~CLOCAL
t[3] = (t[3] | ECHO) & ~ICANON
t[4], t[5], t[6][VMIN] = B9600, B300, 200
tcsetattr(f, TCSANOW, t)
tcflow(f, TCOOFF)' "$port" || die "termios"
reads "two stop bits, both kinds of flow control, two speeds, a stopped output"
stty -F "$port" -a >"$D/stty"
for flag in -parenb cs8 -cstopb -crtscts clocal cread -ixon -ixoff -ixany -istrip -inpck -icanon \
	-echo -opost 'min = 1'; do
	grep -q -e "\(^\|[ ;]\)$flag\([ ;]\|\$\)" "$D/stty" || die "not $flag: $(cat "$D/stty")"
done
# struct termios2 (TCGETS2): both speeds are its last words
"$PY" -c 'import fcntl, struct, sys
speeds = struct.unpack("36x2I", fcntl.ioctl(open(sys.argv[1]), 0x802C542A, bytes(44)))
sys.exit(speeds != (1000000, 1000000))' "$port" || die "two speeds are left"
say "8N1 without flow control, whatever was left"

# ---- locks: by any name of the port, of any kind
busy() {
	refused "another program is attached" "$T" top --once "$port" "$short"
	refused "another program is attached" "$T" top --once "$link" "$short"
}
watches "$link" "$short"
busy
kill "$client"
wait "$client"
hold='import fcntl, signal, sys, termios, time
signal.signal(signal.SIGTERM, signal.default_int_handler)
f = open(sys.argv[1], "rb", buffering=0)
fcntl.flock(f, fcntl.LOCK_EX) if sys.argv[2] == "flock" else fcntl.ioctl(f, termios.TIOCEXCL)
print("held", flush=True)
try: time.sleep(60)
finally: fcntl.ioctl(f, termios.TIOCNXCL)'
for kind in flock TIOCEXCL; do
	aside "$kind" held "$PY" -c "$hold" "$port" "$kind"
	busy
	kill "$child"
	wait "$child"
	reads "after $kind"
done
file=/run/lock/LCK..$(tr / _ <<<"${port#/dev/}")
if [ ! -e "$file" ] && (echo "$$" >"$file") 2>/dev/null; then
	(busy) || { rm -f "$file"; exit 1; }
	rm -f "$file"
fi

# ---- permissions; only root can give them up
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups "$T")
if [ "$(id -u)" = 0 ] && group=$(getent group dialout) && "${nobody[@]}" --version >/dev/null; then
	chgrp "${group%%:*}" "$port"
	chmod 660 "$port"
	refused "sudo usermod -aG dialout $(id -nu 65534)" \
		"${nobody[@]}" top --once "$link" "$short"
fi
