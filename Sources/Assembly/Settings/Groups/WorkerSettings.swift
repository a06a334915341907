/// How many requests a worker handles at a time, and how often it tries.
package enum WorkerSettings {
    package static let prefetch = Setting(
        "worker.prefetch", .number(1...10_000), "requests that one worker handles at the same time", standard: "1000")
    package static let tries = Setting(
        "worker.tries", .number(1...100), "tries of one message before it is dead-lettered", standard: "6")

    static let all: [any DeclaredSetting] = [prefetch, tries]
}
