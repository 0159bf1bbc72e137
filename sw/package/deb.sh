#!/bin/sh
# SPDX-License-Identifier: ISC
# deb.sh DIRECTORY TALLY SHARE COPYRIGHT - writes the Debian package: program, manual pages,
# completion, and the rule by which who sits at the machine may open the boards' serial lines. The
# same input gives the same bytes.
set -eu
umask 022
name=tally-profiler
who="The Tally authors <tally@packages.invalid>"
version=$("$2" --version | cut -d ' ' -f 2)
libc=$(objdump -T "$2" | sed -n 's/.*(GLIBC_\([0-9.]*\)).*/\1/p' | sort -V | tail -n 1)
architecture=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH=315532800	# 1980, as in the wheel
root=$1/root
doc=$root/usr/share/doc/$name

rm -rf "$root"
install -D "$2" "$root/usr/bin/tally"
install -D -m 644 sw/package/70-tally.rules "$root/usr/lib/udev/rules.d/70-tally.rules"
install -D -m 644 "$4" "$doc/copyright"
cp -R "$3/man" "$3/bash-completion" "$root/usr/share/"
cat >"$doc/changelog" <<-EOF
	$name ($version) stable; urgency=low

	  * CHANGELOG.md of the sources says what is new.

	 -- $who  $(date -uRd @$SOURCE_DATE_EPOCH)
	EOF
mkdir -p "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/$name" <<-EOF
	# elfutils and others are linked in, so that one package is for all releases since 2022
	$name: embedded-library zlib [usr/bin/tally]
	# the file is the wheel's, too, for machines without /usr/share/common-licenses
	$name: copyright-file-contains-full-apache-2-license
	EOF
find "$root/usr/share/man" "$doc/changelog" -type f -exec gzip -9n {} +

mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<-EOF
	Package: $name
	Version: $version
	Architecture: $architecture
	Maintainer: $who
	Installed-Size: $(du -ks "$root/usr" | cut -f 1)
	Depends: libc6 (>= $libc), libgcc-s1
	Recommends: binutils-riscv64-unknown-elf
	Section: devel
	Priority: optional
	Description: profiler of RISC-V soft cores, exact to the cycle
	 Tally counts in hardware where every cycle of a RISC-V soft core goes. This
	 program runs firmware on simulated cores, reads a unit on a board over its
	 serial line, and writes reports, annotated source, flame graphs and files for
	 other tools.
	EOF
dpkg-deb --root-owner-group -Zxz --build "$root" \
	"$1/${name}_${version}_$architecture.deb" >/dev/null
rm -rf "$root"
