/// How a process reaches PostgreSQL.
package enum DatabaseSettings {
    package static let url = Setting(
        "database.url", .text,
        "PostgreSQL, for example postgres://user:password@host/verifyd; name all hosts; also DATABASE_URL",
        isSecret: true, sharedVariable: "DATABASE_URL")
    package static let connections = Setting(
        "database.connections", .number(2...200),
        "connections that one process may open; it opens one more to learn of changes", tellsRange: true,
        standard: "8")
    package static let allowPlaintext = Setting(
        "database.allowPlaintext", .truth, "whether the URL may name another machine without TLS",
        standard: "false")

    static let all: [any DeclaredSetting] = [url, connections, allowPlaintext]
}
