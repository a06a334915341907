/// Where the sandbox shows its inbox.
package enum SandboxSettings {
    package static let host = Setting(
        "sandbox.host", .text, "address on which the sandbox's inbox listens", standard: "127.0.0.1")
    package static let port = Setting(
        "sandbox.port", .number(0...65_535), "port of the sandbox's inbox; 0 takes a free one", standard: "8025")
    package static let isPublic = Setting(
        "sandbox.public", .truth, "whether other machines may reach the sandbox, which shows codes to every caller",
        standard: "false")

    static let all: [any DeclaredSetting] = [host, port, isPublic]
}
