/// Where an app sends to, by the regions of ISO 3166-1 alpha-2.
package enum Regions: Sendable, Hashable {
    /// Every country and territory, but not numbers without a country, such as those of satellites.
    case all
    /// Only these regions, in capitals; the empty set means nowhere.
    case only(Set<String>)

    package static let none = Regions.only([])

    /// Whether the app sends to numbers of this region.
    package func contains(_ region: String) -> Bool {
        guard Self.isCode(region) else { return false }
        return switch self {
        case .all: true
        case .only(let regions): regions.contains(region)
        }
    }

    /// Reads `all`, or codes separated by commas; nil when a code is not two letters.
    package init?(_ text: String) {
        if text.lowercased() == "all" {
            self = .all
            return
        }
        self.init(codes: text.split(separator: ",").map { $0.trimmingPrefix(while: { $0 == " " }) }.map(String.init))
    }

    /// Takes the codes in capitals or lower case; nil when a code is not two letters.
    package init?(codes: [String]) {
        let codes = codes.map { $0.uppercased() }
        guard codes.allSatisfy(Self.isCode) else { return nil }
        self = .only(Set(codes))
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
