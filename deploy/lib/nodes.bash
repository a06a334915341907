# A cluster of three nodes of RabbitMQ. deploy/services sources this file, after broker.bash.
# shellcheck shell=bash
# shellcheck disable=SC2030,SC2031  # a node of the cluster is chosen for one subshell

# The nodes find each other by these names when they start for the first time, and talk to each other with one cookie.
# A node that sees neither of the others stops serving until it sees one again.
write_cluster_configuration() {
    local node number=0
    {
        echo 'cluster_partition_handling = pause_minority'
        echo 'cluster_formation.peer_discovery_backend = classic_config'
        for node in "${cluster[@]}"; do
            printf 'cluster_formation.classic_config.nodes.%d = %s\n' "$((number += 1))" "$(NODE=$node broker_node)"
        done
    } >>"$VERIFYD_LOCAL/$NODE/rabbitmq.conf"
    printf %s "$BROKER_PASSWORD" >"$VERIFYD_LOCAL/$NODE/.erlang.cookie"
    chmod 400 "$VERIFYD_LOCAL/$NODE/.erlang.cookie"
}

# Makes the functions of broker.bash be about a node of the cluster, in this subshell.
choose_node() {
    NODE=$1
    [[ " ${cluster[*]} " == *" $NODE "* ]] || fail "there is no node \"$NODE\": ${cluster[*]}"
    if [[ ! -f $VERIFYD_LOCAL/$NODE/ports ]]; then
        mkdir -p "$VERIFYD_LOCAL/$NODE"
        BROKER_PORT='' BROKER_TLS_PORT='' BROKER_DISTRIBUTION_PORT=''
        ensure_free BROKER_PORT BROKER_TLS_PORT BROKER_DISTRIBUTION_PORT
        printf '%s=%q\n' BROKER_PORT "$BROKER_PORT" BROKER_TLS_PORT "$BROKER_TLS_PORT" \
            BROKER_DISTRIBUTION_PORT "$BROKER_DISTRIBUTION_PORT" >"$VERIFYD_LOCAL/$NODE/ports"
    fi
    # shellcheck source=/dev/null
    source "$VERIFYD_LOCAL/$NODE/ports"
}

on_node() {
    (choose_node "$1" && "${@:2}")
}

# In a cluster the functions are about the first node that answers.
on_some_node() {
    local node
    if ! is_clustered; then
        "$@"
        return
    fi
    for node in "${cluster[@]}"; do
        if on_node "$node" broker_answers; then
            on_node "$node" "$@"
            return
        fi
    done
    fail "no node answers"
}

# Starts the nodes together: each waits for the others before it answers clients.
start_cluster() {
    local node
    for node in "${cluster[@]}"; do on_node "$node" launch_broker; done
    BROKER_LAUNCHED=$EPOCHREALTIME
    for node in "${cluster[@]}"; do on_node "$node" await_broker; done
    on_node "${cluster[0]}" run_rabbitmqctl --quiet await_online_nodes "${#cluster[@]}"
}

# Cuts a node off from the other two, until heal_node. Erlang's nodes prove to each other that they know a cookie. From
# here on this node proves another cookie to each of the others, and its connections to them end.
partition_node() {
    change_cookies "${1:?}" "cut_$(random_hex 8)"
}

heal_node() {
    change_cookies "${1:?}" "$BROKER_PASSWORD"
}

change_cookies() {
    local node others=() list
    for node in "${cluster[@]}"; do
        [[ $node == "$1" ]] || others+=("'$(NODE=$node broker_node)'")
    done
    list=$(IFS=, && printf %s "${others[*]}")
    on_node "$1" run_rabbitmqctl --quiet eval \
        "[begin erlang:set_cookie(N, '$2'), erlang:disconnect_node(N) end || N <- [$list]]." >/dev/null
}

stop_cluster() {
    local node
    for node in "${cluster[@]}"; do
        if [[ -f $VERIFYD_LOCAL/$node/ports ]]; then on_node "$node" kill_broker; fi
        rm -rf "${VERIFYD_LOCAL:?}/$node"
    done
}
