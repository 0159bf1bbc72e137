#!/bin/sh
# SPDX-License-Identifier: ISC
# between.sh FILE NAME - puts the standard input into FILE, as a block of text between the lines <!-- NAME --> and <!-- /NAME -->.
set -eu
file=$1 name=$2
[ "$(grep -cxF -e "<!-- $name -->" -e "<!-- /$name -->" "$file")" = 2 ] || { echo "$file: has no lines <!-- $name --> and <!-- /$name -->" >&2; exit 1; }
new=$(mktemp)
{
	sed "/^<!-- $name -->\$/q" "$file"
	printf '```\n'
	sed 's/[[:space:]]*$//'
	printf '```\n'
	sed -n "/^<!-- \/$name -->\$/,\$p" "$file"
} >"$new"
cat "$new" >"$file"
rm "$new"
