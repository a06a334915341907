/// How long an installation keeps its rows.
package enum RetentionSettings {
    package static let days = Setting(
        "retention.days", .number(1...3_650), "days after which verifications, phones and dead letters are deleted",
        tellsRange: true,
        standard: "30")

    static let all: [any DeclaredSetting] = [days]
}
