/// Where the dashboard listens, and what it is called.
package enum DashboardSettings {
    package static let host = Setting(
        "dashboard.host", .text, "address on which the dashboard listens", standard: "127.0.0.1")
    package static let port = Setting(
        "dashboard.port", .number(0...65_535), "port of the dashboard; 0 takes a free one", standard: "8089")
    package static let path = Setting(
        "dashboard.path", .path, "path below which all pages of the dashboard are, for example /ops", standard: "/ops")
    package static let environment = Setting(
        "dashboard.environment", .text,
        "text on every page that tells this installation from others, such as PRODUCTION", standard: "")

    static let all: [any DeclaredSetting] = [host, port, path, environment]
}
