# A gate: it runs steps, shows the time and the verdict of each, and ends with a summary. Tests use services of its own.
# deploy/test, deploy/test-threads, deploy/test-upgrade and deploy/test-image source this file. They set `gate` (their own path), `logs` and VERIFYD_LOCAL.
# shellcheck shell=bash
# shellcheck disable=SC2154  # gate and logs come from the script that sources this file

# Each test makes a database and removes it. On a slow disk, with the other tests beside it, PostgreSQL can need more than
# a minute to write one to the disk. Without this nothing gets lost: tests kill processes, and never the machine.
export DATABASE_FSYNC=off

longest_test_run=25m
# How many tests run at the same time. With more tests, a small machine is too slow for the deadlines in them.
at_once=8
# More options of `swift test`, for example the folder of the build.
test_options=()

results=()
failures=0
# What went wrong. The summary prints it last, because some readers see only the end of the output.
findings=()

# Runs a step, shows how long it took, and remembers how it ended. Bash ignores `set -e` inside a step, because the line
# with `||` below asks whether the step failed. So each step must return by itself when a command fails.
step() {
    local name=$1 started=$EPOCHSECONDS verdict=passed
    shift
    printf '\n=== %s\n' "$name"
    "$@" </dev/null || verdict=FAILED
    [[ $verdict == passed ]] || failures=$((failures + 1))
    results+=("$(printf '%-7s %5d s  %s' "$verdict" "$((EPOCHSECONDS - started))" "$name")")
    printf '%s\n' "--- ${results[-1]}"
    [[ $verdict == passed ]]
}

# Removes the services of an earlier run first, because their data could change the result of this run.
fresh_services() {
    stop_services && deploy/services start
}

stop_services() {
    if [[ -f $VERIFYD_LOCAL/instance ]]; then deploy/services remove; fi
}

run_tests() {
    local log=$logs/$1.log status=0 skipped
    shift
    mkdir -p "$logs"
    # `stdbuf` makes the log complete to the last line, also when the run hangs and is killed.
    timeout --kill-after=30s "$longest_test_run" stdbuf -oL swift test "${test_options[@]}" --skip-build --disable-xctest \
        --experimental-maximum-parallelization-width "$at_once" "$@" 2>&1 | tee "$log" || status=$?
    if ((status)); then
        find_failures "$log" "$status"
        return 1
    fi
    # A test that cancels itself has been skipped too, only later.
    if skipped=$(grep -aE '^[^ ]+ (Test|Suite) .* (skipped(\.|: .*)?|was cancelled after .*)$' "$log"); then
        findings+=("A skipped test is a failed one:" "$skipped")
        return 1
    fi
    if ! grep -qaE 'Test run with [1-9][0-9]* tests? .*passed' "$log"; then
        findings+=("No test has passed: $log")
        return 1
    fi
}

# Notes the expectations that failed. For a run that did not end by itself, also notes the tests that had not ended.
find_failures() {
    local log=$1 status=$2 end=
    if ((status == 124 || status == 137)); then
        end="not done after $longest_test_run"
    elif ! grep -qaE '^✘ Test run with ' "$log"; then
        end=$(grep -aoE 'unexpected signal code [0-9]+' "$log" | head -n 1) || true
        end="ended by ${end:-status $status}"
    fi
    if [[ $end ]]; then
        findings+=("${log##*/}: $end" "$(last_words "$log")" "$(unfinished_tests "$log" | head -n 5)")
    fi
    local issues
    issues=$(recorded_issues "$log")
    # `swift test` can lose the words of an issue. Then the lines that name the failed tests take their place.
    findings+=("${issues:-$(grep -aE '^✘ ' "$log" | cut -c 1-600 | head -n 8)}")
}

# Prints at most 8 issues of at most 600 characters. A test may have an issue for each of its arguments, and the text of
# an issue holds the values that were compared.
recorded_issues() {
    local most=8 issue='^✘ (Test|Suite) .* recorded an issue' count
    grep -aE "$issue" "$1" | cut -c 1-600 | head -n "$most"
    count=$(grep -acE "$issue" "$1")
    if ((count > most)); then echo "… and $((count - most)) more: $1"; fi
}

# Prints the end of a log. For a crash, prints Swift's reason and the innermost calls, not the long list of libraries.
last_words() {
    if grep -qa ' crashed:$' "$1"; then
        grep -aE 'Fatal error|^\*\*\* Program crashed' "$1" | head -n 2
        sed -n '/ crashed:$/,$p' "$1" | grep -v '^ *$' | head -n 6
    else
        grep -av '^ *$' "$1" | tail -n 6
    fi | cut -c 1-300
}

unfinished_tests() {
    awk '
        match($0, /Test ".*" started\.$/) { begun[substr($0, RSTART, RLENGTH - 9)] = 1 }
        match($0, /Test ".*" .*(passed|failed) after /) {
            name = substr($0, RSTART, RLENGTH)
            sub(/" (with [0-9]+ test cases? )?(passed|failed) after $/, "\"", name)
            delete begun[name]
        }
        END { for (name in begun) print "◇ " name " has not ended" }
    ' "$1"
}

summary() {
    local status=$?
    trap - EXIT
    stop_services || status=1
    if ((failures)); then status=1; fi
    printf '\n=== summary, %d min %d s\n' "$((SECONDS / 60))" "$((SECONDS % 60))"
    if ((${#results[@]})); then printf '%s\n' "${results[@]}"; fi
    if ((${#findings[@]})); then printf '%s\n' "${findings[@]}" | grep -v '^$' || true; fi
    if ((status)); then echo "FAILED"; else echo "passed"; fi
    exit "$status"
}

# Runs the groups of steps that stand after `--`, or all groups before `--` when no group stands after it.
run_gate() {
    local known=() groups=() group
    while [[ $1 != -- ]]; do
        known+=("$1")
        shift
    done
    shift
    groups=("$@")
    ((${#groups[@]})) || groups=("${known[@]}")
    for group in "${groups[@]}"; do
        [[ " ${known[*]} " == *" $group "* ]] || {
            sed -n '2,/^set -/{/^#/s/^# \{0,1\}//p}' "$gate" >&2
            exit 64
        }
    done
    trap summary EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    step "packages" deploy/packages || exit 1
    for group in "${groups[@]}"; do
        # After a failed group no other group runs: tests whose code does not compile cannot run.
        "$group" || exit 1
    done
}
