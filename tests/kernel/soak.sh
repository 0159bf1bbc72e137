#!/bin/bash
# SPDX-License-Identifier: ISC
# soak.sh DIR SEED CALLS KERNEL COMMAND... - random system calls, CALLS in all, in parts of PART calls. Each part runs
# on a freshly booted machine (COMMAND, then the kernel) with its own seed. A stopped soak resumes while the kernel is
# unchanged. SEED 0: the unfinished one, else a new one.
#
# DIR/done has one line per part: seed, calls, batches, seconds. DIR/SEED.log is the machine's output; that of a failed
# part is kept.
set -uo pipefail
PART=${PART:-20000}
dir=$1 seed=$2 calls=$3 kernel=$4
shift 4
case "$seed$calls$PART" in *[!0-9]*) echo "soak.sh: SEED, CALLS and PART are decimal numbers"; exit 1 ;; esac
[ "$PART" -gt 0 ] || { echo "soak.sh: PART is 0"; exit 1; }
mkdir -p "$dir" || exit 1
made() { awk '{ n += $2 } END { print n + 0 }' "$dir/done" 2>/dev/null || echo 0; }

had=$(cat "$dir/seed" 2>/dev/null)
if [ -n "$had" ] && cmp -s "$kernel" "$dir/kernel.elf" && { [ "$seed" = "$had" ] || { [ "$seed" = 0 ] && [ "$(made)" -lt "$calls" ]; }; }; then
	seed=$had
	echo "goes on: seed $seed, $(made) of $calls calls made"
else
	[ "$seed" != 0 ] || seed=$(date +%s)
	rm -f "$dir"/*.log "$dir/done"
	cp "$kernel" "$dir/kernel.elf" && echo "$seed" >"$dir/seed" && : >"$dir/done" || exit 1
	echo "begins: seed $seed, $calls calls"
fi
while [ "$(made)" -lt "$calls" ]; do
	this=$((seed + $(wc -l <"$dir/done"))) began=$SECONDS
	log=$dir/$this.log
	timeout "${LIMIT:-100000}" "$@" "$dir/kernel.elf" <<<"usertests -f $this $PART"$'\nexit 3' 2>&1 | stdbuf -oL tr -d '\r' | tee "$log" | grep -a --line-buffered '^    fuzz: '
	if ! grep -aqx 'usertests: 1 passed, 0 failed' "$log"; then
		grep -av '^pid ' "$log" | tail -n 30
		echo "FAIL: seed $this, see $log; again: make soak-kernel SEED=$this CALLS=$PART"
		exit 1
	fi
	sed -nE "s/^    fuzz: seed ([0-9]+), ([0-9]+) calls in ([0-9]+) batches.*/\1 \2 \3 $((SECONDS - began))/p" "$log" >>"$dir/done"
	rm -f "$log"
	echo "$(made) of $calls calls made, $((SECONDS - began)) s for the last part"
done
awk '{ n += $2; b += $3 } END { print n " calls in " b " batches, " NR " parts: no page lost, kernel and other processes as they were" }' "$dir/done"
