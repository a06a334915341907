import Foundation
import GatewayKit
import PhoneNumbers

/// The plan with which an installation judges phone numbers.
package enum PhoneSettings {
    package static let plan = Setting(
        "phones.plan", .numberingPlan,
        "file with a numbering plan, or with additions to the built-in plan; without a file the built-in plan counts",
        standard: ""
    )

    static let all: [any DeclaredSetting] = [plan]
}

extension SettingForm<NumberingPlan> {
    /// The path of a file that verifyd reads line by line; the empty text is the built-in plan.
    static var numberingPlan: Self {
        Self { path, name throws(SettingsError) in
            if path.isEmpty { return .builtIn }
            // The system's message says no more than that the file cannot be read.
            guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
                throw SettingsError("\(name): \(path) cannot be read")
            }
            do {
                return try NumberingPlan(file: Array(file))
            } catch {
                throw SettingsError("\(name): \(path), \(error)")
            }
        }
    }
}
