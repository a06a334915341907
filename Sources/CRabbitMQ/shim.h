#pragma once
#include <amqp.h>
#include <amqp_framing.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>

/// Logs in with user name and password. Swift cannot call the variadic `amqp_login_with_properties`.
static inline amqp_rpc_reply_t amqp_shim_login(
    amqp_connection_state_t state, char const *vhost, int frame_max, int heartbeat,
    amqp_table_t const *client_properties, char const *user, char const *password) {
  return amqp_login_with_properties(
      state, vhost, 0, frame_max, heartbeat, client_properties, AMQP_SASL_METHOD_PLAIN, user, password);
}
