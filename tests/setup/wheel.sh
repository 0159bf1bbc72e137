#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: wheel/stamp firmware/dhrystone.elf
# wheel.sh - the wheel, installed by pip in a root with this machine's Python and C library alone:
# no compiler, no simulator, no shell, no network. There tally writes what build/tally writes, byte
# for byte; then it is uninstalled and leaves nothing. Prints the time to the first report.
# Uses PY, TALLY and BUILD from the environment; prints one line per check; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/sbin		# chroot
. tests/check.sh
PY=$(realpath -s "${PY:-build/venv/bin/python3}") || exit 1
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
build=$(realpath "${BUILD:-build}")
dir=$build/tests/tool/wheel
root=$dir/root
here=$dir/here		# of one name in the root and outside, for captures name their ELF
rm -rf "$dir" && mkdir -p "$root"/{dev,tmp} "$root$here" "$here" "$dir/again" || exit 1
wheel=$(echo "$build"/wheel/*.whl)
evidence=("$dir/said")

ok "the wheel asks for no newer C library than 2.34, of 2021" test -e \
	"$build"/wheel/tally_profiler-*-py3-none-manylinux_2_34_x86_64.whl
ok "it has at most 40 MB" test "$(stat -c %s "$wheel")" -le 40000000
"$PY" -B sw/package/wheel.py "$dir/again" "$build"/package/tally "$build/share" \
	"$build/package/copyright" /usr/share/common-licenses/{LGPL-3,GPL-3} >"$dir/said"
ok "the same input gives the same bytes" cmp "$wheel" "$dir/again/$(basename "$wheel")"

# the root
python=$("$PY" -c 'import os, sys; print(os.path.realpath(sys.executable))')
library=$("$PY" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
# shellcheck disable=SC2046
cp -L --parents "$python" $(ldd "$python" "$library"/lib-dynload/*.so "$build/package/tally" |
	awk '$2 == "=>" { print $3 } $1 ~ /^\/.*[^:]$/ { print $1 }' | sort -u) "$root"
tar -C / --exclude=test --exclude=site-packages --exclude=dist-packages --exclude=__pycache__ \
	-ch "${library#/}" $(cd / && ls -d usr/share/python-wheels 2>/dev/null) | tar -C "$root" -x
: >"$root/dev/null"
cp "$build/firmware/dhrystone.elf" "$here"
cp "$wheel" "$build/firmware/dhrystone.elf" "$root$here"
alone=(unshare -rn)
"${alone[@]}" true 2>/dev/null || alone=()	# root in a container may only do without
inside() {
	"${alone[@]}" env -i PATH=/venv/bin "$(command -v chroot)" "$root" "$python" -c '
import os, sys
os.chdir(sys.argv[1])
os.execvp(sys.argv[2], sys.argv[2:])' "$here" "$@"
}
outside() { (cd "$here" && env -i PATH=/nowhere "$@"); }
files() { find "$root" ! -type d ! -path '*/__pycache__/*' ! -path "$root$here/*" | LC_ALL=C sort; }
said() { "$@" >"$dir/said" 2>&1; }
# where the sources are not, places have the last two parts of their paths
short() { sed -E 's,  /[^ ]*/([^/ ]+/[^/ ]+:[0-9]+),  \1,' "$1"; }
same() { # COMMAND...: what tally prints there and here
	inside tally "$@" >"$dir/there.out" 2>"$dir/there.err" </dev/null &&
		outside "$TALLY" "$@" >"$dir/here.out" 2>"$dir/here.err" </dev/null &&
		cmp "$dir/there.out" <(short "$dir/here.out") &&
		cmp "$dir/there.err" "$dir/here.err"
}
ok "an environment of Python" said inside "$python" -m venv /venv
files >"$dir/before"

begin=$(date +%s%N)
ok "pip install" said inside pip install --no-index "$(basename "$wheel")"
[ $failed = 0 ] || exit 1
ok "tally run" said inside tally run --core vexriscv dhrystone.elf
echo "$((($(date +%s%N) - begin) / 1000000)) ms from pip to the report"
ok "... prints a profile" grep -q '^ *[0-9.]*% .*Proc_8' "$dir/said"
ok "... as build/tally does" same run --core vexriscv -o f.tally dhrystone.elf
ok "... and its capture is the same" cmp "$root$here/f.tally" "$here/f.tally"
ok "the same cores and options" same run --help
ok "annotate needs no binutils" said inside tally annotate Proc_8 f.tally
ok "... and names what shows its text" grep -q binutils-riscv64-unknown-elf "$dir/said"
ok "tally_capture makes a database" said inside python -m tally_capture f.tally f.db
package=$(dirname "$(inside python -c 'import importlib.util
print(importlib.util.find_spec("tally_litex").origin)')")
ok "the Verilog of each file of FuseSoC's core" test -n "$package"
for file in $(sed -n 's/^      - \([a-z_/]*\.vh*\).*/\1/p' rtl/tally.core); do
	cmp "rtl/$file" "$root$package/rtl/$file" || ok "$file" false
done
for file in $(cd "$build/share" && find man bash-completion -type f); do
	ok "share/$file" cmp "$build/share/$file" "$root/venv/share/$file"
done
for core in $(sim/setup/rows.sh sim/cores.list | awk '{ print $5 }' | sort -u) libdw verilator; do
	ok "a licence of $core" grep -q "^======== .*$core" \
		"$root$(dirname "$package")"/tally_profiler-*.dist-info/licenses/copyright
done

ok "pip uninstall" said inside pip uninstall -y tally-profiler
files >"$dir/said"
ok "leaves no file" cmp "$dir/before" "$dir/said"
ok "... nor a compiled one" test -z "$(find "$root/venv" -name '*tally*')"
exit $failed
