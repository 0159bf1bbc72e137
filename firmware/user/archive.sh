#!/bin/sh
# SPDX-License-Identifier: ISC
# archive.sh TAR FOLDER PROGRAM... - the simulated kernel's file system: bin/PROGRAM of FOLDER with
# symbols only, FOLDER's file unix, the files of firmware/user/files.
# archive.sh TAR - FILE... - a board's: these programs alone, with symbols in those of board/ only,
# which prof can profile.
#
# The tar is reproducible: names in order, no times, no owner. Each file is padded to whole pages
# with its header: the kernel runs programs in place (`tar -i` reads it). Environment: CROSS.
set -eu
tar=$1 folder=$2
shift 2
fs=${tar%.tar}
rm -rf "$fs"
mkdir -p "$fs/bin"
if [ "$folder" = - ]; then
	for file; do
		case $file in */board/*) what=-g ;; *) what=-s ;; esac
		"${CROSS}strip" $what -o "$fs/bin/$(basename "$file")" "$file"
	done
else
	for program; do
		"${CROSS}strip" -g -o "$fs/bin/$program" "$folder/bin/$program"
	done
	cp "$folder/unix" "$fs/unix"
	cp -r firmware/user/files/. "$fs/"
fi
(cd "$fs" && find . -type f -printf '%P\n' | LC_ALL=C sort |
	while read -r file; do
		tar --format=ustar --owner=0 --group=0 --numeric-owner \
			--mode=644 --mtime=@0 -b1 -cf - "$file" | head -c -1024 |
			dd bs=4096 iflag=fullblock conv=sync status=none
	done) >"$tar.part"
mv "$tar.part" "$tar"
