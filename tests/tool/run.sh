#!/bin/bash
# SPDX-License-Identifier: ISC
# run.sh - tally run and tally report end to end, on small programs
# with known counts: every end, every option, JSON, captures.
# Uses TALLY and BUILD from the environment; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
list=$(realpath sim/cores.list) || exit 1
POLL=$(realpath "${BUILD:-build}/tests/tool/tally_poll") || exit 1
dir=$(realpath -m "${BUILD:-build}/tests/tool/run")
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
evidence=(out err)

# Runs tally with stdout in `out`, stderr in `err`; expects the exit status.
tally() { # STATUS ARGUMENT...
	local status=$1
	shift
	"$TALLY" "$@" >out 2>err </dev/null
	[ $? -eq "$status" ]
}
# The same tool, built to read the unit every 100000 cycles instead of every 2^28.
polled() { "$POLL" run "$@" >out 2>err </dev/null; }
said() { grep -qE -- "$1" out; }
warned() { grep -qE -- "$1" err; }
silent() { [ ! -s err ]; }
same() { cmp -s "$1" "$2"; }
# A Python expression over the JSON of file $1, as j.
json() { python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
c = j["counters"]
f = {x["name"]: x for x in j["functions"]}
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)' "$1" "$2"; }

# $1.elf from the assembly on stdin, linked at 0x80000000
build() { # NAME [FLAGS...]
	local name=$1
	shift
	cat - >"$name.S"
	riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -g -nostdlib -static \
		-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments "$@" "$name.S" -o "$name.elf" || exit 1
}

functions='
	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm
	.macro finish code
	li t0, 0xf0100000
	li t1, \code
	sw t1, 0(t0)
1:	j 1b
	.endm
'
# 1 + 3 + 1000 * 2 + 1 instructions before the finisher, in three functions
loop="$functions
	function _start
	li a0, 1000
	call work
	call last
	.size _start, . - _start
	function work
1:	addi a0, a0, -1
	bnez a0, 1b
	ret
	.size work, . - work
	function last
	finish 0x5555
	.size last, . - last"
build loop <<<"$loop"
build forever <<<"$functions
	function _start
1:	addi a0, a0, 1
	j 1b"
build fails <<<"$functions
	function _start
	finish 0x00073333"
build selfjump <<<"$functions
	function _start
	nop
	function spot
	j spot"
build breaks <<<"$functions
	function _start
	nop
	ebreak"
build traps <<<"$functions
	function _start
	nop
	nop
	.word 0
	nop"
build echoes <<<"$functions
	function _start
	li t0, 0xf0000000
1:	lbu t1, 5(t0)		# line status
	andi t1, t1, 1
	beqz t1, 1b
	lbu a0, 0(t0)
	sb a0, 0(t0)
	li t1, 'q'
	bne a0, t1, 1b
	finish 0x5555"
riscv64-unknown-elf-strip -o stripped.elf loop.elf

cores=$(awk '!/^#/ && $4 == "all" { print $1 }' "$list")
ok "there are cores" test -n "$cores"
"$TALLY" run --help | sed -n '/^cores:/,$p' | awk 'NR > 1 { print $1 }' >offered
ok "... all of the list" same offered <(awk '!/^#/ && NF { print $1 }' "$list")
ok "a core without the bridge: --pty says so" tally 1 run --core serv --pty loop.elf
ok "... and which have it" warned '^tally: --pty: the machine of serv has no serial bridge; give --core picorv32, '

