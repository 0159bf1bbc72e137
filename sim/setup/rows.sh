#!/bin/sh
# SPDX-License-Identifier: ISC
# rows.sh LIST - the rows of a list, one a line. A list has columns separated by blanks, named by
# the comment line before its first row; the last takes the rest of the row; "-" is nothing. A line
# that begins with a blank continues its row, after a comma the last cell.
exec awk '/^#/ || !NF { next }
	/^[ \t]/ { sub(/^[ \t]+/, row ~ /,$/ ? "" : " "); row = row $0; next }
	{ if (row != "") print row; row = $0 }
	END { if (row != "") print row }' "$1"
