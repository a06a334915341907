import Glibc

/// How a log line looks.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object per line, for machines.
    case json
    /// Time, level, logger and message, for people.
    case text

    /// What suits the reader of standard error: text for a terminal, JSON for everything else.
    package static var forStandardError: LogFormat { isatty(STDERR_FILENO) == 1 ? .text : .json }
}
