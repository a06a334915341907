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
    func problem(in text: String) -> SettingsProblem?
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
