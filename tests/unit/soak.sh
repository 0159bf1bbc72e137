#!/bin/sh
# SPDX-License-Identifier: ISC
# soak.sh - lockstep for a long time, over random parameter sets and seeds.
#
#   soak.sh sets DIR COUNT SEED   DIR/sets: COUNT parameter sets, as sim/lockstep/builds; untouched if they are the same
#   soak.sh run DIR CYCLES SEED   so many cycles in all, CHUNK per run, the sets in turn, JOBS runs at a time. DIR/done
#                                 lists finished runs (set, seed); they are not repeated while DIR/soak is the same.
#                                 Stops at the first difference.
#
# Environment: JOBS.
set -eu
SEEDS=100 RUN=40000	# of a run
CHUNK=$((SEEDS * RUN))
JOBS=${JOBS:-$(nproc)}

# The mappers take turns, SYSTEM needs MAPPER 0; the rest is random, with each extreme now and then.
sets() {
	dir=$1
	mkdir -p "$dir"
	awk -v count="$2" -v seed="$3" '
		function pick(p,  v) {
			if (p == "MAPPER")
				return n % 2 * 2
			if (p == "SYSTEM" && n % 2)
				return 0
			v = rand()
			return v < 0.15 ? from[p] : v < 0.3 ? to[p] : from[p] + int(rand() * (to[p] - from[p] + 1))
		}
		/^#/ || !NF { next }
		{ name[++last] = $1; from[$1] = $2; to[$1] = $3 }
		END {
			srand(seed)
			printf "# name"
			for (i = 1; i <= last; i++)
				printf " %s", name[i]
			print " memory"
			for (n = 1; n <= count; n++) {
				printf "set%02d", n
				for (i = 1; i <= last; i++)
					printf name[i] == "PC_HIGH" ? " 0x%04x0000" : " %d", pick(name[i])
				print n % 4 < 2 ? " rtl" : " hostile"
			}
		}' tests/unit/soak.list >"$dir/sets.new"
	if cmp -s "$dir/sets.new" "$dir/sets"; then
		rm "$dir/sets.new"
	else
		mv "$dir/sets.new" "$dir/sets"
	fi
}

# one run; exit code 255 makes xargs stop
one() {
	dir=$1 set=$2 seed=$3
	if ! "$dir/soak" --build "$set" --seed "$seed" --seeds $SEEDS --cycles $RUN >"$dir/log/$set.$seed" 2>&1; then
		cp "$dir/log/$set.$seed" "$dir/difference"
		exit 255
	fi
	echo "$set $seed" >>"$dir/done"
}

# lines "set seed" of what is left to do
plan() {
	dir=$1 runs=$((($2 + CHUNK - 1) / CHUNK)) seed=$3
	grep -v '^#' "$dir/sets" | awk -v runs=$runs -v seed="$seed" -v seeds=$SEEDS '
		FILENAME != "-" { done[$0] = 1; next }
		{ set[n++] = $1 }
		END {
			for (i = 0; i < runs; i++) {
				line = set[i % n] " " seed * 1000000 + int(i / n) * seeds
				if (!(line in done))
					print line
			}
		}' "$dir/done" -
}

show() {
	echo "soak: $(($(wc -l <"$1/done") * CHUNK / 1000000)) of $(($2 / 1000000)) million cycles agree"
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
	plan "$dir" "$cycles" "$seed" >"$dir/plan"
	xargs -a "$dir/plan" -P "$JOBS" -L 1 "$0" one "$dir" 2>/dev/null &
	pid=$!
	shown=0
	while kill -0 $pid 2>/dev/null; do
		sleep 1
		shown=$((shown + 1))
		[ $((shown % 15)) -ne 0 ] || show "$dir" "$cycles"
	done
	wait $pid || true
	if [ -s "$dir/difference" ]; then
		cat "$dir/difference"
		exit 1
	fi
	[ -z "$(plan "$dir" "$cycles" "$seed")" ] || { echo "soak: interrupted"; exit 1; }
	show "$dir" "$cycles"
	echo "soak: $(grep -vc '^#' "$dir/sets") parameter sets, $(wc -l <"$dir/done") runs: $dir/done"
}

"$@"
