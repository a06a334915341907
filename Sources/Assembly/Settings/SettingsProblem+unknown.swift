import GatewayKit

extension SettingsProblem {
    /// For a name that no setting has; suggests names of `settings` that are similar.
    static func unknown(_ name: String, among settings: [any DeclaredSetting]) -> SettingsProblem {
        let end = name.split(separator: ".").last.map(String.init) ?? name
        var likely = settings.map(\.name).filter { $0.hasSuffix(end) }
        if likely.isEmpty {
            likely = LikelyNames(all: settings.flatMap { [$0.name, $0.environmentName, $0.fileName] }).near(name)
        }
        let hint = likely.isEmpty ? "" : "; did you mean \(likely.joined(separator: " or "))?"
        return SettingsProblem("there is no setting \(name)\(hint) (`verifyd settings` lists all)")
    }
}
