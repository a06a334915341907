/// The names of all metadata in the API's log lines.
enum LogKeys {
    static let requestID = "request.id"
    static let method = "http.method"
    static let route = "http.route"
    static let status = "http.status"
    static let duration = "duration"
    static let error = "error"
    static let errorType = "error.type"
}
