#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally firmware/hello.elf
# anywhere.sh [CC CFLAGS...] - `make tool` needs a C compiler, make and five libraries, and neither
# Debian nor any program behind the simulated cores; what is missing is named, and nothing is
# installed. With CC: the tool built by it, with those flags, reports the right counts.
# Uses BUILD from the environment; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
build=${BUILD:-build}
dir=$(realpath -m "$build/tests/tool/anywhere${1:+-$1}${2:-}")
rm -rf "$dir" && mkdir -p "$dir/bin" "$dir/tool/obj"
ln -s /usr/bin/* "$dir/bin/"
rm -f "$dir"/bin/{dpkg,apt,pkg-config,pkgconf,verilator,riscv64-,qemu-,z3,g++,c++,llvm-,iverilog}* \
	"$dir"/bin/{vvp,yosys,python,pip}*
alone() { env -u MAKEFLAGS -u BUILD -u PY -u TALLY -u WERROR PATH="$dir/bin" "$@"; }

if [ $# -gt 0 ]; then
	cc=$(type -P "$1" || true)
	[ -z "$cc" ] || ln -sf "$cc" "$dir/bin/$1"
	set -- CC="$1" CFLAGS="${*:2}"
else	# what is compiled already stays so
	cp -a "$build/obj/host" "$dir/tool/obj/"
	set -- CC=cc
fi
evidence=("$dir/make")
ok "make tool install $*" alone make tool install "$@" BUILD="$dir/tool" PREFIX=/usr \
	DESTDIR="$dir/alone" >"$dir/make" 2>&1
ok "... sets up no environment" test ! -e "$dir/tool/venv" -a ! -e "$dir/tool/setup.stamp"
evidence=("$dir/said")
main=$(riscv64-unknown-elf-nm "$build/firmware/hello.elf" | awk '$3 == "main" { print "0x" $1 }')
echo "$main 5" |
	ok "... imports" alone "$dir/alone/usr/bin/tally" import -o "$dir/five.tally" \
		"$build/firmware/hello.elf" >"$dir/said" 2>&1
ok "... reports" alone "$dir/alone/usr/bin/tally" report "$dir/five.tally" >"$dir/said" 2>&1
ok "... the right counts" grep -qE '^ *100\.0.* 5 .*main' "$dir/said"
[ "$*" = CC=cc ] || exit $failed
alone "$dir/alone/usr/bin/tally" run "$build/firmware/hello.elf" >"$dir/said" 2>&1
ok "... and says that it has no cores, and how to get them" \
	test $? = 1 -a "$(grep -c 'no simulated cores; `make build/tally`' "$dir/said")" = 1

fails() { # TEXT COMMAND...: does it fail, and say TEXT?
	! alone "${@:2}" >"$dir/said" 2>&1 && grep -qF -- "$1" "$dir/said"
}
says() { ok "${*:2}: $1" fails "$@"; }
# a compiler that finds no header
says 'Fedora:         dnf install elfutils-devel elfutils-libelf-devel binutils-devel' \
	make tool BUILD="$dir/none" CPPFLAGS=-nostdinc
says 'no C compiler: nocc' make tool BUILD="$dir/none" CC=nocc
says "install by hand what Debian calls" make setup BUILD="$dir/none"
# a Debian without any package
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/dpkg-query"
printf '#!/bin/sh\ntouch "%s"\n' "$dir/called" >"$dir/bin/apt-get"
chmod +x "$dir"/bin/{dpkg-query,apt-get}
says 'NO_APT is set; missing are the Debian packages' make setup NO_APT=1 BUILD="$dir/none"
ok "... and apt-get is not called" test ! -e "$dir/called"
ok "make -n tool shows plain commands" grep -q '^cc -std=c11 .* -Os .*-c sw/cli/main.c -o ' \
	<(alone make -n tool CFLAGS=-Os BUILD="$dir/none")
exit $failed
