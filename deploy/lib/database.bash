# PostgreSQL 15: a cluster that loses no commit in a crash, unless DATABASE_FSYNC is off. deploy/services sources this
# file.
# shellcheck shell=bash
# shellcheck disable=SC2154  # in_fresh_environment comes from instance.bash

postgresql_bin=/usr/lib/postgresql/15/bin
# The database of a cluster that the functions below are about, if they are not about the single database.
DATABASE_MEMBER=''

# PostgreSQL refuses to run as root. So root runs it as `postgres`, the user that the Debian package makes.
as_database_owner() {
    if ((EUID == 0)); then
        setpriv --reuid=postgres --regid=postgres --init-groups "${in_fresh_environment[@]}" "$@"
    else
        "${in_fresh_environment[@]}" "$@"
    fi
}

# The instance's folder, or a folder in /var/tmp when PostgreSQL's user cannot enter it (for example below /root).
choose_database_directory() {
    if as_database_owner test -x "$VERIFYD_LOCAL"; then
        printf '%s/database' "$VERIFYD_LOCAL"
    else
        printf '/var/tmp/verifyd-database-%s' "$INSTANCE_ID"
    fi
}

database_pid() {
    owned_pid "$DATABASE_DIRECTORY/postmaster.pid" "$DATABASE_DIRECTORY"
}

# Prints the process ids of the server and its connections. Connections may outlive a server that was killed. All of
# these processes have the cluster's folder as their working folder.
database_pids() {
    local folder process
    # A fault is to come at once. So this asks about all processes of the machine together, and not about one after the other.
    for folder in $(find /proc/[0-9]* -maxdepth 1 -name cwd -lname "$DATABASE_DIRECTORY" 2>/dev/null); do
        process=${folder%/cwd}
        [[ $(readlink "$process/exe") != "$postgresql_bin/postgres" ]] || printf '%s\n' "${process#/proc/}"
    done
}

create_cluster() {
    if [[ -f $DATABASE_DIRECTORY/PG_VERSION ]]; then return; fi
    # An interrupted first start may have left a folder without data.
    rm -rf "$DATABASE_DIRECTORY"
    mkdir -m 700 "$DATABASE_DIRECTORY"
    if ((EUID == 0)); then chown postgres:postgres "$DATABASE_DIRECTORY"; fi
    local log
    # A shell of PostgreSQL's user makes the pipe, because initdb opens it by name and must be its owner.
    # shellcheck disable=SC2016
    log=$(printf '%s\n' "$DATABASE_ADMIN_PASSWORD" | as_database_owner sh -c 'cat | "$@"' sh "$postgresql_bin/initdb" \
        --pgdata "$DATABASE_DIRECTORY" --username postgres --pwfile /dev/stdin --auth scram-sha-256 \
        --encoding UTF8 --locale C.UTF-8 2>&1) || fail "initdb failed: $log"
}

write_database_configuration() {
    local file
    for file in server.pem server.key; do
        as_database_owner tee "$DATABASE_DIRECTORY/$file" <"$VERIFYD_LOCAL/tls/$file" >/dev/null
        as_database_owner chmod 600 "$DATABASE_DIRECTORY/$file"
    done
    as_database_owner tee "$DATABASE_DIRECTORY/postgresql.conf" >/dev/null <<END
listen_addresses = '127.0.0.1'
port = $DATABASE_PORT
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
max_wal_size = 4GB
fsync = ${DATABASE_FSYNC:-on}
synchronous_commit = on
ssl = on
ssl_cert_file = 'server.pem'
ssl_key_file = 'server.key'
password_encryption = 'scram-sha-256'
timezone = 'UTC'
log_timezone = 'UTC'
END
    # A test that was killed may have left its hang_commits there; then not even the first commit of this start would end.
    as_database_owner tee "$DATABASE_DIRECTORY/postgresql.auto.conf" </dev/null
    as_database_owner tee "$DATABASE_DIRECTORY/pg_hba.conf" >/dev/null <<END
host all all 127.0.0.1/32 scram-sha-256
END
    if [[ -n $DATABASE_MEMBER ]]; then write_replication_configuration; fi
}

start_database() {
    local started=$EPOCHREALTIME
    if [[ -n $(database_pid) ]]; then
        say "PostgreSQL is up"
        return
    fi
    printf 'PostgreSQL … ' >&2
    create_cluster
    write_database_configuration
    # PostgreSQL refuses to start while a process with the file's process id exists, even a zombie or another program.
    # When every process of the last server has ended, the file is out of date and may go.
    await_gone database_pids 100 || fail "connections of a dead PostgreSQL do not end: $(database_pids | xargs)"
    rm -f "$DATABASE_DIRECTORY/postmaster.pid"
    launch_database
    create_database
    run_psql --quiet --output /dev/null --command 'SELECT 1' || database_failed
    say "up in $(seconds_since "$started") s"
}

launch_database() {
    (become as_database_owner "$postgresql_bin/pg_ctl" --pgdata "$DATABASE_DIRECTORY" \
        --log "$DATABASE_DIRECTORY/server.log" --wait --timeout 90 start >/dev/null 2>&1 </dev/null) || database_failed
}

database_failed() {
    as_database_owner tail -n 20 "$DATABASE_DIRECTORY/server.log" >&2 || true
    fail "PostgreSQL did not start"
}

# The program's user owns its database, sees what other connections do, and may make databases and users for the tests.
create_database() {
    run_psql_as_admin <<END
SELECT 'CREATE ROLE $DATABASE_USER LOGIN IN ROLE pg_monitor'
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '$DATABASE_USER') \gexec
ALTER ROLE $DATABASE_USER CREATEDB CREATEROLE PASSWORD '$DATABASE_PASSWORD';
SELECT 'CREATE DATABASE $DATABASE_NAME OWNER $DATABASE_USER'
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '$DATABASE_NAME') \gexec
END
}

stop_database() {
    local started=$EPOCHREALTIME
    if [[ -z $(database_pid) ]]; then return; fi
    signal_each CONT "$(database_pids)"
    # SIGINT is PostgreSQL's fast shutdown: the server ends its connections and keeps what was committed.
    signal_each INT "$(database_pid)"
    await_gone database_pid 300 || fail "PostgreSQL did not stop in 30 s"
    say "PostgreSQL stopped in $(seconds_since "$started") s"
}

kill_database() {
    signal_each KILL "$(database_pids)"
    await_gone database_pids 100 || fail "PostgreSQL cannot be killed"
}

freeze_database() {
    freeze_each "$(database_pids)"
}

thaw_database() {
    signal_each CONT "$(database_pids)"
}

reload='SELECT pg_reload_conf()'

# From now on each commit waits for a synchronous standby that does not exist, as after the loss of the only standby.
# Reading goes on.
hang_commits() {
    run_psql_as_admin --command "ALTER SYSTEM SET synchronous_standby_names = 'nobody'" --command "$reload"
}

# The commits that waited are done at once.
release_commits() {
    run_psql_as_admin --command 'ALTER SYSTEM RESET synchronous_standby_names' --command "$reload"
}

run_psql_as_admin() {
    PGPASSWORD=$DATABASE_ADMIN_PASSWORD psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --output /dev/null \
        "postgresql://postgres@127.0.0.1:$DATABASE_PORT/postgres?sslmode=disable" "$@"
}

run_psql() {
    PGPASSWORD=$DATABASE_PASSWORD psql --no-psqlrc \
        "postgresql://$DATABASE_USER@127.0.0.1:$DATABASE_PORT/$DATABASE_NAME?sslmode=disable" "$@"
}
