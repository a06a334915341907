/// What lists, files and the environment need of a setting, whatever the type of its value.
package protocol DeclaredSetting: Sendable {
    /// Words apart by dots, such as `database.url`.
    var name: String { get }
    /// One line for `verifyd settings` and the README's table.
    var summary: String { get }
    /// The text that holds when nothing is set; nil when the setting has no default.
    var standard: String? { get }
    /// Whether the value must never be shown.
    var isSecret: Bool { get }
    /// A variable that other programs read too, such as `DATABASE_URL`; nil without such a variable.
    var sharedVariable: String? { get }
    /// What is wrong with the text that is set; nil when it can be read.
    func problem(in text: String) -> SettingsProblem?
}

extension DeclaredSetting {
    /// In a folder of secrets: `database-url`.
    var fileName: String { name.split(separator: ".").joined(separator: "-") }

    /// `VERIFYD_` and the name in capitals, words apart by underscores.
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
