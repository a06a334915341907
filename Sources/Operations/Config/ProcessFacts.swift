import VerificationCore

/// What this process is, and the settings that it runs with.
package struct ProcessFacts: Sendable {
    /// A setting as people may see it: the value of a secret is not in here.
    package struct VisibleSetting: Sendable, Hashable {
        package let name: String
        /// The environment variable that sets it; nil for a list, which only the settings file holds.
        package let environmentName: String?
        /// Nil when nothing is set; a placeholder text in place of a secret.
        package let value: String?
        /// For example `settings file`; nil when nothing is set.
        package let origin: String?
        package let isSecret: Bool
        package let summary: String

        package init(
            name: String, environmentName: String?, value: String?, origin: String?, isSecret: Bool, summary: String
        ) {
            (self.name, self.environmentName, self.value) = (name, environmentName, value)
            (self.origin, self.isSecret, self.summary) = (origin, isSecret, summary)
        }
    }

    package let version: String
    package let host: String
    package let processID: Int
    /// By this machine's clock.
    package let startedAt: Timestamp
    package let settings: [VisibleSetting]
    /// What is right and yet worth a second thought, in sentences.
    package let warnings: [String]

    package init(
        version: String, host: String, processID: Int, startedAt: Timestamp, settings: [VisibleSetting],
        warnings: [String]
    ) {
        (self.version, self.host, self.processID) = (version, host, processID)
        (self.startedAt, self.settings, self.warnings) = (startedAt, settings, warnings)
    }
}
