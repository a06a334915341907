import Foundation
import VerificationCore

/// The names of an installation's queues, and the waits between tries.
package enum QueueSettings {
    package static let prefix = Setting(
        "queue.prefix", .text, "text before the name of the exchange and of every queue", standard: "")
    package static let ladder = Setting(
        "queue.ladder", .ladder, "waits before another try of a request, in ascending order", standard: "5s,30s,2m")

    static let all: [any DeclaredSetting] = [prefix, ladder]
}

extension SettingForm<RetryLadder> {
    /// Durations with commas between them, ascending, each at least 100 ms.
    static var ladder: Self {
        Self { text, name throws(SettingsProblem) in
            var rungs: [Duration] = []
            for part in text.split(separator: ",") {
                let rung = Duration(setting: part.trimmingCharacters(in: .whitespaces))
                guard let rung, rung >= .milliseconds(100) else {
                    throw SettingsProblem("\(name) must be times such as 5s,30s,2m")
                }
                rungs.append(rung)
            }
            guard !rungs.isEmpty else { throw SettingsProblem("\(name) must be times such as 5s,30s,2m") }
            guard rungs == rungs.sorted() else {
                throw SettingsProblem("\(name) must ascend, as 5s,30s,2m does")
            }
            return RetryLadder(rungs)
        }
    }
}
