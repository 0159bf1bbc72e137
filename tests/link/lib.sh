# SPDX-License-Identifier: ISC
# lib.sh - for the live link's tests: lines in the background, refusals. Source it with D set to the
# test's own folder.
T=${TALLY:-build/tally} B=${BUILD:-build} PY=${PY:-build/venv/bin/python3}
export TERM=xterm
rm -rf "$D"
mkdir -p "$D"
children=()
trap 'for c in "${children[@]}"; do kill "$c" 2>/dev/null; done' EXIT
short=$B/firmware/dhrystone.elf long=$B/firmware/lua.elf

die() { echo "FAILED: $*"; exit 1; }
say() { echo "ok: $*"; }

# $elf is Dhrystone that does not end in a test's time.
endless() {
	local dhry=$B/pkg/picorv32/dhrystone
	elf=$D/endless.elf
	sed 's/\(Number_Of_Runs =\) 100;/\1 2000000000;/' "$dhry/dhry_1.c" >"$D/endless.c"
	riscv64-unknown-elf-gcc -g -O3 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib -w \
		-DTIME -DRISCV -DUSE_MYSTDLIB -I"$dhry" -T firmware/programs/dhrystone.ld \
		-T "$dhry/sections.lds" -Wl,-estart,--no-warn-rwx-segments "$D/endless.c" \
		"$B"/obj/dhrystone/{start,dhry_2,stdlib}.o -lgcc -o "$elf" || die "no $elf"
}

# Waits for a line of FILE that matches PATTERN, of the child that runs last; $line is that line.
await() { # FILE PATTERN
	for ((i = 0; i < 1200; i++)); do
		line=$(grep -m 1 -e "$2" "$1") && return
		kill -0 "$child" 2>/dev/null || break
		sleep 0.1
	done
	die "no '$2' in $1: $(cat "$1" "$1.err")"
}

# COMMAND in the background, until it has printed a line that matches PATTERN.
aside() { # NAME PATTERN COMMAND...
	: >"$D/$1"
	"${@:3}" >"$D/$1" 2>"$D/$1.err" </dev/null &
	child=$!
	children+=("$child")
	await "$D/$1" "$2"
}

# A simulated machine; $port is its line, $sim its process.
machine() { # NAME ARGUMENT...
	aside "$1" 'serial line' "$T" run --pty "${@:2}"
	port=${line%%:*} sim=$child
}

watches() { # ARGUMENT...: top on a terminal in the background, until it counts
	aside watch TICKS "$PY" tests/link/terminal.py "$T" top "$@"
	client=$child
}

# Fails within a minute, with one line that contains TEXT, and prints nothing else.
refused() { # TEXT COMMAND...
	local out
	if out=$(timeout 60 "${@:2}" 2>&1 >"$D/refused.out"); then die "${*:2} should fail"; fi
	[[ $(grep -c . <<<"$out") = 1 && $out == *"$1"* ]] || die "${*:2}: expected '$1', got: $out"
	say "$1"
}
