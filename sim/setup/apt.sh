#!/bin/bash
# SPDX-License-Identifier: ISC
# apt.sh BUILD PACKAGE... - install the Debian packages that are missing, as root or through sudo.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
build=$1
shift
say() { echo "set-up: $*" >&2; }
die() { say "$*"; exit 1; }

command -v dpkg-query >/dev/null ||
	die "this needs Debian (dpkg-query is missing); install by hand what these are: $*"

# Two at a time would meet at apt's lock of its lists. Descriptor 8 is not for
# children, who might keep it.
exec 8>"$build/apt.lock"
flock 8
step() { "$here/step.sh" "$@" 8>&-; }

missing=()
for package in "$@"; do
	status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
	[ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ]; then
	as_root=()
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
	as_root=(sudo)
else
	die "needs root or sudo once, for: apt-get install ${missing[*]}"
fi
say "installing ${#missing[@]} Debian packages: ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
step "apt-get update" "$build/log/apt-update.log" "${apt[@]}" update
step "apt-get install" "$build/log/apt-install.log" \
	"${apt[@]}" install --no-install-recommends "${missing[@]}"
