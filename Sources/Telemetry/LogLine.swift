import Logging
import VerificationCore

/// One log event, ready to be written.
struct LogLine {
    let time: Timestamp
    let level: Logger.Level
    let label: String
    let message: String
    let error: String?
    let metadata: Logger.Metadata
}

// For machines: one JSON object, metadata sorted by key so that equal events are equal lines.
extension LogLine {
    var json: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line.append(contentsOf: "{\"time\":\"\(time.rfc3339)\",\"level\":\"\(level.rawValue)\",\"logger\":".utf8)
        EscapedText.appendQuoted(label, to: &line)
        line.append(contentsOf: ",\"message\":".utf8)
        EscapedText.appendQuoted(message, to: &line)
        if let error {
            line.append(contentsOf: ",\"error\":".utf8)
            EscapedText.appendQuoted(error, to: &line)
        }
        if !metadata.isEmpty {
            line.append(contentsOf: ",\"metadata\":".utf8)
            Self.appendJSON(.dictionary(metadata), to: &line)
        }
        line.append(contentsOf: "}\n".utf8)
        return line
    }

    private static func appendJSON(_ value: Logger.MetadataValue, to line: inout [UInt8]) {
        switch value {
        case .string(let text): EscapedText.appendQuoted(text, to: &line)
        case .stringConvertible(let value): EscapedText.appendQuoted(value.description, to: &line)
        case .array(let values): appendArray(values, to: &line)
        case .dictionary(let members): appendObject(members, to: &line)
        }
    }

    private static func appendArray(_ values: [Logger.MetadataValue], to line: inout [UInt8]) {
        var separator = "["
        for value in values {
            line.append(contentsOf: separator.utf8)
            appendJSON(value, to: &line)
            separator = ","
        }
        line.append(contentsOf: (values.isEmpty ? "[]" : "]").utf8)
    }

    private static func appendObject(_ members: Logger.Metadata, to line: inout [UInt8]) {
        var separator = "{"
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            line.append(contentsOf: separator.utf8)
            EscapedText.appendQuoted(key, to: &line)
            line.append(UInt8(ascii: ":"))
            appendJSON(value, to: &line)
            separator = ","
        }
        line.append(contentsOf: (members.isEmpty ? "{}" : "}").utf8)
    }
}

// For people: `09:30:00.123 info     worker: message  key=value`.
extension LogLine {
    var text: [UInt8] {
        let level = level.rawValue
        var line = Array("\(clock) \(level)\(String(repeating: " ", count: max(1, 9 - level.utf8.count)))".utf8)
        EscapedText.append(label, to: &line)
        line.append(contentsOf: ": ".utf8)
        EscapedText.append(message, to: &line)
        if let error { Self.append("error", .string(error), to: &line) }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { Self.append(key, value, to: &line) }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Hours to milliseconds, in UTC.
    private var clock: Substring { time.rfc3339.dropFirst("2026-01-02T".count).dropLast() }

    /// Appends `key=value`; the value in quotes unless it is one plain word.
    private static func append(_ key: String, _ value: Logger.MetadataValue, to line: inout [UInt8]) {
        line.append(contentsOf: "  ".utf8)
        EscapedText.append(key, to: &line)
        line.append(UInt8(ascii: "="))
        let plain = value.description
        if plain.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "=") }) {
            EscapedText.appendQuoted(plain, to: &line)
        } else {
            EscapedText.append(plain, to: &line)
        }
    }
}
