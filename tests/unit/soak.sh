#!/bin/sh
# SPDX-License-Identifier: ISC
# soak.sh - lockstep for a long time, over random parameter sets and seeds.
#
#   soak.sh sets DIR COUNT SEED   DIR/sets: COUNT parameter sets, as sim/lockstep.builds; untouched if they are the same
#   soak.sh run DIR CYCLES SEED   so many cycles in all, CHUNK per run, the sets in turn, JOBS runs at a time. DIR/done
#                                 lists finished runs (set, seed, cycles, seconds); they are not repeated while
#                                 DIR/soak is the same. Stops at the first difference.
#
# Environment: JOBS.
set -eu
CHUNK=4000000
VACUOUS_FROM=200000000	# cycles: from this number on, every event must have occurred
JOBS=${JOBS:-$(nproc)}

# The few mappers take turns; so do the memories. The rest is random, with each extreme now and then.
sets() {
	dir=$1
	mkdir -p "$dir"
	awk -v count="$2" -v seed="$3" '
		function pick(p,  v) {
			if (p == "MAPPER")
				return from[p] + (n - 1) % (to[p] - from[p] + 1)
			v = rand()
			return v < 0.15 ? from[p] : v < 0.3 ? to[p] : from[p] + int(rand() * (to[p] - from[p] + 1))
		}
		FNR == NR {
			if ($0 ~ /^#/ || !NF)
				next
			split($0, column, / *\| */)
			split(column[2], range, /[.][.]/)
			from[column[1]] = range[1]
			to[column[1]] = range[2]
			if (split(column[3], c, / *[+] */)) {
				other[column[1]] = c[1]
				plus[column[1]] = c[2] + 0
			}
			only[column[1]] = column[4]
			next
		}
		$2 == "name" {
			for (i = 3; $i ~ /^[A-Z0-9_]+$/; i++) {
				if (!($i in from)) {
					print "soak.sh: tests/unit/soak.list has no range of " $i >"/dev/stderr"
					exit 1
				}
				name[i - 2] = $i
			}
			last = i - 3
		}
		END {
			if (!last)
				exit 1
			srand(seed)
			printf "# name"
			for (i = 1; i <= last; i++)
				printf " %s", name[i]
			print " memory"
			for (n = 1; n <= count; n++) {
				printf "set%02d", n
				for (i = 1; i <= last; i++) {
					p = name[i]
					value[p] = pick(p)
					if (p in other && value[p] < value[other[p]] + plus[p])
						value[p] = value[other[p]] + plus[p]
					if (only[p] != "" && !value[only[p]])
						value[p] = 0
					printf p == "PC_HIGH" ? " 0x%04x0000" : " %d", value[p]
				}
				print (n % 2 ? " rtl/tally_binmem.v" : " sim/binmem_hostile.v")
			}
		}' tests/unit/soak.list sim/lockstep.builds >"$dir/sets.new"
	if cmp -s "$dir/sets.new" "$dir/sets"; then
		rm "$dir/sets.new"
	else
		mv "$dir/sets.new" "$dir/sets"
	fi
}

# one run; exit code 255 makes xargs stop
one() {
	dir=$1 set=$2 seed=$3 cycles=$4
	begin=$(date +%s)
	if ! "$dir/soak" --mapper "$set" --seed "$seed" --cycles "$cycles" >"$dir/log/$set.$seed" 2>&1; then
		cp "$dir/log/$set.$seed" "$dir/difference"
		exit 255
	fi
	echo "$set $seed $cycles $(($(date +%s) - begin))" >>"$dir/done"
}

cycles_done() {
	awk '{ n += $3 } END { printf "%d", n }' "$1/done"
}

# lines "set seed cycles" of what is left to do
plan() {
	dir=$1 cycles=$2 seed=$3
	grep -v '^#' "$dir/sets" | awk -v cycles="$cycles" -v seed="$seed" -v chunk="$CHUNK" '
		FILENAME != "-" { done[$1 " " $2 " " $3] = 1; next }
		{ set[n++] = $1 }
		END {
			for (i = 0; cycles > 0; i++) {
				c = cycles < chunk ? cycles : chunk
				line = sprintf("%s %d %d", set[i % n], seed * 1000000 + int(i / n), c)
				if (!(line in done))
					print line
				cycles -= c
			}
		}' "$dir/done" -
}

# events of all runs: those missing in one set, or in all sets
events() {
	awk '
		FNR == 1 { split(FILENAME, part, /[.\/]/); set = part[length(part) - 1] }
		/^  / { for (i = 1; i < NF; i += 2) { possible[set " " $i] = any[$i] = 1; seen[set " " $i] += $(i + 1); all[$i] += $(i + 1) } }
		END {
			for (e in any)
				if (!all[e])
					print "soak: never seen by any set: " e
			for (e in possible)
				if (!seen[e]) {
					split(e, part, " ")
					missing[part[1]] = missing[part[1]] " " part[2]
				}
			for (set in missing)
				print "soak: " set " has not seen" missing[set]
		}' "$1"/log/set*.* | sort
}

show() {
	awk -v done="$(cycles_done "$1")" -v all="$2" -v before="$3" -v seconds="$(($(date +%s) - $4))" 'BEGIN {
		rate = seconds ? (done - before) / seconds : 0
		printf "soak: %.0f of %.0f million cycles equal", done / 1e6, all / 1e6
		if (rate)
			printf ", %.1f million a second, %d s to go", rate / 1e6, (all - done) / rate
	}'
}

run() {
	dir=$1 cycles=$2 seed=$3
	mkdir -p "$dir/log"
	key=$(cksum <"$dir/soak")
	if [ "$(cat "$dir/key" 2>/dev/null)" != "$key" ]; then	# another unit, another campaign
		rm -rf "$dir/done" "$dir/log"
		mkdir -p "$dir/log"
		echo "$key" >"$dir/key"
	fi
	: >>"$dir/done"
	rm -f "$dir/difference"
	before=$(cycles_done "$dir") start=$(date +%s) shown=$start
	[ "$before" -eq 0 ] || echo "soak: goes on after $before cycles of an earlier call"
	plan "$dir" "$cycles" "$seed" >"$dir/plan"
	setsid xargs -a "$dir/plan" -P "$JOBS" -L 1 "$0" one "$dir" 2>/dev/null &
	pid=$!
	trap 'kill -- -$pid 2>/dev/null; exit 130' INT TERM
	while kill -0 $pid 2>/dev/null; do
		sleep 1
		if [ -t 1 ]; then
			printf '\r\033[K%s' "$(show "$dir" "$cycles" "$before" "$start")"
		elif [ $(($(date +%s) - shown)) -ge 15 ]; then
			shown=$(date +%s)
			show "$dir" "$cycles" "$before" "$start"
			echo
		fi
	done
	[ ! -t 1 ] || echo
	wait $pid || true
	if [ -s "$dir/difference" ]; then
		cat "$dir/difference"
		exit 1
	fi
	[ -z "$(plan "$dir" "$cycles" "$seed")" ] || { echo "soak: interrupted"; exit 1; }
	events "$dir" >"$dir/events"
	cat "$dir/events"
	echo "soak: $(cycles_done "$dir") cycles equal, $(grep -vc '^#' "$dir/sets") parameter sets, $(wc -l <"$dir/done") runs," \
		"$(awk '{ s += $4 } END { print s }' "$dir/done") s of processor time; seeds: $dir/done"
	[ "$cycles" -lt $VACUOUS_FROM ] || ! grep -q 'by any set' "$dir/events"
}

"$@"
