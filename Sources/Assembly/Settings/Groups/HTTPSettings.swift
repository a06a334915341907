/// Where the API listens, and how long a connection may be silent.
package enum HTTPSettings {
    package static let host = Setting("http.host", .text, "address on which the API listens", standard: "127.0.0.1")
    package static let port = Setting(
        "http.port", .number(0...65_535), "port of the API; 0 takes a free one", standard: "8080")

    /// Holds for every surface of a process: API, Firebase surface, dashboard, and the pages at `admin.port`.
    static let keepAlive = Setting(
        "http.keepAlive", .duration(.seconds(1)...(.seconds(3_600))),
        "how long a connection may be silent between two calls; choose more than the load balancer in front",
        standard: "75s")

    static let all: [any DeclaredSetting] = [host, port, keepAlive]
}
