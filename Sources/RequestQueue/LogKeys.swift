/// The names under which this module's log lines carry what happened.
enum LogKeys {
    static let connection = "connection"
    static let error = "error"
    static let reason = "reason"
    static let detail = "detail"
    static let verification = "verification_id"
    static let queue = "queue"
    static let count = "count"
}
