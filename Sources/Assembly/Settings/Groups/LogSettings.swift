import Logging
import Telemetry

/// What a process writes to its log, and how.
package enum LogSettings {
    private static let levels = "trace, debug, info, notice, warning, error or critical"

    package static let level = Setting(
        "log.level", SettingForm(expecting: "one of \(levels)", Logger.Level.init(rawValue:)),
        "lowest level of log lines: \(levels)", standard: "info")
    package static let format = Setting(
        "log.format", SettingForm(expecting: "text or json", LogFormat.init(rawValue:)),
        "form of log lines: text or json; by default text on a terminal, and otherwise json")

    static let all: [any DeclaredSetting] = [level, format]
}
