# SPDX-License-Identifier: ISC
# induct.sh - for mutate.sh: the mutants that one step of induction shows equivalent. TOP is the design, MEMORY the type
# of the cells that are not mutated.

# Equal registers, inputs and memory words give the same again.
prove() {
	while read -r n; do
		equivalent "$n" && echo "$n"
	done <"$dir/open"
	:
}

# $1 mutant
equivalent() {
	line=$(sed -n "s/^$1 [^ ]* /mutate /p" "$dir/mutants.txt")
	cell=$(echo "$line" | sed 's/.* -cell \([^ ]*\) .*/\1/')
	cone="c:mutated_cell %coe* x:* %d t:*dff* %d t:$MEMORY %d"
	cat >"$dir/proof.ys" <<-EOF
		read_rtlil $dir/unit.il
		copy $TOP gold
		$line
		rename $TOP gate
		cd gate
		rename $cell mutated_cell
		rename -hide $cone c:mutated_cell %d
		rename -enumerate -pattern mutated_% $cone
		cd
		memory
		equiv_make -inames gold gate equiv
		hierarchy -top equiv
		equiv_struct
		equiv_simple
		equiv_status -assert
	EOF
	timeout 120 "$YOSYS" -q -s "$dir/proof.ys" >"$dir/proof.log" 2>&1
}
