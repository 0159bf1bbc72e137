#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/driver.elf firmware/hello.elf tally
# integrate.sh VARIANT... - rtl/INTEGRATE.md does what it says: the files that it prints are the
# repository's, its commands build the SoCs, the driver's example counts by the bus, and `tally`
# sees the cycles from outside. Variants: pins, without a bus; bus, without pins; live, axil, apb:
# both; calls: the same with who called; other: pins in a SoC of another name, with include files of
# its own.
set -eu
page=rtl/INTEGRATE.md D=${BUILD:-build}/tests/integrate-$1
mkdir -p "$D"
die() { echo "integrate: $*"; exit 1; }
block() {
	awk -v name="$1" '
		$0 == "<!-- /" name " -->" { on = 0 }
		on && !/^```/
		$0 == "<!-- " name " -->" { on = 1 }' $page
}

printed() { # NAME FILE
	block "$1" | diff "$2" - ||
		die "$page prints another $2: sw/pictures/between.sh $page $1 <$2"
}
for name in pins bus; do printed $name rtl/example/$name/add_tally.vh; done
{
	printf '%s\n' rtl/tally_{soc,live}.v rtl/{link,bus,tap}/*.v
	for room in unit engine context; do sed "s,^,rtl/$room/," rtl/$room/$room.f; done
} | diff - rtl/tally.f || die "rtl/tally.f is not all that a SoC may need"

[ -z "$(find rtl/{unit,regs,engine,bus,tap,link,context} -name '*vh' \
	! -name 'tally_*' ! -name 'context_*')" ] ||
	die "an include file has no name of ours"

PICORV32=$("$PY" -c 'import pythondata_cpu_picorv32 as p; print(p.data_location)')/picorv32.v
export PICORV32
[ -f "$PICORV32" ] || die "no $PICORV32"
# the page's commands but the last, which runs, in a folder that looks like the repository
make_soc() { # VARIANT PROGRAM [NAME EDIT]
	local at=$D/${3:-$1}
	rm -rf "$at"
	mkdir -p "$at/build"
	cp -R rtl sim "$at/"
	ln -s "$(realpath "$BUILD/firmware")" "$at/build/"
	local on_bus=" -DTALLY_ON_BUS"
	[ "$1" != pins ] || on_bus=
	block build |
		sed "\$d; s,example/pins,example/$1$on_bus,; s,hello\.elf,$2.elf," >"$at/commands"
	[ $# -lt 4 ] || "$4" "$at"
	(cd "$at" && sh -eu commands >log 2>&1) || {
		tail -n 20 "$at/log"
		die "the commands of $page fail"
	}
}

# the driver, through the SoC's bus, counts the cycles of its function
count() { # VARIANT
	(cd "$D/$1" && timeout 120 build/own_soc/Vharness +cycles=2000000 >out)
	grep -q '^[0-9]* ticks elsewhere, 0 lost$' "$D/$1/out" || {
		cat "$D/$1/out"
		die "$1: the driver's example did not count"
	}
	sum=$(awk '$3 == "ticks" { n += $2 } END { print n }' "$D/$1/out")
	echo "$1: the driver counted $sum cycles of work()"
	[ "$sum" -gt 80000 ] && [ "$sum" -lt 100000 ] || die "that is not what 1000 rounds take"
}
look_at_calls() {
	timeout 300 "$TALLY" record --calls --restart --seconds 3 -o "$D/calls.tally" "$port" \
		"$BUILD/firmware/hello.elf" >"$D/record" || die "record --calls: $(cat "$D/record")"
	"$TALLY" report --tree "$D/calls.tally" >"$D/tree" || die "report --tree"
	grep -q '^TREE .* of its own unit: holds' "$D/tree" || die "the tree: $(cat "$D/tree")"
	grep '^TREE' "$D/tree"
}
# `tally` at the SoC's two pins, and what it must see
look() { # VARIANT
	(cd "$D/$1" && exec build/own_soc/Vharness >out) &
	soc=$!
	trap 'kill $soc 2>/dev/null || :' EXIT
	for _ in $(seq 100); do [ -s "$D/$1/out" ] && break; sleep 0.1; done
	port=$(head -n 1 "$D/$1/out")
	timeout 120 "$TALLY" top --once "$port" "$BUILD/firmware/hello.elf" >"$D/top" 2>/dev/null ||
		die "top: $(cat "$D/top")"
	timeout 120 "$TALLY" record --restart --seconds 1 --from _start --to _start \
		-o "$D/part.tally" "$port" "$BUILD/firmware/hello.elf" >"$D/part" 2>/dev/null ||
		die "record: $(cat "$D/part")"
	grep -q '^OUTSIDE .*: the counters hold only a part' "$D/part" ||
		die "a part of the program is not called one: $(cat "$D/part")"
	[ "$1" != calls ] || look_at_calls
	kill $soc
	grep -q 'LOST 0 + PENDING [01]: holds' "$D/top" || { cat "$D/top"; die "the invariant"; }
	awk '$NF == "main" && $1 + 0 > 90 { seen = 1 } END { exit !seen }' "$D/top" || {
		cat "$D/top"
		die "main is not the hottest"
	}
	echo "$1: $(sed -n '/TICKS/{p;n;p}' "$D/top" | tr -d '\n' | tr -s ' ')"
}
# what the page says of the instance with the bus
edit_no_pins() {
	sed -i "s/, .BIT(12)//; s/rx_i(rx)/rx_i(1'b1)/" "$1/rtl/example/bus/add_tally.vh"
}
edit_calls() {
	local vh=$1/rtl/example/bus/add_tally.vh with
	block calls >"$1/calls"
	for with in $(grep '^	' "$1/calls" | grep -o '\.[A-Za-z_0-9]*([^()]*),'); do
		sed -i "s/\\${with%%(*}([^()]*),//" "$vh"
		case $with in
		.[A-Z]*) sed -i "s/tally_soc #(/&$with /" "$vh" ;;
		*) sed -i "s/\.clk_i(clk),/& $with/" "$vh" ;;
		esac
	done
	sed '/^	/d' "$1/calls" | cat - "$vh" >"$vh.new" && mv "$vh.new" "$vh"
}
# the least memory, a module of another name, another rate
edit_other() {
	sed -i 's/own_soc/my_soc/' "$1/rtl/example/own_soc.v"
	sed -i 's/BINS_LOG2(10)/BINS_LOG2(8)/; s/BIT(12)/BIT(20)/' \
		"$1/rtl/example/pins/add_tally.vh"
	sed -i 's/-DRISCV_FORMAL/& -DSOC=my_soc -GBIT=20/; s/-Irtl.unit/-Isoc &/' "$1/commands"
	mkdir "$1/soc" && echo "not Tally's" |
		tee "$1"/soc/{params,regs,states,channels,defines,config}.vh >/dev/null
}
for variant; do
	case $variant in
	bus)
		make_soc bus driver bus edit_no_pins
		count bus
		grep -q '^133 ticks elsewhere' "$D/bus/out" || {
			cat "$D/bus/out"
			die "other ticks elsewhere"
		}
		;;
	axil | apb)
		make_soc "$variant" driver
		count "$variant"
		riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 \
			--change-addresses -0x80000000 "$BUILD/firmware/hello.elf" \
			"$D/$variant/program.hex"
		look "$variant"
		;;
	other)
		make_soc pins hello other edit_other
		look other
		;;
	pins)
		make_soc pins hello
		look pins
		;;
	live)
		make_soc bus hello live
		look live
		;;
	calls)
		make_soc bus hello calls edit_calls
		look calls
		;;
	esac
done
