# The instance: its folder, its ports and passwords, and its processes. deploy/services sources this file.
# shellcheck shell=bash
# shellcheck disable=SC2034  # the names are written and read through the list in remember_instance

instance_file=$VERIFYD_LOCAL/instance

# A server gets no variable and no signal setting from its caller. For example, the threads of a Swift program block
# signals. A broker with the same signals blocked could not be stopped.
in_fresh_environment=(env --default-signal -i PATH="$PATH" LANG=C.UTF-8)

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "deploy/services: $*"
    exit 1
}

has_instance() {
    [[ -f $instance_file ]]
}

load_instance() {
    has_instance || fail "nothing in $VERIFYD_LOCAL yet: run deploy/services start first"
    # shellcheck source=/dev/null
    source "$instance_file"
    [[ $INSTANCE_HOME == "$VERIFYD_LOCAL" ]] ||
        fail "$VERIFYD_LOCAL was copied or moved from $INSTANCE_HOME; remove it and start again"
}

# The first start chooses names, passwords and ports, and later starts use them again. When another program has taken a
# port in the meantime, a start chooses another port.
prepare_instance() {
    if has_instance; then load_instance; else found_instance; fi
    [[ -n $(epmd_pid) ]] || ensure_free EPMD_PORT
    [[ -n $(broker_pid) ]] || ensure_free BROKER_PORT BROKER_TLS_PORT BROKER_DISTRIBUTION_PORT
    [[ -n $(database_pid) ]] || ensure_free DATABASE_PORT
    remember_instance
    write_command rabbitmqctl
    write_command psql
}

found_instance() {
    INSTANCE_HOME=$VERIFYD_LOCAL
    INSTANCE_ID=$(random_hex 4)
    BROKER_USER=verifyd_$(random_hex 4)
    BROKER_PASSWORD=$(random_hex 24)
    DATABASE_NAME=verifyd
    DATABASE_USER=verifyd
    DATABASE_PASSWORD=$(random_hex 24)
    DATABASE_ADMIN_PASSWORD=$(random_hex 24)
    DATABASE_DIRECTORY=$(choose_database_directory)
    BROKER_PORT='' BROKER_TLS_PORT='' BROKER_DISTRIBUTION_PORT='' EPMD_PORT='' DATABASE_PORT=''
}

remember_instance() {
    local names=(
        INSTANCE_HOME INSTANCE_ID
        BROKER_USER BROKER_PASSWORD BROKER_PORT BROKER_TLS_PORT BROKER_DISTRIBUTION_PORT EPMD_PORT
        DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DATABASE_ADMIN_PASSWORD DATABASE_DIRECTORY DATABASE_PORT
    )
    local name
    for name in "${names[@]}"; do printf '%s=%q\n' "$name" "${!name}"; done >"$instance_file.new"
    mv "$instance_file.new" "$instance_file"
}

remove_instance() {
    rm -rf "$DATABASE_DIRECTORY" "${VERIFYD_LOCAL:?}"/{broker,database,tls,bin,instance,lock}
    rmdir --ignore-fail-on-non-empty "$VERIFYD_LOCAL"
}

# Writes a command for a tool into the instance's folder: callers quote a path more easily than a command line.
write_command() {
    local file=$VERIFYD_LOCAL/bin/$1
    mkdir -p "$VERIFYD_LOCAL/bin"
    printf '#!/bin/sh\nVERIFYD_LOCAL=%q exec %q %s "$@"\n' "$VERIFYD_LOCAL" "$VERIFYD_SERVICES" "$1" >"$file"
    chmod 700 "$file"
}

random_hex() {
    openssl rand -hex "$1"
}

# Chooses ports below those that the kernel gives to outgoing connections. So no outgoing connection takes a server's
# port.
ensure_free() {
    local name port
    for name in "$@"; do
        port=${!name}
        while [[ -z $port ]] || is_listening "$port" || is_chosen "$name" "$port"; do
            port=$((20000 + SRANDOM % 12000))
        done
        printf -v "$name" %s "$port"
    done
}

is_listening() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

is_chosen() {
    local other
    for other in BROKER_PORT BROKER_TLS_PORT BROKER_DISTRIBUTION_PORT EPMD_PORT DATABASE_PORT; do
        [[ $other == "$1" || ${!other} != "$2" ]] || return 0
    done
    return 1
}

# Runs a command under the instance's lock; a second command waits until the first has ended.
locked() {
    mkdir -p "$VERIFYD_LOCAL"
    # When root runs this script, PostgreSQL runs as another user, who must be able to enter its own folder inside.
    if ((EUID == 0)); then chmod 711 "$VERIFYD_LOCAL"; fi
    exec 9>"$VERIFYD_LOCAL/lock"
    flock 9
    "$@"
}

# Prints the process id in the first line of a file, if that process runs and its command line holds the mark. After a
# crash, the process id in an old file may belong to another program; the mark shows it.
owned_pid() {
    local file=$1 mark=$2 pid
    pid=$(head -n 1 "$file" 2>/dev/null) || return 0
    [[ $pid =~ ^[0-9]+$ ]] || return 0
    if tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF -- "$mark"; then printf '%s\n' "$pid"; fi
}

# Turns a subshell into a command that has only the first three files open. A server lives longer than the script that
# starts it. If the server kept the lock open, other scripts would wait for the server to end. If it kept a pipe of the
# caller open, the caller would wait.
become() {
    local file
    for file in "/proc/$BASHPID/fd/"*; do
        file=${file##*/}
        if ((file > 2)); then exec {file}>&-; fi
    done
    if [[ $(type -t "$1") == function ]]; then "$@"; else exec "$@"; fi
}

signal_each() {
    local signal=$1 pid
    for pid in $2; do kill -s "$signal" "$pid" 2>/dev/null || true; done
}

# Stops processes, and returns when each of their threads has stopped: after SIGSTOP, threads may still run for a while.
freeze_each() {
    local pid
    signal_each STOP "$1"
    for pid in $1; do
        while grep -qsvE '\) [TtZX] ' /proc/"$pid"/task/*/stat; do sleep 0.1; done
    done
}

# Waits until a function that prints process ids prints nothing. Fails after `tenths` tenths of a second.
await_gone() {
    local pid_function=$1 tenths=$2
    while [[ -n $("$pid_function") ]]; do
        ((tenths-- > 0)) || return 1
        sleep 0.1
    done
}

seconds_since() {
    local now=$EPOCHREALTIME
    printf '%d.%d' "$(((${now/[.,]/} - ${1/[.,]/}) / 1000000))" "$(((${now/[.,]/} - ${1/[.,]/}) / 100000 % 10))"
}