for core in $cores; do
	ok "$core: loop runs" tally 0 run --core "$core" --json=j.json -o c.tally loop.elf
	ok "$core: nothing on stderr" silent
	ok "$core: the law" json j.json 'j["law"] and c["lost"] == 0 and
		c["ticks"] == c["hits"] + c["outside"] + c["filtered"] + c["idle"] + c["lost"] + c["pending"]'
	ok "$core: every cycle was counted" json j.json 'c["ticks"] == j["cycles"] and
		sum(b["count"] for b in j["bins"]) == c["hits"]'
	ok "$core: work has most of it" json j.json 'j["functions"][0]["name"] == "work" and f["work"]["count"] > 2000 and
		set(f) == {"_start", "work", "last"}'
	ok "$core: lines of the source" json j.json '
		all(x["file"].endswith("loop.S") and x["line"] > 0 for x in j["functions"])'
	ok "$core: finisher" said '^end: the firmware wrote the finisher: pass$'
	cp out first
	ok "$core: report prints the same" tally 0 report c.tally
	ok "$core: ... to the letter" same out first
	ok "$core: report with the ELF" tally 0 report c.tally loop.elf
	ok "$core: ... the same, and names it in its last line" same <(sed 's/c\.tally loop\.elf/c.tally/' out) first
	ok "$core: report finds the ELF by itself" tally 0 report c.tally
	ok "$core: ... the same again" same out first
	ok "$core: report --json" tally 0 report --json c.tally
	ok "$core: ... is that of run" same out j.json
	ok "$core: report --json=FILE" tally 0 report --json=k.json c.tally
	ok "$core: ... is that of run too" same k.json j.json

	ok "$core: by instructions" tally 0 run --core "$core" --by instructions --json=i.json loop.elf
	ok "$core: ... 2001 in work" json i.json 'f["work"]["count"] == 2001 and j["by"] == "instructions"'
	ok "$core: ... as many as retired" json i.json 'c["ticks"] == j["instructions"]'
	ok "$core: CPI" tally 0 run --core "$core" --json=p.json loop.elf
	ok "$core: ... of exact counts" json p.json 'f["work"]["instructions"] == 2001'
	cpi=$(python3 -c 'import json; f = json.load(open("p.json"))["functions"][0]
print("%.2f" % (f["count"] / f["instructions"]))')
	ok "$core: ... printed, $cpi" said "^ +[0-9.]+% +[0-9]+ +$cpi +[0-9.]+%  work "

	ok "$core: endless jump" tally 0 run --core "$core" selfjump.elf
	ok "$core: ... is named" said '^end: an endless jump to itself at spot \(0x80000004\)$'
	ok "$core: ebreak" tally 0 run --core "$core" breaks.elf
	ok "$core: ... is named" said '^end: ebreak at _start\+0x4 \(0x80000004\), and no handler for it$'
	ok "$core: a trap without a handler: exit 1" tally 1 run --core "$core" traps.elf
	ok "$core: ... is named" said '^end: a trap without a handler at _start\+0x8 \(0x80000008\): .*instruction 0x0+ '
	ok "$core: ... with its profile" said '^TICKS [0-9]+ = HITS [1-9].*: holds$'
	ok "$core: finisher's failure: exit 1" tally 1 run --core "$core" fails.elf
	ok "$core: ... with its code" said '^end: the firmware wrote the finisher: failure, code 7$'
	ok "$core: --cycles" tally 0 run --core "$core" --cycles 12345 --json=l.json forever.elf
	ok "$core: ... to the cycle" json l.json 'j["cycles"] == 12345 == c["ticks"] and j["end"]["reason"] == "limit"'
	ok "$core: polled all the time" polled --core "$core" --cycles 3M --json=l.json forever.elf
	ok "$core: ... every cycle was counted" json l.json 'j["cycles"] == c["ticks"] >= 3000000 and
		sum(b["count"] for b in j["bins"]) == c["hits"]'
	cp l.json n.json
	cycles=$(python3 -c 'import json; print(json.load(open("n.json"))["cycles"])')
	ok "$core: ... the same as without" tally 0 run --core "$core" --cycles "$cycles" --json=l.json forever.elf
	ok "$core: ... in every number" same l.json n.json
	echo "abcq" | "$TALLY" run --core "$core" --cycles 10M echoes.elf >out 2>err
	ok "$core: console, both ways" said '^abcq$'
done

riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x80000000 \
	forever.S -o headers.elf || exit 1
ok "an ELF whose headers lie in a page below RAM" tally 0 run --cycles 1000 headers.elf
ok "... is profiled from its first section on" said 'counters for 0x80000000-'

ok "samples" tally 0 run --period 100 --json=s.json --cycles 100k forever.elf
ok "... one in a hundred" json s.json 'c["ticks"] == 1000 and j["unit"] == "samples"'
ok "... estimates are marked" said 'est\. cycles'
ok "jitter" tally 0 run --period 100 --jitter 6 --seed 99 --json=s.json --cycles 1M forever.elf
ok "... keeps the mean" json s.json 'abs(c["ticks"] - 10000) < 40 and j["jitter"] == 6 and j["seed"] == 99'
ok "scale" tally 0 run --scale 0x1000 --json=s.json loop.elf
ok "... makes bins of 32 bytes" json s.json 'all(b["bytes"] == 32 for b in j["bins"]) and j["law"]'
ok "... that straddle functions" said 'straddle functions'
printf '\t.section .ram,"awx"\n\t.type fast, @function\nfast:\tret\n\t.size fast, 4\n' >ram.S
cat >ram.ld <<'END'
PHDRS { text PT_LOAD FLAGS(5); data PT_LOAD FLAGS(6); }
SECTIONS { . = 0x80000000; .text : { *(.text) } :text . = 0x80001000; .data : { *(.data .ram) } :data }
END
cat >ram_start.S <<'END'
	.globl _start
_start:	li t0, 0xf0100000
	li t1, 0x5555
	li t2, 0x80001000
	jalr t2
	sw t1, 0(t0)
END
riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static -Wl,--no-warn-rwx-segments -T ram.ld \
	ram_start.S ram.S -o ram.elf || exit 1
ok "code in the data's segment" tally 0 run ram.elf
ok "... a note says that it is OUTSIDE" warned '^tally: note: ram.elf: section .data \(0x80001000-0x80001003\) has code'
ok "... covered" tally 0 run --from _start --to fast --json=s.json ram.elf
ok "... without a note" silent
ok "... it has its count" json s.json '"fast" in f'
ok "--from and --to" tally 0 run --from work --to work --json=s.json loop.elf
ok "... narrow it" json s.json 'set(f) == {"work"} and c["outside"] > 0 and
	c["hits"] + c["outside"] + c["pending"] == c["ticks"]'
ok "--from an address" tally 0 run --from 0x80000000 --to 0x80000004 --json=s.json loop.elf
ok "... and to one" json s.json 'j["low"] == 0x80000000 and j["high"] == 0x80000004'
ok "--priv u" tally 0 run --priv u --json=s.json loop.elf
ok "... filters machine mode" json s.json 'c["hits"] == 0 and c["filtered"] > 2000 and j["law"]'
ok "--lines" tally 0 run --lines loop.elf
ok "... by line" said 'loop.S:[0-9]+  work$'
rest=$(python3 -c 'import json; print(sum(f["count"] for f in json.load(open("j.json"))["functions"][1:]))')
ok "--top on the last core" tally 0 report --top 1 c.tally
ok "... one row and the rest, $rest" said "% +$rest +\\.\\.\\. 2 more; --top 0 shows all\$"

ok "stripped" tally 0 run --json=s.json stripped.elf
ok "... shows addresses, all counts" json s.json 'all(n.startswith("[no symbol] 0x800000") for n in f) and
	sum(x["count"] for x in j["functions"]) == c["hits"]'

ok "capture for another ELF" tally 0 report c.tally forever.elf
ok "... warns in one line" test "$(wc -l <err)" -eq 1
ok "... about the ELF" warned 'not the ELF this profile was taken from'
cp loop.elf moved.elf
tally 0 run -o m.tally moved.elf
rm moved.elf
ok "capture whose ELF is gone" tally 0 report m.tally
ok "... shows names all the same" said ' work  '

for signal in INT TERM HUP; do
	"$TALLY" run -o g.tally forever.elf >out 2>err </dev/null &
	pid=$!
	sleep 1
	kill -$signal $pid
	wait $pid
	ok "SIG$signal: exit 0" test $? -eq 0
	ok "SIG$signal: the profile, and which end" said '^end: interrupted'
	ok "SIG$signal: the law" said '^TICKS .*: holds$'
	ok "SIG$signal: the capture" tally 0 report g.tally
done

rm -f g.tally
(trap '' HUP; exec "$TALLY" run -o g.tally --cycles 60M forever.elf >out 2>err </dev/null) &
pid=$!
sleep 0.5
kill -HUP $pid
wait $pid
ok "SIGHUP, ignored from the beginning: exit 0" test $? -eq 0
ok "... is not seen" said '^end: 60000000 cycles of --cycles'

# a closed standard output: of a program that prints for ever, and of the report alone
build chatters <<<"$functions
	function _start
	li t0, 0xf0000000
	li t1, '\\n'
1:	sb t1, 0(t0)
	j 1b"
for elf in chatters loop; do
	rm -f g.tally g.json
	(trap - PIPE
	"$TALLY" run -o g.tally --json=g.json --cycles 1G $elf.elf 2>err </dev/null
	echo $? >status) | true
	ok "closed output, $elf: exit 1" test "$(cat status)" -eq 1
	ok "... one line on stderr" test "$(wc -l <err)" -eq 1
	ok "... says it" warned '^tally: cannot write to the standard output: Broken pipe'
	ok "... the capture is there" tally 0 report g.tally
	ok "... and obeys the law" said '^TICKS .*: holds$'
	ok "... and the JSON" json g.json 'j["law"]'
done

# text of 3 MiB: more than the unit has counters for
build large <<<"$functions
	function _start
	lui t0, %hi(far)
	jr %lo(far)(t0)
	.size _start, . - _start
	.space 0x300000
	function far
	finish 0x5555"
ok "code beyond the bin memory" tally 0 run --json=s.json large.elf
ok "... is OUTSIDE" json s.json 'f["_start"]["count"] > 0 and "far" not in f and c["outside"] > 25 and j["law"]'
ok "... and a line says so" said '^code from 0x801fffe0 to 0x8030.* lies beyond the bin memory: it is counted OUTSIDE'
ok "a smaller scale reaches it" tally 0 run --scale 0x4000 --json=s.json large.elf
ok "... all of it" json s.json 'f["far"]["count"] > 0'
ok "--from reaches it" tally 0 run --from far --json=s.json large.elf
ok "... and nothing else" json s.json 'set(f) == {"far"}'

# a terminal: progress appears on stderr only there
script -qec "stty -opost; \"$TALLY\" run --cycles 20M forever.elf" /dev/null >out 2>err </dev/null
ok "progress on a terminal" said 'M cycles, [0-9.]+ M cycles/s, [0-9]+%'
ok "... erased before the report" said $'\r\033\\[Kforever.elf on '

# the firmware owns the unit; files arrive through its console
build caps <<<"$functions
	function _start
	li t0, 0xf4000000
	lw t1, 8(t0)		# CAPS.SYSTEM
	srli t1, t1, 4
	andi t1, t1, 3
	slli t1, t1, 16
	li t2, 0x3333
	or t1, t1, t2
	li t0, 0xf0100000
	sw t1, 0(t0)
2:	j 2b"
ok "--no-profile: the firmware's exit code" tally 1 run --no-profile caps.elf
ok "... the full unit is there" said '^end: .*failure, code 2$'
ok "... and no report" test "$(wc -l <out)" -eq 3
tally 0 run --no-profile --json=x.json loop.elf
ok "--no-profile and --json exclude each other" warned '^tally: --json: shapes a profile'
ok "... nothing was written" test ! -e x.json
ok "--keys needs --no-profile" tally 1 run --keys loop.elf
ok "... and says so" warned '^tally: --keys: needs --no-profile'
ok "--no-profile: a pass" tally 0 run --no-profile --cycles 1M loop.elf
ok "... says how it ended" said '^end: the firmware wrote the finisher: pass$'
ok "--no-profile: a trap: exit 1" tally 1 run --no-profile traps.elf
ok "... is named" said '^end: a trap without a handler at _start'
ok "--no-profile: --cycles" tally 0 run --no-profile --cycles 12345 forever.elf
ok "... to the cycle" said '^cycles 12345, '

# $1.elf prints the frame in file $1.text and ends
prints() { # NAME
	build "$1" <<<"$functions
	function _start
	la t0, text
	li t2, 0xf0000000
1:	lbu t1, 0(t0)
	beqz t1, 2f
	sb t1, 0(t2)
	addi t0, t0, 1
	j 1b
2:	finish 0x5555
	.data
text:	.incbin \"$1.text\"
	.byte 0"
}
python3 - <<'PY'
import base64, random, zlib
data = random.Random(1).randbytes(1000)
open("expected", "wb").write(data)
def frame(name, data):
    lines = [b"%s %08x" % (base64.b64encode(data[i:i + 57]), zlib.crc32(data[i:i + 57]))
             for i in range(0, len(data), 57)]
    return b"\1TALLY-FILE %s %d %08x\n" % (name, len(data), zlib.crc32(data)) + \
        b"\n".join(lines) + b"\n\1END %08x\n" % zlib.crc32(data)
good = b"hello\n" + frame(b"gmon.out", data) + frame(b"empty", b"")[:-14].rstrip(b"\n") + b"\n\1END 00000000\nbye\n"
open("sends.text", "wb").write(good)
open("corrupt.text", "wb").write(good.replace(b"=", b"A", 1))
open("escapes.text", "wb").write(b"hello\n" + frame(b"../gmon.out", data) + b"bye\n")
PY
prints sends; prints corrupt; prints escapes
ok "a file from the firmware" tally 0 run --no-profile --files received sends.elf
ok "... is what was sent" same received/gmon.out expected
ok "... an empty one as well" test -e received/empty -a ! -s received/empty
ok "... with a line each" test "$(grep -c 'note: received received/' err)" -eq 2
ok "... the rest of the console is there" test "$(head -n 2 out)" = $'hello\nbye'
ok "with a profile" tally 0 run --files received2 sends.elf
ok "... the same file" same received2/gmon.out expected
tally 0 run --no-profile sends.elf
head -c "$(stat -c %s sends.text)" out >first
ok "without --files every byte passes" same first sends.text
ok "a damaged file: exit 1" tally 1 run --no-profile --files received3 corrupt.elf
ok "... is not written" test ! -e received3/gmon.out
ok "... the good one is" test -e received3/empty
ok "... one line says what is wrong" warned '^tally: file gmon.out from the firmware: not written: .*after line'
ok "a hostile name: exit 1" tally 1 run --no-profile --files received3 escapes.elf
ok "... nothing is written" test ! -e gmon.out
ok "--files that is no directory" tally 1 run --no-profile --files expected sends.elf
ok "... is said before the run" warned '^tally: --files expected: is no directory'

# a terminal: each key goes to the firmware at once, and only the firmware echoes it
(sleep 2; printf abcq; sleep 3) |
	script -qec "\"$TALLY\" run --no-profile --cycles 100M echoes.elf" /dev/null >out 2>err
ok "keys without a newline, echoed once" said '^abcq.?$'
ok "... no progress in between" test "$(grep -c 'cycles/s' out)" -eq 0
script -qec "stty -echo -icanon; stty icanon echo; \"$TALLY\" run --no-profile loop.elf; stty -a" /dev/null \
	>out 2>err </dev/null
ok "the terminal is as it was" said ' icanon .* echo '

ok "help" tally 0 --help
ok "help of run" tally 0 run --help
ok "version" tally 0 --version
exit $failed
