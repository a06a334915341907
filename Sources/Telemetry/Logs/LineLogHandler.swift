import Glibc
import Logging
import VerificationCore

/// Writes each log event as one line, as JSON or as text.
///
/// An event below `logLevel` never gets here: the logger drops it before it makes the message or the metadata. Both
/// formats escape control characters, so that logged text can neither end a line early nor control a terminal.
package struct LineLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat
    private let output: LogOutput
    private let origin: LogOrigin?
    private let now: @Sendable () -> Timestamp

    /// Makes the handler of the logger with this label.
    package init(
        label: String, level: Logger.Level = .info, format: LogFormat = .forStandardError,
        output: LogOutput = .standardError, origin: LogOrigin? = nil, metadataProvider: Logger.MetadataProvider? = nil,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.label = label
        self.logLevel = level
        self.format = format
        self.output = output
        self.origin = origin
        self.metadataProvider = metadataProvider
        self.now = now
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let line = LogLine(
            time: now(), level: event.level, label: label, message: event.message.description,
            error: event.error.map { "\($0)" }, metadata: merged(with: event.metadata), origin: origin)
        output.write(bytes(of: line), note: { bytes(of: lossLine(count: $0)) })
    }

    private func bytes(of line: LogLine) -> [UInt8] {
        switch format {
        case .json: line.json
        case .text: line.text
        }
    }

    private func lossLine(count: Int) -> LogLine {
        LogLine(
            time: now(), level: .warning, label: label, message: "log lines were dropped: they were not read in time",
            error: nil, metadata: [LogKeys.count: .stringConvertible(count)], origin: origin)
    }

    /// Where keys are equal, the event's metadata wins over the provider's, and the provider's over the handler's.
    private func merged(with own: Logger.Metadata?) -> Logger.Metadata {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own { all.merge(own) { $1 } }
        return all
    }
}

/// How a log line looks.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object per line, for machines.
    case json
    /// Time, level, logger and message, for people.
    case text

    /// What suits the reader of standard error: text for a terminal, JSON for everything else.
    package static var forStandardError: LogFormat { isatty(STDERR_FILENO) == 1 ? .text : .json }
}
