extension MetricHelp {
    /// Every metric of the program, in the order of their names.
    package static let all = [
        MetricHelp(
            "http_server_request_duration_seconds", .histogram, by: ["route", "method", "status"],
            "From a request's head to its answer, by route, method and status."),
        MetricHelp(
            "http_server_requests_total", .counter, by: ["route", "method", "status"],
            "Answers of the API, by route, method and status."),
        MetricHelp("process_cpu_seconds_total", .counter, "Processor time of this process."),
        MetricHelp("process_open_fds", .gauge, "Open file descriptors."),
        MetricHelp("process_resident_memory_bytes", .gauge, "Resident memory."),
        MetricHelp("process_start_time_seconds", .gauge, "Start of this process, in seconds since 1970."),
        MetricHelp(
            "verifyd_app_outcomes_total", .counter, by: ["app", "status"],
            "Verifications that this process has ended, by app and status; apps beyond 300 are other."),
        MetricHelp(
            "verifyd_app_proofs_total", .counter, by: ["kind", "result"],
            "Calls of apps in which the Firebase surface has looked for a proof of the app, by kind and result."),
        MetricHelp(
            "verifyd_app_starts_total", .counter, by: ["app"],
            "Calls for a verification that API and Firebase surface have put on the queue, by app; apps beyond 300 are other."
        ),
        MetricHelp(
            "verifyd_broker_connection_up", .gauge, by: ["connection"],
            "Whether the connection to RabbitMQ can be used: 1 or 0."),
        MetricHelp("verifyd_build_info", .gauge, by: ["version"], "Always 1; the label is the program's version."),
        MetricHelp(
            "verifyd_checks_total", .counter, by: ["result"],
            "Checks of codes that API and Firebase surface have answered, by result."),
        MetricHelp("verifyd_clock_offset_seconds", .gauge, "This machine's clock less the database's."),
        MetricHelp(
            "verifyd_dashboard_actions_total", .counter, by: ["action", "result"],
            "Actions of operators on the dashboard, as the audit has them."),
        MetricHelp(
            "verifyd_database_callers_waiting", .gauge, "Calls that wait for a free connection to PostgreSQL."),
        MetricHelp(
            "verifyd_database_connections", .gauge, by: ["state"],
            "Connections to PostgreSQL: busy, idle, and being opened."),
        MetricHelp("verifyd_database_round_trips_total", .counter, "Pipelines sent to PostgreSQL."),
        MetricHelp(
            "verifyd_dead_letters_total", .counter, by: ["reason"],
            "Dead-lettered messages, by reason."),
        MetricHelp(
            "verifyd_events_total", .counter, by: ["outcome"],
            "Events for apps' endpoints, by outcome: told is delivered, put_off is deferred."),
        MetricHelp(
            "verifyd_events_waiting", .gauge,
            "Events that are written and not yet on the queue; 100000 at most. Every worker reports the same number."),
        MetricHelp(
            "verifyd_finding", .gauge, by: ["rule"],
            "Whether a rule of the dashboard's verdict holds: 0 no, 1 degraded, 2 down; every dashboard reports the same."
        ),
        MetricHelp(
            "verifyd_finding_acknowledged", .gauge, by: ["rule"],
            "Whether an operator has acknowledged what a rule of the verdict found: 1 or 0."),
        MetricHelp(
            "verifyd_finding_intended", .gauge, by: ["rule"],
            "Whether operators' own actions explain what a rule of the verdict found: 1 or 0."),
        MetricHelp(
            "verifyd_gate_closed", .gauge, by: ["reason"],
            "Whether requests are paused because of the database, by reason: 1 or 0."),
        MetricHelp(
            "verifyd_gateway_breaker_open", .gauge, by: ["gateway"],
            "Whether each gateway's breaker is open, as this worker knows it: 1 or 0."),
        MetricHelp(
            "verifyd_gateway_call_seconds", .histogram, by: ["gateway"],
            "Calls of each SMS gateway, from connecting to the answer."),
        MetricHelp(
            "verifyd_gateway_calls_total", .counter, by: ["gateway", "outcome"],
            "Calls of each SMS gateway, by outcome: refused is for good, failed is for now."),
        MetricHelp(
            "verifyd_gateway_failovers_total", .counter, by: ["gateway"],
            "Tries that went on to another gateway because this gateway definitely did not send."),
        MetricHelp("verifyd_gateway_in_flight", .gauge, by: ["gateway"], "Calls in flight at each gateway."),
        MetricHelp(
            "verifyd_gateway_link_up", .gauge, by: ["gateway"],
            "Whether a gateway's standing connection to its provider is up: 1 or 0."),
        MetricHelp(
            "verifyd_gateway_waiting", .gauge, by: ["gateway"], "Requests that wait for a free slot at each gateway."),
        MetricHelp(
            "verifyd_job_duration_seconds", .histogram, by: ["outcome"],
            "From a worker's taking a request to its settling it, by how the request left the worker."),
        MetricHelp(
            "verifyd_job_wait_seconds", .histogram,
            "From the call for a verification to the claim of its message by a worker; first tries only."),
        MetricHelp(
            "verifyd_log_lines_dropped_total", .counter,
            "Log lines that were dropped: not read in time, or impossible to write."),
        MetricHelp(
            "verifyd_numbering_plan_info", .gauge, by: ["version", "date", "additions"],
            "Always 1; the labels are the version and the day of the plan that validates numbers."),
        MetricHelp(
            "verifyd_numbering_plan_timestamp_seconds", .gauge,
            "The day of the plan that validates numbers, in seconds since 1970."),
        MetricHelp(
            "verifyd_oldest_request_seconds", .gauge,
            "Age of the oldest request that this worker has in flight."),
        MetricHelp(
            "verifyd_outcomes_total", .counter, by: ["status"],
            "Verifications that this process has ended, by status; codes that expire untyped are not counted."),
        MetricHelp(
            "verifyd_partitions_ahead", .gauge,
            "How many days after today have partitions; 13 or 14 in a healthy installation."),
        MetricHelp(
            "verifyd_queue_consumers", .gauge, by: ["queue"],
            "Consumers of each queue; every dashboard reports the same number."),
        MetricHelp(
            "verifyd_queue_messages", .gauge, by: ["queue", "state"],
            "Messages in each queue that are ready for a consumer; every dashboard reports the same number."),
        MetricHelp(
            "verifyd_queue_oldest_message_age_seconds", .gauge, by: ["queue"],
            "About how long the oldest request has waited, on its queue or in flight; every dashboard reports the same."
        ),
        MetricHelp(
            "verifyd_queue_paused", .gauge, by: ["queue"],
            "Whether this worker takes nothing from a queue because an operator has paused it: 1 or 0."),
        MetricHelp(
            "verifyd_receipts_in_hand", .gauge,
            "Receipts in flight: taken by this worker, not stored yet."),
        MetricHelp(
            "verifyd_receipts_total", .counter, by: ["gateway", "status"],
            "Receipts that were stored, by gateway and status."),
        MetricHelp("verifyd_requests_in_hand", .gauge, "Requests in flight: taken by this worker, not settled yet."),
        MetricHelp(
            "verifyd_silent_pushes_total", .counter, by: ["outcome"],
            "Silent pushes that the Firebase surface has asked Apple's push service for, by outcome."),
        MetricHelp(
            "verifyd_starts_total", .counter, by: ["country"],
            "Calls for a verification that API and Firebase surface have put on the queue, by the number's region."),
        MetricHelp(
            "verifyd_trace_spans_total", .counter, by: ["result"],
            "Spans of this process: sent, dropped because too many waited, or failed; none without trace.endpoint."),
        MetricHelp(
            "verifyd_verdict", .gauge,
            "What the overview says first: 0 OK, 1 DEGRADED, 2 DOWN, 3 UNKNOWN because a part could not be looked at."),
        MetricHelp("verifyd_verdicts_total", .counter, by: ["verdict"], "Decisions about requests, by verdict."),
    ]
}
