/// A setting: its name, the form of its value, and what it is for.
///
/// For example `Setting("http.port", …)` is `http.port` in `verifyd.yaml` and after `--set`. It is `VERIFYD_HTTP_PORT`
/// in the environment, and `http-port` in a folder of secrets.
package struct Setting<Value: Sendable>: DeclaredSetting {
    package let name: String
    package let summary: String
    package let standard: String?
    package let isSecret: Bool
    package let sharedVariable: String?
    private let form: SettingForm<Value>

    /// - Parameters:
    ///   - name: Words with dots between them, for example `database.url`.
    ///   - form: The form of the text.
    ///   - summary: A line for `verifyd settings` and the article on settings; a semicolon parts facts.
    ///   - tellsRange: Whether the line ends with the form's range, for example "; from 2 to 200".
    ///   - standard: The text that holds when nothing is set; nil for no default.
    ///   - isSecret: Whether the value must never be shown.
    ///   - sharedVariable: An environment variable that other programs read too, for example `DATABASE_URL`.
    init(
        _ name: String, _ form: SettingForm<Value>, _ summary: String, tellsRange: Bool = false,
        standard: String? = nil, isSecret: Bool = false, sharedVariable: String? = nil
    ) {
        self.name = name
        self.form = form
        self.summary = tellsRange ? "\(summary); from \(form.range ?? "")" : summary
        self.standard = standard
        self.isSecret = isSecret
        self.sharedVariable = sharedVariable
    }

    /// The value of a text; throws when the text does not have the setting's form.
    func read(_ text: String) throws(SettingsProblem) -> Value { try form.read(text, name) }

    /// Whether a text counts as not set: nil, or empty where the standard is not empty.
    func isMissing(_ text: String?) -> Bool { text == nil || text == "" && standard != "" }

    /// What the operator reads when the setting is missing.
    var missing: SettingsProblem {
        SettingsProblem("\(name) is not set: \(summary) (environment: \(environmentName))")
    }

    package func problem(in text: String) -> SettingsProblem? {
        if isMissing(text) { return form.takesAnyText ? nil : missing }
        do throws(SettingsProblem) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }
}
