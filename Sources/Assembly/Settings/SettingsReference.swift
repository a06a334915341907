import Foundation
import GatewayKit

/// The rows of the article on settings, as the settings themselves tell them: one for each setting.
///
/// Of gateways the single one's are listed; those of a gateway in the list have the same names below the gateway's.
package enum SettingsReference {
    /// Lines of Markdown, in the order of `verifyd settings`.
    package static let rows = Settings.declared(GatewaySettings.single(of: .builtIn).all).map(row)

    private static func row(_ setting: any DeclaredSetting) -> String {
        let standard = setting.standard.map { $0.isEmpty ? "empty" : "`\($0)`" } ?? "none"
        let facts = setting.summary.components(separatedBy: "; ") + (setting.isSecret ? ["a secret"] : [])
        let cells = [
            "`\(setting.name)`", "`\(setting.environmentName)`", standard,
            facts.map(sentence).joined(separator: " "),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// One fact as a sentence, in which addresses and kinds of gateways are code, and a star is no emphasis.
    private static func sentence(_ fact: String) -> String {
        let text = fact.components(separatedBy: " ").map(marked).joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func marked(_ word: String) -> String {
        let end = word.last.map { ",:".contains($0) } == true ? String(word.suffix(1)) : ""
        let stem = String(word.dropLast(end.count))
        let isCode = stem.contains("://") || GatewayProviders.builtIn[stem] != nil
        return isCode ? "`\(stem)`\(end)" : word.replacing("*", with: "\\*")
    }
}
