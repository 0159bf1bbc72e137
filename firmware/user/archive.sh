#!/bin/sh
# SPDX-License-Identifier: ISC
# archive.sh TAR FOLDER PROGRAM... - the simulated kernel's file system: bin/PROGRAM of FOLDER with
# symbols only, FOLDER's file unix, the files of firmware/user/files.
# archive.sh TAR - FILE... - a board's: these programs alone, without symbols.
#
# The tar is reproducible: names in order, no times, no owner. Environment: CROSS.
set -eu
tar=$1 folder=$2
shift 2
fs=${tar%.tar}
rm -rf "$fs"
mkdir -p "$fs/bin"
if [ "$folder" = - ]; then
	for file; do
		"${CROSS}strip" -s -o "$fs/bin/$(basename "$file")" "$file"
	done
else
	for program; do
		"${CROSS}strip" -g -o "$fs/bin/$program" "$folder/bin/$program"
	done
	cp "$folder/unix" "$fs/unix"
	cp -r firmware/user/files/. "$fs/"
fi
(cd "$fs" && find . -type f -printf '%P\n' | LC_ALL=C sort |
	tar --format=ustar --owner=0 --group=0 --numeric-owner \
		--mode=644 --mtime=@0 -b1 -cf - -T -) >"$tar.part"
mv "$tar.part" "$tar"
