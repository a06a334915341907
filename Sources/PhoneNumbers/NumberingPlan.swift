import VerificationCore

/// What the world's numbering plans hold: which numbers there are, and their regions and kinds.
///
/// A plan is the text of a file with a version and a date. Making one reads no more than which calling codes there are;
/// a calling code is read when its first number comes.
package struct NumberingPlan: Sendable {
    /// The version of its source, for example `9.0.43`.
    package let version: String
    /// The day of that version, for example `2026-11-06`.
    package let date: PlanDate
    /// How many rows were added by hand.
    private(set) package var additions = 0
    /// The calling codes by their number; nil where no country or service has it.
    private(set) var codes: [LazyCallingCode?]

    init(version: String, date: PlanDate, codes: [LazyCallingCode?]) {
        (self.version, self.date, self.codes) = (version, date, codes)
    }

    /// Puts a calling code with one more row by hand in, in place of the one that is there.
    mutating func add(to code: Int, _ plan: LazyCallingCode) {
        codes[code] = plan
        additions += 1
    }

    /// The numbers of an assigned calling code.
    subscript(callingCode: Int) -> LazyCallingCode.Loaded? {
        codes.indices.contains(callingCode) ? codes[callingCode]?.numbers : nil
    }

    /// The assigned calling code that digits begin with, and how many digits it has.
    func callingCode(of digits: [UInt8]) -> (code: Int, length: Int)? {
        guard let first = digits.first, first != 0 else { return nil }
        var code = 0
        for (length, digit) in zip(1...3, digits) {
            code = code * 10 + Int(digit)
            if codes[code] != nil { return (code, length) }
        }
        return nil
    }
}

extension NumberingPlan {
    /// The name of the region of calling codes such as 881, from the United Nations' code for the world.
    static let regionOfNoCountry = "001"

    /// Every region with a numbering plan of its own, as ISO 3166 codes in alphabetical order.
    package var regions: [String] {
        Set(codes.compactMap { $0?.regions }.joined()).subtracting([Self.regionOfNoCountry]).sorted()
    }

    /// Calling codes that belong to no country, such as 881 for satellites, in ascending order.
    package var globalCallingCodes: [Int] {
        codes.indices.filter { codes[$0]?.regions == [Self.regionOfNoCountry] }
    }

    /// The regions that share a calling code, the main region first, for example `US` for 1.
    ///
    /// `001` stands for a calling code of no country. A calling code that is not assigned has no regions.
    package func regions(ofCallingCode callingCode: Int) -> [String] {
        codes.indices.contains(callingCode) ? codes[callingCode]?.regions ?? [] : []
    }

    /// The calling code of a region; nil for a region without a plan.
    package func callingCode(ofRegion region: String) -> Int? {
        guard region != Self.regionOfNoCountry else { return nil }
        return codes.firstIndex { $0?.regions.contains(region) ?? false }
    }

    /// An example of this kind of number in E.164, or nothing where the region has none.
    ///
    /// An example may be a real subscriber's number, so nothing is ever sent to it.
    package func example(region: String, kind: PhoneNumber.Kind) -> String? {
        guard let code = callingCode(ofRegion: region) else { return nil }
        // Such numbers are examples of fixed lines too.
        let kind = kind == .fixedLineOrMobile ? .fixedLine : kind
        let example = self[code]?.plan.examples.first { $0.region == region && $0.kind == kind }
        return example.map { "+\(code)\($0.digits)" }
    }

    /// An example of a number under a calling code that belongs to no country.
    package func example(globalCallingCode callingCode: Int) -> String? {
        let example = self[callingCode]?.plan.examples.first { $0.region == Self.regionOfNoCountry }
        return example.map { "+\(callingCode)\($0.digits)" }
    }

    /// An example of a short number, such as an emergency call's, written with the region's calling code (`+49110`).
    ///
    /// Every parser must refuse it.
    package func shortExample(region: String) -> String? {
        guard let code = callingCode(ofRegion: region) else { return nil }
        return self[code]?.plan.shortNumbers.first { $0.region == region }.map { "+\(code)\($0.digits)" }
    }
}

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

    /// What a list of regions leaves out although people may expect it: other regions of a shared calling code, and
    /// territories with their own calling code.
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
