# A cluster of three databases: a primary and two standbys, of which one is synchronous. deploy/services sources this
# file, after broker.bash and database.bash.
# shellcheck shell=bash
# shellcheck disable=SC2030,SC2031  # a database of the cluster is chosen for one subshell

databases=(database1 database2 database3)

cluster_mark() {
    printf '%s/cluster' "$VERIFYD_LOCAL"
}

# Whether the cluster was started in place of the single servers.
is_clustered() {
    [[ -f $(cluster_mark) ]]
}

# Prints the name of the database that takes writes.
primary() {
    cat "$VERIFYD_LOCAL/primary"
}

# Makes the functions of database.bash be about a database of the cluster, in this subshell.
choose_database() {
    [[ " ${databases[*]} " == *" $1 "* ]] || fail "there is no database \"$1\": ${databases[*]}"
    DATABASE_MEMBER=$1
    DATABASE_DIRECTORY=$DATABASE_DIRECTORY-$1
    local file=$VERIFYD_LOCAL/$1.port
    if [[ ! -f $file ]]; then
        DATABASE_PORT=''
        ensure_free DATABASE_PORT
        printf 'DATABASE_PORT=%q\n' "$DATABASE_PORT" >"$file"
    fi
    # shellcheck source=/dev/null
    source "$file"
}

on_database() {
    (choose_database "$1" && "${@:2}")
}

on_primary() {
    on_database "$(primary)" "$@"
}

# All three have the same settings, so each can be the primary. A commit waits for the first standby of the list that is
# connected. A standby that is silent for 10 s counts as gone.
write_replication_configuration() {
    local list
    list=$(IFS=, && printf %s "${databases[*]}")
    as_database_owner tee -a "$DATABASE_DIRECTORY/postgresql.conf" >/dev/null <<END
cluster_name = '$DATABASE_MEMBER'
hot_standby = on
wal_keep_size = '256MB'
wal_sender_timeout = '10s'
wal_receiver_timeout = '10s'
wal_retrieve_retry_interval = '1s'
synchronous_standby_names = 'FIRST 1 ($list)'
primary_conninfo = 'host=127.0.0.1 port=$(port_of_primary) user=postgres password=$DATABASE_ADMIN_PASSWORD sslmode=disable application_name=$DATABASE_MEMBER'
END
    as_database_owner tee -a "$DATABASE_DIRECTORY/pg_hba.conf" >/dev/null <<<'host replication postgres 127.0.0.1/32 scram-sha-256'
}

port_of_primary() {
    # shellcheck source=/dev/null
    (source "$VERIFYD_LOCAL/$(primary).port" && printf %s "$DATABASE_PORT")
}

start_databases() {
    local database
    if [[ ! -f $VERIFYD_LOCAL/primary ]]; then printf '%s\n' "${databases[0]}" >"$VERIFYD_LOCAL/primary"; fi
    # The ports are chosen first: the settings of each name the primary's.
    for database in "${databases[@]}"; do on_database "$database" true; done
    # A commit on the primary waits for a standby, and without one not even the first database can be made.
    on_primary start_alone
    for database in "${databases[@]}"; do
        if [[ $database != "$(primary)" ]]; then start_standby "$database"; fi
    done
    on_primary create_database
    await_standbys
}

start_alone() {
    local started=$EPOCHREALTIME
    if [[ -n $(database_pid) ]]; then return; fi
    printf 'PostgreSQL … ' >&2
    create_cluster
    write_database_configuration
    launch_database
    say "$DATABASE_MEMBER, the primary, is up in $(seconds_since "$started") s"
}

# A database that was no standby before, or was the primary, begins with a copy of the primary. What it had and the
# primary has not is gone then.
start_standby() {
    [[ $1 != "$(primary)" ]] || fail "$1 is the primary"
    on_database "$1" follow
}

follow() {
    local started=$EPOCHREALTIME
    if [[ -n $(database_pid) ]]; then
        say "PostgreSQL $DATABASE_MEMBER is up"
        return
    fi
    printf 'PostgreSQL … ' >&2
    await_gone database_pids 100 || fail "connections of a dead PostgreSQL do not end: $(database_pids | xargs)"
    if [[ ! -f $DATABASE_DIRECTORY/standby.signal ]]; then copy_primary; fi
    rm -f "$DATABASE_DIRECTORY/postmaster.pid"
    write_database_configuration
    launch_database
    say "$DATABASE_MEMBER, a standby, is up in $(seconds_since "$started") s"
}

