/// A setting: its name, the form of its value, and what it is for.
///
/// For example `Setting("http.port", …)` is `http.port` in `verifyd.yaml` and after `--set`. It is `VERIFYD_HTTP_PORT`
/// in the environment, and `http-port` in a folder of secrets.
public struct Setting<Value: Sendable>: DeclaredSetting {
    /// Words with dots between them, for example `database.url`; of a gateway's setting the last word alone.
    public private(set) var name: String
    /// A line for `verifyd settings`.
    public let summary: String
    /// The text that holds when nothing is set; nil when the setting has no default.
    public let standard: String?
    /// Whether the value must never be shown.
    public let isSecret: Bool
    /// An environment variable that other programs read too, for example `DATABASE_URL`; nil without such a variable.
    public let sharedVariable: String?
    private let form: SettingForm<Value>

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: Words with dots between them, for example `database.url`; of a gateway's setting the last word alone.
    ///   - form: The form of the text.
    ///   - summary: A line for `verifyd settings` and the article on settings; a semicolon parts facts.
    ///   - tellsRange: Whether the line ends with the form's range, for example "; from 2 to 200".
    ///   - standard: The text that holds when nothing is set; nil for no default.
    ///   - isSecret: Whether the value must never be shown.
    public init(
        _ name: String, _ form: SettingForm<Value>, _ summary: String, tellsRange: Bool = false,
        standard: String? = nil, isSecret: Bool = false
    ) {
        self.init(
            name, form, summary, tellsRange: tellsRange, standard: standard, isSecret: isSecret, sharedVariable: nil)
    }

    /// The same; `sharedVariable` is an environment variable that other programs read too, for example `DATABASE_URL`.
    package init(
        _ name: String, _ form: SettingForm<Value>, _ summary: String, tellsRange: Bool = false,
        standard: String? = nil, isSecret: Bool = false, sharedVariable: String?
    ) {
        self.name = name
        self.form = form
        self.summary = tellsRange ? "\(summary); from \(form.range ?? "")" : summary
        self.standard = standard
        self.isSecret = isSecret
        self.sharedVariable = sharedVariable
    }

    /// Whether the settings file may have a mapping in the place of the text.
    public var isMapping: Bool { form.isMapping }

    /// The same setting with a longer name, for example `gateways.main.url` of `url`.
    public func below(_ parent: String) -> Setting {
        var copy = self
        copy.name = "\(parent).\(name)"
        return copy
    }

    /// The value of a text; throws when the text does not have the setting's form.
    package func read(_ text: String) throws(SettingsError) -> Value { try form.read(text, name) }

    /// The value of what the sources say; throws when it is wrong, or missing without a standard.
    ///
    /// `text`: nil where no source says it.
    package func value(from text: String?) throws(SettingsError) -> Value {
        guard let text = text ?? standard, !isMissing(text) else { throw missing }
        return try read(text)
    }

    /// The same for a setting that may be missing; nil when neither a text nor a standard exists.
    package func valueIfSet(from text: String?) throws(SettingsError) -> Value? {
        guard let text = text ?? standard else { return nil }
        return try read(text)
    }

    /// Whether a text counts as not set: nil, or empty where the standard is not empty.
    private func isMissing(_ text: String?) -> Bool { text == nil || text == "" && standard != "" }

    /// What the operator reads when the setting is missing.
    package var missing: SettingsError {
        SettingsError("\(name) is not set: \(summary) (environment: \(environmentName))")
    }

    /// What is wrong with a text; nil when it can be read, or is empty and any text is allowed.
    public func problem(in text: String) -> SettingsError? {
        if isMissing(text) { return form.takesAnyText ? nil : missing }
        do throws(SettingsError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }
}

/// A setting without the type of its value, for lists and for reading the sources.
public protocol DeclaredSetting: Sendable {
    /// Words with dots between them, for example `database.url`; of a gateway's setting the last word alone.
    var name: String { get }
    /// A line for `verifyd settings` and the article on settings; a semicolon parts facts.
    var summary: String { get }
    /// The text that holds when nothing is set; nil when the setting has no default.
    var standard: String? { get }
    /// Whether the value must never be shown.
    var isSecret: Bool { get }
    /// An environment variable that other programs read too, for example `DATABASE_URL`; nil without such a variable.
    var sharedVariable: String? { get }
    /// Whether the settings file may have a mapping in the place of the text.
    var isMapping: Bool { get }
    /// What is wrong with a text; nil when it can be read, or is empty and any text is allowed.
    func problem(in text: String) -> SettingsError?
    /// The same setting with a longer name, for example `gateways.main.url` of `url`.
    func below(_ parent: String) -> Self
}

extension DeclaredSetting {
    /// The name of the setting's file in a folder of secrets, for example `database-url`.
    package var fileName: String { name.split(separator: ".").joined(separator: "-") }

    /// `VERIFYD_` and the name in capitals with underscores, for example `VERIFYD_AMQP_CA_FILE` for `amqp.caFile`.
    package var environmentName: String {
        var result = "VERIFYD_"
        var previous: Character = "."
        for character in name {
            if previous.isLowercase, character.isUppercase { result += "_" }
            result += character.isLetter || character.isNumber ? character.uppercased() : "_"
            previous = character
        }
        return result
    }
}

/// What is wrong with the settings, as text for the operator; it never shows a value that may be secret.
public struct SettingsError: Error, Sendable, CustomStringConvertible {
    /// The text, which begins with the name of the setting where it is one setting's fault.
    public let description: String

    /// Takes the text as it is.
    public init(_ description: String) { self.description = description }
}
