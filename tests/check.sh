# SPDX-License-Identifier: ISC
# check.sh - verdicts for shell tests, one line each. Source it from the top folder;
# end with `exit $failed`.
failed=0
evidence=()		# files that show what a command did; printed when its check fails

ok() { # DESCRIPTION COMMAND...
	local what=$1
	shift
	if "$@"; then
		echo "ok $what"
		return
	fi
	echo "not ok $what: $*"
	cat "${evidence[@]:-/dev/null}" 2>/dev/null | head -n 40 | sed 's/^/    /'
	failed=1
}
