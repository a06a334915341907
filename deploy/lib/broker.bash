# RabbitMQ: a single node with its own name, cookie and epmd. deploy/services sources this file, and nodes.bash for a
# cluster of three nodes.
# shellcheck shell=bash

rabbitmq_bin=/usr/lib/rabbitmq/bin
# The node that the functions below are about, by the name of its folder: the broker, or a node of the cluster.
NODE=broker
cluster=(node1 node2 node3)

broker_node() {
    if [[ $NODE == broker ]]; then set -- "$INSTANCE_ID"; else set -- "${INSTANCE_ID}_$NODE"; fi
    printf 'verifyd_%s@localhost' "$1"
}

broker_pid() {
    owned_pid "$VERIFYD_LOCAL/$NODE/pid" "-home $VERIFYD_LOCAL/$NODE "
}

epmd_pid() {
    owned_pid "$VERIFYD_LOCAL/broker/epmd.pid" "-port $EPMD_PORT "
}

# Sets the words that stand before a program of RabbitMQ. With them the program sees neither the caller's environment
# nor another RabbitMQ of this machine. They are words and not a function, because `$!` must be the program's own
# process.
prepare_broker_environment() {
    local home=$VERIFYD_LOCAL/$NODE loopback='-kernel inet_dist_use_interface {127,0,0,1}'
    in_broker_environment=(
        "${in_fresh_environment[@]}" HOME="$home"
        ERL_EPMD_PORT="$EPMD_PORT" ERL_EPMD_ADDRESS=127.0.0.1
        RABBITMQ_NODENAME="$(broker_node)" RABBITMQ_DIST_PORT="$BROKER_DISTRIBUTION_PORT"
        RABBITMQ_CONF_ENV_FILE="$home/none.conf" RABBITMQ_CONFIG_FILE="$home/rabbitmq.conf"
        RABBITMQ_ADVANCED_CONFIG_FILE="$home/advanced.config" RABBITMQ_ENABLED_PLUGINS_FILE="$home/enabled_plugins"
        RABBITMQ_MNESIA_BASE="$home/data" RABBITMQ_LOG_BASE="$home/log" RABBITMQ_LOGS="$home/log/broker.log"
        RABBITMQ_GENERATED_CONFIG_DIR="$home/config" RABBITMQ_SCHEMA_DIR="$home/schema"
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="$loopback" RABBITMQ_CTL_ERL_ARGS="$loopback"
        RUNNING_UNDER_SYSTEMD=true
    )
}

# RabbitMQ makes this user instead of `guest`, so `guest` never exists.
write_broker_configuration() {
    cat >"$VERIFYD_LOCAL/$NODE/rabbitmq.conf" <<END
listeners.tcp.1 = 127.0.0.1:$BROKER_PORT
listeners.ssl.1 = 127.0.0.1:$BROKER_TLS_PORT
ssl_options.cacertfile = $VERIFYD_LOCAL/tls/authority.pem
ssl_options.certfile = $VERIFYD_LOCAL/tls/server.pem
ssl_options.keyfile = $VERIFYD_LOCAL/tls/server.key
ssl_options.versions.1 = tlsv1.3
ssl_options.versions.2 = tlsv1.2
ssl_options.verify = verify_none
default_user = $BROKER_USER
default_pass = $BROKER_PASSWORD
END
    # RabbitMQ's dead-letter worker may start before its target queue has recovered. Then it tries again after this
    # time, in ms; the default is 3 minutes.
    printf '[{rabbit, [{dead_letter_worker_publisher_confirm_timeout, 5000}]}].\n' >"$VERIFYD_LOCAL/$NODE/advanced.config"
    printf '[].\n' >"$VERIFYD_LOCAL/$NODE/enabled_plugins"
    if [[ $NODE != broker ]]; then write_cluster_configuration; fi
}

