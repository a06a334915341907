import Logging
import Telemetry

extension Settings {
    /// Writes to standard error as the settings say; `label` is the name of the process.
    func logger(label: String) throws(SettingsProblem) -> Logger {
        let level = try value(of: LogSettings.level)
        let format = try valueIfSet(of: LogSettings.format) ?? .forStandardError
        return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format) }
    }
}
