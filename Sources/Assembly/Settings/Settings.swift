import Configuration
import Foundation
import Logging
import Telemetry
import VerificationCore

/// All settings, read and checked; what a command does not use may be missing.
package struct Settings: Sendable {
    private var values: [SettingKey: String]

    /// Reads every setting once, so that a wrong one is found at the start and not when it is needed.
    package init(_ sources: SettingsSources, environment: [String: String] = ProcessInfo.processInfo.environment)
        async throws
    {
        let reader = try await sources.reader(environment: environment)
        var values: [SettingKey: String] = [:]
        for key in SettingKey.allCases {
            values[key] = Self.read(key, from: reader) ?? key.standard
        }
        self.values = values
    }

    /// The same settings with some changed; nil takes one away.
    package func changing(_ changes: [SettingKey: String?]) -> Settings {
        var copy = self
        for (key, value) in changes { copy.values[key] = value }
        return copy
    }

    /// A YAML number or truth value is as good as its text.
    private static func read(_ key: SettingKey, from reader: ConfigReader) -> String? {
        let name = ConfigKey(key.rawValue)
        if let text = reader.string(forKey: name, isSecret: key.isSecret) { return text }
        if let number = reader.int(forKey: name) { return String(number) }
        return reader.bool(forKey: name).map { String($0) }
    }

    /// Throws when nothing is set.
    package func text(_ key: SettingKey) throws -> String {
        guard let text = values[key], !text.isEmpty || key.standard == "" else {
            throw SettingsProblem("\(key.rawValue) is not set: \(key.summary) (environment: \(key.environmentName))")
        }
        return text
    }

    /// Nil when nothing is set.
    package func optionalText(_ key: SettingKey) -> String? { values[key] }

    /// A number in the range that the setting's form gives.
    package func number(_ key: SettingKey) throws -> Int {
        guard case .number(let range) = key.form, let number = Int(try text(key)), range.contains(number) else {
            throw SettingsProblem("\(key.rawValue) must be \(key.expectation)")
        }
        return number
    }

    func truth(_ key: SettingKey) throws -> Bool {
        switch try text(key).lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw SettingsProblem("\(key.rawValue) must be \(key.expectation)")
        }
    }

    /// A time in the range that the setting's form gives.
    func duration(_ key: SettingKey) throws -> Duration {
        guard case .duration(let range) = key.form, let duration = Duration(setting: try text(key)),
            range.contains(duration)
        else { throw SettingsProblem("\(key.rawValue) must be \(key.expectation)") }
        return duration
    }

    func ladder() throws -> RetryLadder {
        let rungs = try text(.queueLadder).split(separator: ",").map { text in
            guard let rung = Duration(setting: text.trimmingCharacters(in: .whitespaces)), rung >= .milliseconds(100)
            else { throw SettingsProblem("queue.ladder must be times such as 5s,30s,2m") }
            return rung
        }
        guard rungs == rungs.sorted() else { throw SettingsProblem("queue.ladder must ascend, as 5s,30s,2m does") }
        return RetryLadder(rungs)
    }

    /// The keys that codes and ids derive from.
    package func keyRing() throws -> KeyRing {
        do {
            return try KeyRing(try text(.codeKeys))
        } catch let problem as KeyRingProblem {
            throw SettingsProblem("code.keys: \(problem.words)")
        }
    }

    func logLevel() throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: try text(.logLevel)) else {
            throw SettingsProblem("log.level must be one of \(SettingKey.logLevel.summary)")
        }
        return level
    }

    func logFormat() throws -> LogFormat {
        guard let text = optionalText(.logFormat) else { return .forStandardError }
        guard let format = LogFormat(rawValue: text) else { throw SettingsProblem("log.format must be text or json") }
        return format
    }
}

extension KeyRingProblem {
    fileprivate var words: String {
        switch self {
        case .malformed: "expected name:Base64, several separated by commas; make one with `openssl rand -base64 32`"
        case .weakSecret(let name): "the secret of key \(name) must be Base64 of at least 32 bytes"
        case .repeatedName(let name): "two keys are called \(name)"
        }
    }
}

extension Duration {
    /// Reads a whole number with a unit: `ms`, `s`, `m` or `h`.
    init?(setting text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number < 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        case "h": self = .seconds(number * 3_600)
        default: return nil
        }
    }
}
