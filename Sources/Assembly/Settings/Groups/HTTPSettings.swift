/// Where the API listens.
package enum HTTPSettings {
    package static let host = Setting("http.host", .text, "address that the API listens on", standard: "127.0.0.1")
    package static let port = Setting(
        "http.port", .number(0...65_535), "port of the API; 0 takes a free one", standard: "8080")

    static let all: [any DeclaredSetting] = [host, port]
}
