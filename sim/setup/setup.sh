#!/bin/bash
# SPDX-License-Identifier: ISC
# setup.sh BUILD [tool] - install what the project needs and is not there yet; with `tool`,
# what the host tool needs.
#
# tool.txt, apt.txt  Debian packages, as root or through sudo; the first for
#                    the host tool without simulated cores
# requirements.txt   Python packages, pinned by hash, into BUILD/venv
# sources.txt        source distributions, checked by hash and only unpacked
# BUILD/pkg/NAME     links to what the makefiles use of them, at paths that do
#                    not depend on Python's version
#
# BUILD/setup.stamp holds a hash of these files and of the place of the tree (a
# virtual environment cannot be moved). While it agrees and no Debian package
# is missing, nothing is done and nothing is printed.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
build=$1
mkdir -p "$build/log"
build=$(realpath "$build")

# Descriptor 9 is the lock: a child that kept it would hold the lock after us.
step() { "$here/step.sh" "$@" 9>&-; }
say() { echo "set-up: $*" >&2; }
die() { say "$*"; exit 1; }
entries() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "$@"; }

# Two makes in one tree must not both install.
exec 9>"$build/setup.lock"
flock -w 5 9 || { say "another one is at work in this tree, waiting"; flock 9; }

lists=("$here/tool.txt")
[ "${2-}" = tool ] || lists+=("$here/apt.txt")
# shellcheck disable=SC2046
"$here/apt.sh" "$build" $(entries "${lists[@]}") 9>&-
[ "${2-}" != tool ] || exit 0

key=$(cd "$here" && { cat requirements.txt sources.txt setup.sh; echo "$build"; } |
	sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$build/setup.stamp" 2>/dev/null)" = "$key" ] &&
	"$build/venv/bin/python3" -c '' 2>/dev/null; then
	exit 0
fi
rm -rf "$build/setup.stamp" "$build/venv" "$build/pkg"
mkdir -p "$build/pkg"

# The first Python that is new enough for the pinned packages and can make environments.
python=
for candidate in python3 /usr/bin/python3; do
	if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
		2>/dev/null; then
		python=$candidate
		break
	fi
done
[ -n "$python" ] || die "no python3 of version 3.11 or newer with the modules venv and ensurepip"

say "Python packages into $(basename "$build")/venv ($("$python" --version))"
step "virtual environment" "$build/log/venv.log" "$python" -m venv "$build/venv"
pip=("$build/venv/bin/python3" -m pip --disable-pip-version-check --no-input)
step "pip install (by hash)" "$build/log/pip.log" \
	"${pip[@]}" install --require-hashes --no-deps --only-binary :all: \
	-r "$here/requirements.txt"

# pip wants a source distribution's metadata even to download it; without build
# isolation nothing unpinned is fetched for that.
names=$(entries "$here/sources.txt" | sed -n 's/==.*//p' | paste -sd , -)
step "sources: $names" "$build/log/sources.log" \
	"${pip[@]}" download --require-hashes --no-deps --no-build-isolation --no-binary "$names" \
	-r "$here/sources.txt" -d "$build/pkg"
for archive in "$build"/pkg/*.tar.gz; do
	tar --no-same-owner -xzf "$archive" -C "$build/pkg"
	rm "$archive"
done

site=$("$build/venv/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
link() { # NAME directory
	[ -d "$2" ] || die "expected $2 after the installation"
	ln -sfn "$(realpath --relative-to="$build/pkg" "$2")" "$build/pkg/$1"
}
link picorv32 "$site/pythondata_cpu_picorv32/verilog"
link vexriscv "$site/pythondata_cpu_vexriscv/verilog"
link lua54 "$(echo "$build"/pkg/lupa-*/third-party/lua54)"

echo "$key" >"$build/setup.stamp"
say "done"
