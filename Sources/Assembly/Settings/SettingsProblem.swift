/// What is wrong with the settings, in words for whoever wrote them; never shows a value that may be secret.
package struct SettingsProblem: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    static func unknown(_ name: String) -> SettingsProblem {
        let end = name.split(separator: ".").last.map(String.init) ?? name
        var likely = Settings.declared.map(\.name).filter { $0.hasSuffix(end) }
        if likely.isEmpty {
            likely = LikelyNames(all: Settings.declared.flatMap { [$0.name, $0.environmentName, $0.fileName] })
                .near(name)
        }
        let hint = likely.isEmpty ? "" : "; did you mean \(likely.joined(separator: " or "))?"
        return SettingsProblem("there is no setting \(name)\(hint) (`verifyd settings` lists all)")
    }
}
