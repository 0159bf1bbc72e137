# SPDX-License-Identifier: ISC
# lib.sh - shared by the live link's tests: simulated machines with a line in the background, noisy relays, refusals.
# Source it with D set to the test's own folder; T is the tool.
T=${TALLY:-build/tally} B=${BUILD:-build} PY=${PY:-build/venv/bin/python3}
export TERM=xterm
rm -rf "$D"
mkdir -p "$D"
children=()
trap 'for c in "${children[@]}"; do kill "$c" 2>/dev/null; done' EXIT

die() { echo "FAILED: $*"; exit 1; }
say() { echo "ok: $*"; }

# Waits for FILE; prints its first line that matches the sed script.
await() { # FILE SCRIPT
	local i got
	for ((i = 0; i < 1200; i++)); do
		got=$(sed -n "$2" "$1" | head -n 1)
		[ -z "$got" ] || { echo "$got"; return 0; }
		sleep 0.1
	done
	return 1
}

# Waits until FILE has PATTERN; also returns when the client or machine ends.
until_says() { # FILE PATTERN PID SECONDS
	local i
	for ((i = 0; i < 10 * $4; i++)); do
		if grep -q "$2" "$1"; then return 0; fi
		kill -0 "$3" 2>/dev/null || die "it has ended without '$2': $(tail -n 3 "$1")"
		sleep 0.1
	done
	die "not within $4 s: '$2' in $1: $(tail -n 3 "$1")"
}

# A simulated machine in the background; $port is its line.
machine() { # NAME ARGUMENT...
	local name=$1
	shift
	: >"$D/$name.out"
	"$T" run --pty "$@" >"$D/$name.out" 2>"$D/$name.err" </dev/null &
	sim=$!
	children+=("$sim")
	port=$(await "$D/$name.out" 's/^\(.*\): the serial line of .*/\1/p') || die "$name: no line: $(cat "$D/$name.err")"
}

relay() { # PORT RATE
	: >"$D/relay.out"
	"$PY" tests/link/noise.py "$1" "$2" >"$D/relay.out" &
	children+=("$!")
	relay=$!
	noisy=$(await "$D/relay.out" p) || die "no relay"
}

# Fails within a minute, with one line that contains TEXT, and prints nothing else.
refused() { # TEXT COMMAND...
	local text=$1 out
	shift
	if out=$(timeout 60 "$@" 2>&1 >"$D/refused.out"); then die "$* should fail"; fi
	[ "$(grep -c . <<<"$out")" = 1 ] || die "$*: not one line: $out"
	[[ $out == *"$text"* ]] || die "$*: expected '$text', got: $out"
	say "$text"
}
