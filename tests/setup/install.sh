#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: share/stamp
# install.sh - make install and uninstall. Manual pages are complete and name
# every option. Completion knows every command and option of the tool's help.
# Uses TALLY and BUILD from the environment; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
build=${BUILD:-build}
dir=$(realpath -m "$build/tests/tool/install")
rm -rf "$dir" && mkdir -p "$dir"

# A folder with a space, and another place of the same name where cd would look first.
mkdir -p "$dir/decoy/$build/share"
made() { CDPATH=$dir/decoy make -s BUILD="$build" "$@" PREFIX="/opt/my tally" DESTDIR="$dir/root"; }
words_of() { # WORD... -> COMPREPLY, as if <Tab> were pressed after the last one
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_tally
}
offers() { # WORD WORDS...: does completion of WORDS offer WORD?
	local word=$1
	shift
	words_of "$@"
	[[ " ${COMPREPLY[*]} " == *" $word "* ]]
}

# uninstall leaves files that were there before
root="$dir/root/opt/my tally"
mkdir -p "$root/bin" && echo >"$root/bin/other"
ok "make install" made install
share=$root/share
ok "the program runs from there" "$root/bin/tally" --version
version=$("$root/bin/tally" --version | sed -n 's/^tally \([0-9.]*\)$/\1/p')
ok "its version, the unit's, is that of the Python package" \
	grep -qx "version = \"$version\"" pyproject.toml
ok "... and of FuseSoC's core" grep -qx "name: ::tally:$version" rtl/tally.core
for page in man1/tally.1 man1/tally-check.1 man2/profil.2 man2/sprofil.2; do
	ok "$page is proper mdoc" mandoc -T lint -W warning "$share/man/$page"
done
mandoc -T ascii "$share/man/man1/tally.1" | sed 's,.\x08,,g' >"$dir/text"

# shellcheck disable=SC1091
. "$share/bash-completion/completions/tally"
commands=$("$TALLY" help | awk '/^  [a-z]/ { print $1 }')
ok "there are commands" test -n "$commands"
for command in $commands; do
	ok "completion knows $command" offers "$command" tally "${command:0:2}"
	ok "the manual page knows $command" grep -q "^   *tally $command \[OPTION" "$dir/text"
	for option in $("$TALLY" "$command" --help |
		awk '/^  -/ { sub(/\[.*/, "", $1); print $1 }'); do
		offers "$option" tally "$command" "$option" ||
			ok "completion knows $command $option" false
		sed -n "/^   *tally $command \[OPTION/,\$p" "$dir/text" | sed -n '2,$p' |
			sed '/^   *tally [a-z]* \[OPTION\|^ENVIRONMENT/,$d' >"$dir/section"
		grep -qE -- "^ *$option( |=|\[|\$)" "$dir/section" ||
			ok "the manual page knows $command $option" false
	done
done
ok "completion knows the values of --sort" offers cpi tally report --sort cp
ok "... of --core" offers picorv32 tally run --core pico
ok "... of FORMAT" offers callgrind tally export call
ok "... behind =" offers always tally report --color = al
ok "a file behind a format" offers "$dir/text" tally export html "$dir/te"
touch "$dir/my file.elf"
words_of tally run "$dir/my"
ok "a name with a blank is one word" \
	test "${COMPREPLY[*]}" = "$dir/my file.elf" -a "${#COMPREPLY[@]}" = 1

ok "make uninstall" made uninstall
ok "nothing of ours is left" test -z "$(find "$dir/root" -type f ! -name other)"
ok "what is not ours is" test -e "$root/bin/other"
exit $failed
