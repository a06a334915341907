import GatewayKit
import Logging
import Telemetry

extension Settings {
    /// Writes to standard error as the settings say; `label` is the name of the process.
    func logger(label: String) throws(SettingsError) -> Logger {
        let level = try value(of: LogSettings.level)
        let format = try valueIfSet(of: LogSettings.format) ?? .forStandardError
        let origin = LogOrigin(
            host: Machine.hostName, processID: Machine.processID, version: ProgramVersion.full)
        return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format, origin: origin) }
    }
}