copy_primary() {
    local log
    rm -rf "$DATABASE_DIRECTORY"
    mkdir -m 700 "$DATABASE_DIRECTORY"
    if ((EUID == 0)); then chown postgres:postgres "$DATABASE_DIRECTORY"; fi
    # A shell of PostgreSQL's user takes the password from its input, so that no list of processes shows it.
    # shellcheck disable=SC2016
    log=$(printf '%s\n' "$DATABASE_ADMIN_PASSWORD" | as_database_owner sh -c 'read -r PGPASSWORD; export PGPASSWORD; "$@"' sh \
        "$postgresql_bin/pg_basebackup" --host 127.0.0.1 --port "$(port_of_primary)" --username postgres \
        --pgdata "$DATABASE_DIRECTORY" --checkpoint fast --wal-method stream --no-sync 2>&1) || fail "the copy failed: $log"
    as_database_owner touch "$DATABASE_DIRECTORY/standby.signal"
}

# Waits until both standbys follow the primary, one of them synchronously.
await_standbys() {
    local tenths=300 states=''
    until states=$(on_primary query_as_admin \
        "SELECT string_agg(sync_state, ' ' ORDER BY sync_state DESC) FROM pg_stat_replication WHERE state = 'streaming'") &&
        [[ $states == "sync potential" ]]; do
        ((tenths-- > 0)) || fail "the standbys do not follow: $states"
        sleep 0.1
    done
}

query_as_admin() {
    PGPASSWORD=$DATABASE_ADMIN_PASSWORD PGCONNECT_TIMEOUT=5 psql --no-psqlrc -At \
        "postgresql://postgres@127.0.0.1:$DATABASE_PORT/postgres?sslmode=disable" --command "$1"
}

# Makes a standby the primary, and lets the other standby follow it. The old primary is killed first if it still runs: a
# failover has to be sure that it takes no more writes. Without a name it is the standby that has the most of the log.
promote_standby() {
    local chosen=${1:-} database old
    old=$(primary)
    if [[ -z $chosen ]]; then chosen=$(most_advanced "$old"); fi
    [[ -n $chosen ]] || fail "there is no standby that runs"
    [[ $chosen != "$old" ]] || fail "$chosen is the primary"
    [[ -n $(on_database "$chosen" database_pid) ]] || fail "$chosen does not run"
    on_database "$old" kill_database
    printf '%s\n' "$chosen" >"$VERIFYD_LOCAL/primary"
    on_database "$chosen" query_as_admin 'SELECT pg_promote(true, 60)' >/dev/null
    # A primary that was one before follows nobody until it is copied anew.
    as_database_owner rm -f "$(on_database "$old" eval 'printf %s "$DATABASE_DIRECTORY"')/standby.signal"
    for database in "${databases[@]}"; do
        if [[ $database != "$chosen" && $database != "$old" ]]; then on_database "$database" follow_anew; fi
    done
    say "PostgreSQL $chosen is the primary"
}

most_advanced() {
    local database
    for database in "${databases[@]}"; do
        if [[ $database == "$1" || -z $(on_database "$database" database_pid) ]]; then continue; fi
        printf '%s %s\n' "$(on_database "$database" query_as_admin "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')")" \
            "$database"
    done | sort --stable --reverse --numeric-sort --key 1,1 | head -n 1 | cut -d' ' -f2
}

follow_anew() {
    if [[ -z $(database_pid) ]]; then return; fi
    write_database_configuration
    query_as_admin "$reload" >/dev/null
}

stop_standby() {
    [[ $1 != "$(primary)" ]] || fail "$1 is the primary"
    on_database "$1" stop_database
}

stop_databases() {
    local database
    for database in "${databases[@]}"; do
        if [[ ! -f $VERIFYD_LOCAL/$database.port ]]; then continue; fi
        on_database "$database" end_database
        rm -f "$VERIFYD_LOCAL/$database.port"
    done
    rm -f "$VERIFYD_LOCAL/primary"
}

end_database() {
    kill_database
    rm -rf "${DATABASE_DIRECTORY:?}"
}

databases_url() {
    local database places=()
    for database in "${databases[@]}"; do
        places+=("$2:$(on_database "$database" eval 'printf %s "$DATABASE_PORT"')")
    done
    printf 'postgresql://%s:%s@%s/%s?sslmode=%s&target_session_attrs=read-write' "$DATABASE_USER" "$DATABASE_PASSWORD" \
        "$(IFS=, && printf %s "${places[*]}")" "$DATABASE_NAME" "$1"
}

# All nodes, with commas. The words are the name of the function that prints one.
nodes_url() {
    local node urls=()
    for node in "${cluster[@]}"; do urls+=("$(on_node "$node" "$1")"); done
    (IFS=, && printf %s "${urls[*]}")
}
