#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: $([ "$1" = ghdl ] && echo venv/ghdl || echo setup).stamp
# recipes.sh verilog|ghdl - the wiring that rtl/tap/RECIPES.md shows fits tally_live and stubs with
# the cores' names: ghdl runs the VHDL, Verilator lints the Verilog.
set -eu
page=rtl/tap/RECIPES.md stubs=tests/machine/recipes
D=$BUILD/tests/recipes-$1
rm -rf "$D"
mkdir -p "$D"
die() { echo "recipes: $*"; exit 1; }
block() {
	awk -v name="$1" '
		$0 == "<!-- /" name " -->" { on = 0 }
		on && !/^```/
		$0 == "<!-- " name " -->" { on = 1 }' $page | grep . || die "$page has no $1"
}

names() { grep -o '\<\([A-Z][A-Z0-9_]\+ *[:=]\|[a-z_]*_[io]\>\)' | tr -d ' :=' | sort; }
# a tally_live that prints what its tap sees; the page's wiring, and a clock that stops
neorv32_soc() {
	echo "library ieee; use ieee.std_logic_1164.all; use std.textio.all;"
	block neorv32-declarations |
		sed 's/^component .*/entity tally_live is/; s/^end component/end entity/; /^end/q'
	cat <<-'END'
	architecture stub of tally_live is begin
	  process (clk_i) begin
	    if rising_edge(clk_i) and rst_i = '0' and (tap_valid_i or tap_sleep_i) = '1' then
	      write(output, to_string(tap_valid_i) & " " & to_hstring(tap_pc_i) & " "
	        & to_string(tap_priv_i) & " " & to_string(tap_sleep_i) & " " & to_string(BIT) & LF);
	    end if;
	  end process;
	end architecture;
	library ieee; use ieee.std_logic_1164.all; use work.neorv32_package.all;
	entity soc is end entity;
	architecture own of soc is
	  signal clk, rx : std_ulogic := '0';
	  signal rst : std_ulogic := '1';
	  signal tx : std_ulogic;
	  signal at : natural := 0;
	END
	block neorv32-declarations
	cat <<-'END'
	begin
	  clk <= not clk after 5 ns when now < 80 ns;
	  rst <= '0' after 1 ns;
	  at <= (at + 1) mod 8 when rising_edge(clk);
	  trace <= cycles(at);
	END
	block neorv32
	echo "end architecture;"
}
vhdl() {
	local ghdl=(--std=08 --workdir="$D")
	diff <(sed '/^);/q' rtl/tally_live.v | names) <(block neorv32-declarations | names) ||
		die "the component is not rtl/tally_live.v's"
	neorv32_soc >"$D/soc.vhd"
	ghdl -a "${ghdl[@]}" $stubs/neorv32.vhd "$D/soc.vhd"
	ghdl -e "${ghdl[@]}" soc
	ghdl -r "${ghdl[@]}" soc >"$D/seen" || die "neorv32: $(cat "$D/seen")"
	diff - "$D/seen" <<-'END' || die "neorv32: the tap sees other instructions (>)"
	1 80000000 11 0 100
	1 80000008 00 0 100
	1 8000000C 11 1 100
	0 8000000C 11 1 100
	0 8000000C 11 1 100
	END
	echo "neorv32: the tap sees what retires"
}

lint() { # TOP FILE...: these of $D; a stub has unused inputs and no contents
	local top=$1
	shift
	verilator --lint-only -Wall -Wno-PINMISSING -Wno-DECLFILENAME -Wno-UNUSED -Wno-UNDRIVEN \
		$relaxed -Irtl/unit -Irtl/regs -Irtl/context --top-module "$top" "${@/#/$D/}" \
		-f rtl/tally.f || die "$top"
	echo "$top: fits"
}
commands() { # NAME: the page's, in $D
	block "$1" >"$D/commands"
	(cd "$D" && PATH=$bin:$PATH bash -eu commands) || die "$1"
}
inside() { # MODULE NAME: the page's text NAME, in the module's stub
	block "$2" >"$D/tap.vh"
	"$PY" rtl/litex/netlist.py "$D/$1.v" "$1" "$D/tap.vh" >"$D/$1_tap.v" || die "$2"
	lint "$1" "$1_tap.v"
}
verilog() {
	local cluster=VexRiscvLitexSmpCluster bin relaxed=
	bin=$(realpath -s "$(dirname "$PY")")
	export TALLY_SOURCE=$PWD CLUSTER=$cluster
	awk -v to="$D/" '/^module/ { file = to $2 ".v" } file { print >file }' $stubs/stubs.v
	inside VexiiRiscv vexii
	inside NaxRiscv nax
	block hazard3 >"$D/tap.vh"
	commands hazard3-commands
	lint hazard3_cpu_2port hazard3_tap.v
	{
		echo "module soc (input wire clk, input wire rst, input wire rx, output wire tx);"
		block veer
		echo endmodule
	} >"$D/soc.v"
	lint soc soc.v el2_veer_wrapper.v

	# the package's core, with the names that the cluster's has
	sed 's/\<clk\>/debugCd_external_clk/g; s/\<reset\>/systemCd_logic_outputReset/g' \
		"$BUILD/pkg/vexriscv/VexRiscv_Linux.v" >>"$D/$cluster.v"
	commands smp-commands
	relaxed=-Wno-lint
	lint $cluster ${cluster}_tap.v
}

case $1 in
verilog) verilog ;;
ghdl) vhdl ;;
esac
