# SPDX-License-Identifier: ISC
# cores.awk - awk -v built="NAME ..." -f sim/cores.awk: rows of cores.list to C, for machine.c.
index(" " built " ", " " $1 " ") {
	if (!n++)
		print "#define SIMULATORS"
	id = $1
	gsub("-", "_", id)
	about = $12
	for (i = 13; i <= NF; i++)
		about = about " " $i
	printf "CORE(%s, \"%s\", \"%s\", %s, %s, %s, %s, \"%s\")\n", id, $1, $2,
		$3 == "yes" ? "true" : "false", $8 ~ /TAP_FETCH/ ? "false" : "true",
		$8 ~ /TAP_PAIRS/ ? "true" : "false", toupper($4), about
}
