/// What every metric of the program means; `/metrics` prints the text before the metric.
package enum MetricHelp {
    package static let texts = [
        "http_server_requests_total": "Answers of the API, by route, method and status.",
        "http_server_request_duration_seconds": "From a request's head to its answer, by route, method and status.",
        "process_cpu_seconds_total": "Processor time of this process.",
        "process_open_fds": "Open file descriptors.",
        "process_resident_memory_bytes": "Resident memory.",
        "process_start_time_seconds": "Start of this process, in seconds since 1970.",
        "verifyd_broker_connection_up": "Whether the connection to RabbitMQ can be used: 1 or 0.",
        "verifyd_clock_offset_seconds": "This machine's clock less the database's.",
        "verifyd_database_callers_waiting": "Calls that wait for a free connection to PostgreSQL.",
        "verifyd_database_connections": "Connections to PostgreSQL: busy, idle, and being opened.",
        "verifyd_database_round_trips_total": "Pipelines sent to PostgreSQL.",
        "verifyd_dead_letters_total": "Messages put aside in the queue of the dead, by reason.",
        "verifyd_events_total": "Events on their way to apps' endpoints, by what became of them.",
        "verifyd_events_waiting": "Events that are written and not yet on the queue; 100000 at most.",
        "verifyd_gate_closed": "Whether requests are held back because of the database, by reason: 1 or 0.",
        "verifyd_gateway_breaker_open": "Whether each gateway's breaker is open, as this worker knows it: 1 or 0.",
        "verifyd_gateway_call_seconds": "Calls of the SMS gateway, from connecting to the answer.",
        "verifyd_gateway_calls_total": "Calls of the SMS gateway, by outcome.",
        "verifyd_gateway_failovers_total":
            "Tries that went on to another gateway because this gateway definitely did not send.",
        "verifyd_gateway_in_flight": "Places at each gateway that are taken.",
        "verifyd_gateway_link_up": "Whether a gateway's standing connection to its provider is up: 1 or 0.",
        "verifyd_gateway_waiting": "Requests that wait for a place at each gateway.",
        "verifyd_log_lines_dropped_total": "Log lines that nobody read in time, or that could not be written.",
        "verifyd_oldest_request_seconds": "How long the oldest request that this worker has in hand has been there.",
        "verifyd_partition_days_ahead": "Days after today that have partitions; 13 or 14 in a healthy installation.",
        "verifyd_queue_paused":
            "Whether this worker gets nothing from a queue because an operator has paused it: 1 or 0.",
        "verifyd_receipts_in_hand": "Receipts that this worker has taken and the database has not.",
        "verifyd_receipts_total": "Receipts that the database has got, by gateway and status.",
        "verifyd_requests_in_hand": "Requests that this worker has taken and not settled.",
        "verifyd_verdicts_total": "Decisions about requests, by verdict.",
    ]

    /// The `# HELP` line before a family; empty when `help` has no text for the name.
    static func line(_ name: String, _ help: [String: String]) -> String {
        help[name].map { "# HELP \(name) \($0)\n" } ?? ""
    }
}
