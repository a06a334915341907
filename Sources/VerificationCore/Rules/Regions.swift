/// Where an app sends to, by the regions of ISO 3166-1 alpha-2.
package enum Regions: Sendable, Hashable {
    /// Every country and territory. Numbers that belong to none, as those of satellites, are not among them.
    case all
    /// Only these, in capitals; none of them means nowhere.
    case only(Set<String>)

    package static let none = Regions.only([])

    /// Whether a number of this region may be sent to.
    package func contains(_ region: String) -> Bool {
        guard Self.isCode(region) else { return false }
        return switch self {
        case .all: true
        case .only(let regions): regions.contains(region)
        }
    }

    /// Reads `all`, or codes separated by commas; nil when one is not two letters.
    package init?(_ text: String) {
        if text.lowercased() == "all" {
            self = .all
            return
        }
        self.init(codes: text.split(separator: ",").map { $0.trimmingPrefix(while: { $0 == " " }) }.map(String.init))
    }

    /// Nil when one is not two letters; lower case is taken for capitals.
    package init?(codes: [String]) {
        let codes = codes.map { $0.uppercased() }
        guard codes.allSatisfy(Self.isCode) else { return nil }
        self = .only(Set(codes))
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
