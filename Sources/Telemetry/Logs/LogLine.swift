import Logging
import StrictJSON
import VerificationCore

/// One log event, ready to be written.
struct LogLine {
    let time: Timestamp
    let level: Logger.Level
    let label: String
    let message: String
    let error: String?
    let metadata: Logger.Metadata
    /// Which process writes, in JSON; a terminal shows one process at a time.
    var origin: LogOrigin?
}

/// The process that writes a log line, so that a collector can tell lines of many machines and versions apart.
package struct LogOrigin: Sendable, Hashable {
    let host: String
    let processID: Int
    let version: String

    /// - Parameters:
    ///   - host: the machine's name.
    ///   - processID: as the operating system counts processes.
    ///   - version: the program's version.
    package init(host: String, processID: Int, version: String) {
        (self.host, self.processID, self.version) = (host, processID, version)
    }
}

// For machines: a JSON object. The metadata is sorted by key, so that equal metadata is equal text.
extension LogLine {
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { json in
            json.member("time", is: time.rfc3339)
            json.member("level", is: level.rawValue)
            json.member("logger", is: label)
            json.member("host", is: origin?.host)
            json.member("pid", is: origin?.processID)
            json.member("version", is: origin?.version)
            json.member("message", is: message)
            json.member("error", is: error)
            if !metadata.isEmpty {
                json.key("metadata")
                json.value(.dictionary(metadata))
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ metadata: Logger.MetadataValue) {
        switch metadata {
        case .string(let text): value(text)
        case .stringConvertible(let convertible): value(of: convertible)
        case .array(let elements): array { for element in elements { $0.value(element) } }
        case .dictionary(let members):
            object { json in
                for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.key(key)
                    json.value(value)
                }
            }
        }
    }
}

extension JSONWriter {
    /// A number stays a number, so that a log store can compare it; a duration is its milliseconds.
    fileprivate mutating func value(of convertible: any CustomStringConvertible) {
        switch convertible {
        case let number as any BinaryInteger: value(number)
        case let number as Double where number.isFinite: value(number)
        case let truth as Bool: value(truth)
        case let duration as Duration: value((duration / .microseconds(1)).rounded() / 1_000)
        default: value(convertible.description)
        }
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
        if let error { Self.append("error", value: .string(error), to: &line) }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { Self.append(key, value: value, to: &line) }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Hours to milliseconds, in UTC.
    private var clock: Substring { time.rfc3339.dropFirst("2026-01-02T".count).dropLast() }

    /// Appends `key=value`; quotes enclose a value that contains a space, a control character, a quote or `=`.
    private static func append(_ key: String, value: Logger.MetadataValue, to line: inout [UInt8]) {
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
