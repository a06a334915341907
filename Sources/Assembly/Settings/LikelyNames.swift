import GatewayKit

/// Finds existing names that an operator may have meant by a wrong name.
struct LikelyNames {
    let all: [String]

    /// The names with the smallest distance; empty when it is above three, or above a third of the name's length.
    func near(_ name: String) -> [String] {
        let distances = all.map { ($0, Self.distance($0.lowercased(), name.lowercased())) }
        guard let least = distances.map(\.1).min(), least <= min(3, name.count / 3) else { return [] }
        return distances.filter { $0.1 == least }.map(\.0)
    }

    /// How many letters to add, remove or change to turn one name into the other (Levenshtein).
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let changed = previous[column] + (letter == other ? 0 : 1)
                current.append(min(changed, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}

extension SettingsError {
    /// For a name that no setting has; suggests names of `settings` that are similar.
    static func unknown(_ name: String, among settings: [any DeclaredSetting]) -> SettingsError {
        let end = name.split(separator: ".").last.map(String.init) ?? name
        var likely = settings.map(\.name).filter { $0.hasSuffix(end) }
        if likely.isEmpty {
            likely = LikelyNames(all: settings.flatMap { [$0.name, $0.environmentName, $0.fileName] }).near(name)
        }
        let hint = likely.isEmpty ? "" : "; did you mean \(likely.joined(separator: " or "))?"
        return SettingsError("there is no setting \(name)\(hint) (`verifyd settings` lists all)")
    }
}