start_epmd() {
    if [[ -n $(epmd_pid) ]]; then return; fi
    prepare_broker_environment
    become "${in_broker_environment[@]}" setsid epmd -port "$EPMD_PORT" -address 127.0.0.1 \
        >>"$VERIFYD_LOCAL/broker/log/epmd.log" 2>&1 </dev/null &
    printf '%s\n' "$!" >"$VERIFYD_LOCAL/broker/epmd.pid"
}

# Starts the node and does not wait for it. `RUNNING_UNDER_SYSTEMD` above makes RabbitMQ's script become the node,
# instead of starting it as a child. So the process id is the node's.
launch_broker() {
    BROKER_LAUNCHED=''
    if [[ -n $(broker_pid) ]]; then return; fi
    BROKER_LAUNCHED=$EPOCHREALTIME
    mkdir -p "$VERIFYD_LOCAL/broker/log" "$VERIFYD_LOCAL/$NODE"/{data,log}
    write_broker_configuration
    start_epmd
    prepare_broker_environment
    become "${in_broker_environment[@]}" setsid "$rabbitmq_bin/rabbitmq-server" \
        >>"$VERIFYD_LOCAL/$NODE/log/console.log" 2>&1 </dev/null &
    printf '%s\n' "$!" >"$VERIFYD_LOCAL/$NODE/pid"
}

await_broker() {
    if [[ -z $BROKER_LAUNCHED ]]; then
        say "RabbitMQ   is up"
        return
    fi
    printf 'RabbitMQ   … ' >&2
    local tenths=900
    until broker_answers; do
        # Between fork and exec, the process does not have the node's command line yet. So in the first 2 s a missing
        # process does not mean that the node has ended.
        if ((tenths < 880)) && [[ -z $(broker_pid) ]]; then broker_failed "it ended"; fi
        if ((tenths-- == 0)); then broker_failed "no answer in 90 s"; fi
        sleep 0.1
    done
    say "up in $(seconds_since "$BROKER_LAUNCHED") s"
}

# Whether the broker greets a client (`connection.start`, in a frame of type 1). By then its vhosts and queues are open.
broker_answers() {
    local frame_type=''
    {
        printf 'AMQP\0\0\x09\x01' >&3
        IFS= read -r -t 2 -N 1 -u 3 frame_type
    } 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$BROKER_PORT" || return 1
    [[ $frame_type == $'\x01' ]]
}

broker_failed() {
    tail -n 20 "$VERIFYD_LOCAL/$NODE/log/"{console,broker}.log >&2 || true
    fail "RabbitMQ did not start: $1"
}

start_broker() {
    launch_broker
    await_broker
}

stop_broker() {
    local started=$EPOCHREALTIME
    if [[ -z $(broker_pid) ]]; then return; fi
    signal_each CONT "$(broker_pid)"
    signal_each TERM "$(broker_pid)"
    if ! await_gone broker_pid 300; then
        say "RabbitMQ did not stop in 30 s and is killed"
        kill_broker
    fi
    rm -f "$VERIFYD_LOCAL/$NODE/pid"
    say "RabbitMQ   stopped in $(seconds_since "$started") s"
}

kill_broker() {
    signal_each KILL "$(broker_pid)"
    await_gone broker_pid 100 || fail "RabbitMQ cannot be killed"
}

freeze_broker() {
    freeze_each "$(broker_pid)"
}

thaw_broker() {
    signal_each CONT "$(broker_pid)"
}

stop_epmd() {
    signal_each TERM "$(epmd_pid)"
    await_gone epmd_pid 50 || fail "epmd does not stop"
    rm -f "$VERIFYD_LOCAL/broker/epmd.pid"
}

run_rabbitmqctl() {
    prepare_broker_environment
    "${in_broker_environment[@]}" "$rabbitmq_bin/rabbitmqctl" "$@"
}

broker_url() {
    printf 'amqp://%s:%s@127.0.0.1:%s/%%2F\n' "$BROKER_USER" "$BROKER_PASSWORD" "$BROKER_PORT"
}

broker_tls_url() {
    printf 'amqps://%s:%s@localhost:%s/%%2F\n' "$BROKER_USER" "$BROKER_PASSWORD" "$BROKER_TLS_PORT"
}
