#!/bin/bash
# SPDX-License-Identifier: ISC
# pgo.sh FOLDER "FILE..." OBJECT... - a user's files as elf.sh builds them, and again by a profile:
# builds with TRAIN, runs that on the first core, builds with TEST by its profile and without, and
# runs both on each core. FOLDER/NAME.elf is the one by the profile if it takes fewer cycles on a
# core, more on none, and prints the same; else the one without.
#
# Environment: as for elf.sh, but CLANG with its flags for CC; TALLY; CORES, names of cores; TRAIN
# and TEST, flags of the compiler that choose the input.
set -euo pipefail
die() { echo "$*" >&2; exit 1; }
folder=$1 sources=$2 TRAIN=${TRAIN:-} TEST=${TEST:-}
shift 2
if [ -z "$sources" ] || [ -z "$TRAIN" ] || [ -z "$TEST" ]; then
	die "say which file, and by which flags it has two inputs:" \
		"make pgo C=my.c TRAIN=-DINPUT=1 TEST=-DINPUT=2 [CLANG=clang-19] [CORES=vexriscv]"
fi
[ "$TRAIN" != "$TEST" ] || die "TRAIN=$TRAIN is TEST: a profile is judged by another input"
# GNU ld 2.40 cannot link Clang's DWARF 5.
picolibc=$("${LINK%% *}" --specs=picolibc.specs -M -include stdio.h -x c /dev/null |
	grep -om 1 '[^ ]*/stdio\.h')
export CC="${CLANG/--specs=picolibc.specs/} --target=riscv32-unknown-elf -nostdlibinc -isystem \
${picolibc%/*} -ftls-model=local-exec -gdwarf-4 -fdebug-info-for-profiling"
read -r first _ <<<"$sources"
name=$(basename "${first%.*}")
own=$folder/pgo/$name
rm -rf "$own"
mkdir -p "$own"
build() { # train|without|with FLAG...
	mkdir -p "$own/$1"
	OPT="$OPT ${*:2}" PROF='' firmware/bare/elf.sh "$own/$1" "$sources" "${objects[@]}" \
		>"$own/$1.log"
}
run() { # CORE train|without|with OPTION...
	local out=$own/$2.$1
	"$TALLY" run --core "$1" --json "${@:3}" "$own/$2/$name.elf" >"$out.json" 2>"$out.log" ||
		die "the program failed on $1: $out.log"
}
console() { # CORE without|with; what the report says behind it is another
	sed "/\/$name.elf on $1: every cycle/,\$d; /^tally: note: /d" "$own/$2.$1.log"
}
bytes() { "${LINK%%gcc *}size" "$own/$1/$name.elf" | awk 'NR == 2 { print $1 }'; }
cycles() { # CORE without|with
	sed -n 's/.*"cycles": \([0-9]*\), "instructions".*/\1/p' "$own/$2.$1.json" | head -n 1
}

objects=("$@")
use=-fprofile-sample-use=$own/$name.afdo
read -r trainer _ <<<"$CORES"
# shellcheck disable=SC2086
build train $TRAIN
run "$trainer" train -o "$own/train.tally"
"$TALLY" export afdo -o "$own/$name.afdo" "$own/train.tally"
# shellcheck disable=SC2086
build without $TEST
# shellcheck disable=SC2086
build with $TEST "${use/=$own/=$PWD/$own}"

less='' more=''
printf '%-16s %12s %12s %12s %12s\n' core bytes cycles "with profile" change
for core in $CORES; do
	for kind in without with; do
		run "$core" "$kind" --no-calls --no-cpi
	done
	cmp -s <(console "$core" without) <(console "$core" with) ||
		die "with the profile the program prints something else on $core:" \
			"compare $own/without.$core.log with $own/with.$core.log"
	before=$(cycles "$core" without) after=$(cycles "$core" with)
	[ "$after" -ge "$before" ] || less=1
	[ "$after" -le "$before" ] || more=1
	printf '%-16s %12d %12d %12d %11s%%\n' "$core" "$(bytes with)" "$before" "$after" \
		"$(awk -v a="$before" -v b="$after" 'BEGIN { printf "%+.2f", 100 * (b / a - 1) }')"
done
if [ -n "$less" ] && [ -z "$more" ]; then
	cp "$own/with/$name.elf" "$folder/$name.elf"
	echo "kept: $folder/$name.elf is built with $use"
else
	cp "$own/without/$name.elf" "$folder/$name.elf"
	echo "no gain: keep your build; $folder/$name.elf is without the profile"
fi
