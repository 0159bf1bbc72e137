#!/bin/sh
# SPDX-License-Identifier: ISC
# between.sh FILE NAME [table] - puts the standard input into FILE between the lines <!-- NAME -->
# and <!-- /NAME -->: as a block of text, or a table as it is.
set -eu
file=$1 name=$2 kind=${3:-text}
if [ "$(grep -cxF -e "<!-- $name -->" -e "<!-- /$name -->" "$file")" != 2 ]; then
	echo "$file: has no lines <!-- $name --> and <!-- /$name -->" >&2
	exit 1
fi
new=$(mktemp)
{
	sed "/^<!-- $name -->\$/q" "$file"
	[ "$kind" = table ] || printf '```\n'
	sed 's/[[:space:]]*$//'
	[ "$kind" = table ] || printf '```\n'
	sed -n "/^<!-- \/$name -->\$/,\$p" "$file"
} >"$new"
cat "$new" >"$file"
rm "$new"
