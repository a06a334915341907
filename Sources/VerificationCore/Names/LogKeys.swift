/// Every key of log metadata, so that one thing has one name in all log lines.
///
/// The keys stand in the core because every target that logs sees the core, and only `verifyd` sees Telemetry. No key is
/// for a code, a key, a password, a message's text or a whole phone number.
package enum LogKeys {
    // MARK: What a line is about

    package static let app = "app"
    /// The verification's id.
    package static let verification = "verification"
    /// The id of one HTTP call, as its answer's `Request-Id` has it.
    package static let request = "request"
    /// The trace of the caller's `traceparent`, or a trace that began here; named as OpenTelemetry names it.
    package static let traceID = "trace_id"
    /// The span in which the line was written; without tracing, the caller's span.
    package static let spanID = "span_id"

    /// The operator who gave an order, for example the name of a user of the operating system.
    package static let operatorName = "operator"

    // MARK: What happened

    /// What went wrong, as text that is safe to show.
    package static let error = "error"
    package static let errorType = "errorType"
    /// The stable identifier for why a message was dead-lettered.
    package static let reason = "reason"
    /// What the reason applies to.
    package static let detail = "detail"
    package static let count = "count"
    /// How a request left the worker.
    package static let outcome = "outcome"
    /// In JSON the milliseconds, as a number; in text with its unit, for example `0.0125 seconds`.
    package static let duration = "duration"
    /// When what an operator ordered ends by itself.
    package static let until = "until"

    // MARK: Where

    /// An HTTP call's method.
    package static let method = "method"
    /// The path with names in the place of values, for example `/v1/verifications/{id}`.
    package static let route = "route"
    /// An HTTP answer's status.
    package static let status = "status"
    /// Where a server listens, for example `http://127.0.0.1:8080`.
    package static let address = "address"
    package static let queue = "queue"
    /// A gateway's name in the settings.
    package static let gateway = "gateway"
    /// A gateway's weight among those of its routes; `default` for the settings' weight.
    package static let weight = "weight"
    /// Which of a process's connections to the broker.
    package static let connection = "connection"
}
