# SPDX-License-Identifier: ISC
# cores.awk - awk -v built="NAME ..." -f sim/cores.awk: rows of cores.list to C, for machine.c.
index(" " built " ", " " $1 " ") {
	if (!n++)
		print "#define SIMULATORS"
	id = $1
	gsub("-", "_", id)
	about = $13
	for (i = 14; i <= NF; i++)
		about = about " " $i
	printf "CORE(%s, \"%s\", \"%s\", %s, %s, %s, %s, %s, \"%s\")\n", id, $1, $2,
		$3 == "yes" ? "true" : "false", $8 == "fetch" ? "false" : "true",
		$8 == "late" ? "true" : "false", $8 == "pairs" ? "true" : "false", toupper($4),
		about
}
