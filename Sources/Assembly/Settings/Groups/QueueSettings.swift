import Foundation
import VerificationCore

/// The names of an installation's queues, and the waits between tries.
package enum QueueSettings {
    package static let prefix = Setting(
        "queue.prefix", .text, "text before the name of the exchange and of every queue", standard: "")
    package static let retrySchedule = Setting(
        "queue.retryDelays", .retrySchedule, "waits before another try of a request, in ascending order",
        standard: "5s,30s,2m")

    static let all: [any DeclaredSetting] = [prefix, retrySchedule]
}

extension SettingForm<RetrySchedule> {
    /// Durations with commas between them, ascending, each at least 100 ms.
    static var retrySchedule: Self {
        Self { text, name throws(SettingsError) in
            var steps: [Duration] = []
            for part in text.split(separator: ",") {
                let step = Duration(setting: part.trimmingCharacters(in: .whitespaces))
                guard let step, step >= .milliseconds(100) else {
                    throw SettingsError("\(name) must be times such as 5s,30s,2m")
                }
                steps.append(step)
            }
            guard !steps.isEmpty else { throw SettingsError("\(name) must be times such as 5s,30s,2m") }
            guard steps == steps.sorted() else {
                throw SettingsError("\(name) must ascend, as 5s,30s,2m does")
            }
            return RetrySchedule(steps)
        }
    }
}
