#!/bin/sh
# SPDX-License-Identifier: ISC
# soak.sh - lockstep for a long time, over random parameter sets and seeds.
#
#   soak.sh [CYCLES [SETS [SEED]]]   CYCLES in all (a billion), CHUNK per run, over so many
#                                    parameter sets (24) in turn, JOBS runs at a time; stops at
#                                    the first difference
#
# From the top folder. $BUILD/soak/sets has the parameter sets, as sim/lockstep/builds.
# Environment: BUILD, JOBS.
set -eu
SEEDS=100 RUN=40000	# of a run
CHUNK=$((SEEDS * RUN))
JOBS=${JOBS:-$(nproc)}
dir=${BUILD:-build}/soak
program=$dir/rtl/lockstep

# The mappers take turns, SYSTEM needs MAPPER 0; the rest is random, with each extreme now and then.
sets() { # COUNT SEED
	mkdir -p "$dir"
	awk -v count="$1" -v seed="$2" '
		function pick(p,  v) {
			if (p == "MAPPER")
				return n % 2
			if (p == "SYSTEM" && n % 2)
				return 0
			v = rand()
			if (v < 0.3)
				return v < 0.15 ? from[p] : to[p]
			return from[p] + int(rand() * (to[p] - from[p] + 1))
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
					printf name[i] == "PC_HIGH" ? " 0x%04x0000" : " %d",
						pick(name[i])
				print n % 4 < 2 ? " rtl" : " hostile"
			}
		}' tests/unit/soak.list >"$dir/sets.new"
	if cmp -s "$dir/sets.new" "$dir/sets"; then
		rm "$dir/sets.new"
	else
		mv "$dir/sets.new" "$dir/sets"
	fi
}

# One run: a seed of a set. Its exit code 255 makes xargs stop.
one() { # SET SEED
	if ! "$program" --build "$1" --seed "$2" --seeds $SEEDS --cycles $RUN \
		>"$dir/log/$1.$2" 2>&1; then
		cat "$dir/log/$1.$2"
		exit 255
	fi
	echo "$1 $2 agrees"
}

run() { # CYCLES SEED
	runs=$((($1 + CHUNK - 1) / CHUNK))
	rm -rf "$dir/log"
	mkdir -p "$dir/log"
	awk -v runs=$runs -v seed="$2" -v seeds=$SEEDS '
		!/^#/ { set[n++] = $1 }
		END {
			for (i = 0; i < runs; i++)
				print set[i % n], seed * 1000000 + int(i / n) * seeds
		}' "$dir/sets" |
		xargs -P "$JOBS" -L 1 "$0" one
	echo "soak: $((runs * CHUNK / 1000000)) million cycles" \
		"of $(grep -vc '^#' "$dir/sets") parameter sets agree"
}

if [ "${1:-}" = one ]; then
	one "$2" "$3"
	exit 0
fi
sets "${2:-24}" "${3:-1}"
make LU="$dir/rtl" LU_LIST="$dir/sets" "$program"
run "${1:-1000000000}" "${3:-1}"
