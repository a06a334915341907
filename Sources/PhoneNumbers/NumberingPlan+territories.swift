import VerificationCore

extension NumberingPlan {
    /// What the plan is called, for example `9.0.43 of 2026-11-06`, and `, with additions (2)` where it has rows by hand.
    package var words: String { "\(version) of \(date)" + (additions > 0 ? ", with additions (\(additions))" : "") }

    /// Reads `all`, or region codes and calling codes separated by commas; nil for any other text.
    ///
    /// A calling code such as `+44` stands for all regions that share it, here GB, GG, IM and JE.
    package func regions(typed text: String) -> Regions? {
        var codes: [String] = []
        for part in text.split(separator: ",") {
            let word = part.filter { $0 != " " }
            guard word.hasPrefix("+") else {
                codes.append(word)
                continue
            }
            guard let code = Int(word.dropFirst()) else { return nil }
            let sharing = regions(ofCallingCode: code).filter { $0 != Self.regionOfNoCountry }
            guard !sharing.isEmpty else { return nil }
            codes += sharing
        }
        return Regions(codes.joined(separator: ","))
    }

    /// What a list of regions leaves out although people may expect it there: each calling code of which it has some
    /// regions only, and territories of a country that have a calling code of their own.
    package func leftOut(by regions: Regions) -> [(of: String, regions: [String])] {
        guard case .only(let listed) = regions else { return [] }
        var found: [(of: String, regions: [String])] = []
        for code in codes.indices where codes[code] != nil {
            let sharing = self.regions(ofCallingCode: code)
            let missing = sharing.filter { !listed.contains($0) }
            if missing.count < sharing.count, !missing.isEmpty { found.append(("+\(code)", missing)) }
        }
        for (country, territories) in Self.territories where listed.contains(country) {
            let missing = territories.filter { !listed.contains($0) }
            if !missing.isEmpty { found.append((country, missing)) }
        }
        return found
    }

    /// The same as lines for an operator; empty when nothing is left out.
    package func words(onLeftOutBy regions: Regions) -> String {
        leftOut(by: regions).map { "\nleft out of \($0.of): \($0.regions.joined(separator: ", "))" }.joined()
    }

    /// Territories that have other calling codes than their country, which people rarely think of as abroad.
    private static let territories: KeyValuePairs = [
        "AU": ["NF"], "CN": ["HK", "MO"], "DK": ["FO", "GL"],
        "FR": ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "WF", "YT"],
        "GB": ["AC", "AI", "BM", "FK", "GI", "IO", "KY", "MS", "SH", "TA", "TC", "VG"],
        "NL": ["AW", "BQ", "CW", "SX"], "NZ": ["CK", "NU", "TK"],
    ]
}
