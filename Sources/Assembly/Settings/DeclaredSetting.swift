/// A setting without the type of its value, for lists and for reading the sources.
package protocol DeclaredSetting: Sendable {
    /// Words with dots between them, for example `database.url`.
    var name: String { get }
    /// A line for `verifyd settings` and the article on settings; a semicolon parts facts.
    var summary: String { get }
    /// The text that holds when nothing is set; nil when the setting has no default.
    var standard: String? { get }
    /// Whether the value must never be shown.
    var isSecret: Bool { get }
    /// An environment variable that other programs read too, for example `DATABASE_URL`; nil without such a variable.
    var sharedVariable: String? { get }
    /// What is wrong with a text; nil when it can be read, or is empty and any text is allowed.
    func problem(in text: String) -> SettingsProblem?
}

extension DeclaredSetting {
    /// The name of the setting's file in a folder of secrets, for example `database-url`.
    var fileName: String { name.split(separator: ".").joined(separator: "-") }

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
