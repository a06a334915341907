/// One thing that can be set: what it is called, what it may be, and what it is for.
///
/// `Setting("http.port", …)` is `http.port` in `verifyd.yaml` and after `--set`, `VERIFYD_HTTP_PORT` in the environment,
/// and `http-port` in a folder of secrets.
package struct Setting<Value: Sendable>: DeclaredSetting {
    package let name: String
    package let summary: String
    package let standard: String?
    package let isSecret: Bool
    package let sharedVariable: String?
    private let form: SettingForm<Value>

    /// - Parameters:
    ///   - name: Words apart by dots, such as `database.url`.
    ///   - form: What the text has to be.
    ///   - summary: One line for `verifyd settings` and the README's table.
    ///   - tellsRange: Whether the line ends with the form's range, as in ", 2 to 200".
    ///   - standard: What holds when nothing is set.
    ///   - isSecret: Whether the value must never be shown.
    ///   - sharedVariable: A variable that other programs read too, such as `DATABASE_URL`.
    init(
        _ name: String, _ form: SettingForm<Value>, _ summary: String, tellsRange: Bool = false,
        standard: String? = nil, isSecret: Bool = false, sharedVariable: String? = nil
    ) {
        self.name = name
        self.form = form
        self.summary = tellsRange ? "\(summary), \(form.range ?? "")" : summary
        self.standard = standard
        self.isSecret = isSecret
        self.sharedVariable = sharedVariable
    }

    /// The value that a text stands for.
    func read(_ text: String) throws(SettingsProblem) -> Value { try form.read(text, name) }

    /// Whether a text says nothing where something is needed.
    func isMissing(_ text: String?) -> Bool { text == nil || text == "" && standard != "" }

    /// Tells the operator what to set.
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
