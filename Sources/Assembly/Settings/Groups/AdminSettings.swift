/// Where each process shows its health and metrics to the operator.
package enum AdminSettings {
    package static let host = Setting(
        "admin.host", .text, "address on which the process shows health and metrics", standard: "127.0.0.1")
    package static let port = Setting(
        "admin.port", .number(0...65_535),
        "port of /livez, /readyz, /startupz and /metrics; 0 takes a free one, which the log names", standard: "0")

    static let all: [any DeclaredSetting] = [host, port]
}
