#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: deb/stamp firmware/dhrystone.elf
# deb.sh - the Debian package, installed by dpkg in a root with the C library alone. There tally
# writes what build/tally writes, byte for byte; then it is purged and leaves nothing.
# Uses TALLY and BUILD from the environment; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/sbin		# chroot, and what dpkg asks for
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
build=$(realpath "${BUILD:-build}")
dir=$build/tests/tool/deb
root=$dir/root
here=$dir/here		# of one name in the root and outside, for captures name their ELF
rm -rf "$dir" && mkdir -p "$root/dev" "$root/var/lib/dpkg"/{info,updates} "$root$here" "$here" \
	"$dir/again" || exit 1
package=$(echo "$build"/deb/*.deb)
evidence=("$dir/said")

said() { "$@" >"$dir/said" 2>&1; }
sw/package/deb.sh "$dir/again" "$build/package/tally" "$build/share" "$build/package/copyright"
ok "the same input gives the same bytes" cmp "$package" "$dir/again/$(basename "$package")"

# the root: the C library, and what dpkg knows of it
# shellcheck disable=SC2046
cp -L --parents $(ldd "$build/package/tally" |
	awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }') "$root"
for name in libc6 libgcc-s1; do dpkg-query -s "$name" | sed '/^Depends:/d'; echo; done |
	sed '/^Conffiles:/,/^[A-Z]/{/^ /d; /^Conffiles:/d}' >"$root/var/lib/dpkg/status"
: >"$root/dev/null"
cp "$build/firmware/dhrystone.elf" "$root$here"
cp "$build/firmware/dhrystone.elf" "$here"
alone=(unshare -rn)
"${alone[@]}" true 2>/dev/null || alone=()	# root in a container may only do without
packages() { "${alone[@]}" dpkg --root="$root" --log=/dev/null "$@"; }
files() { find "$root" ! -path "$root/var/*" ! -path "$root$here/*" | LC_ALL=C sort; }
run=(run --core vexriscv -o "$here/f.tally" "$here/dhrystone.elf")
files >"$dir/before"

ok "dpkg --install" said packages --install "$package"
[ $failed = 0 ] || exit 1
ok "tally run" said "${alone[@]}" chroot "$root" /usr/bin/tally "${run[@]}"
cp "$dir/said" "$dir/there"
ok "... a profile" grep -q '^ *[0-9.]*% .*Proc_8' "$dir/there"
ok "... as here" said env -C / "$TALLY" "${run[@]}"
ok "... prints what build/tally prints" cmp "$dir/there" "$dir/said"
ok "... and its capture is the same" cmp "$root$here/f.tally" "$here/f.tally"
packages --listfiles tally-profiler >"$dir/said"
for page in man1/tally.1 man1/tally-check.1 man2/profil.2 man2/sprofil.2; do
	ok "$page" grep -qx "/usr/share/man/$page.gz" "$dir/said"
done
ok "the serial lines' rule" cmp sw/package/70-tally.rules \
	"$root/usr/lib/udev/rules.d/70-tally.rules"

ok "dpkg --purge" said packages --purge tally-profiler
files >"$dir/said"
ok "leaves nothing" cmp "$dir/before" "$dir/said"
ok "... that dpkg knows" test -z "$(find "$root/var" -name '*tally*')"
exit $failed
