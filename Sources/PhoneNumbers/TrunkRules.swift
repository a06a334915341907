/// The trunk rules of a calling code; of those that fit a number the first one counts.
struct TrunkRules: Sendable {
    private var rules: [TrunkRule] = []
    /// The rules that can fit a number, by its first two digits: Argentina has 350.
    private var places: [[Int]] = []

    /// Adds a rule after those that are there.
    mutating func append(_ rule: TrunkRule) {
        if places.isEmpty { places = [[Int]](repeating: [], count: 100) }
        for start in places.indices where rule.form[0].contains(UInt8(start / 10)) {
            guard rule.form.count == 1 || rule.form[1].contains(UInt8(start % 10)) else { continue }
            places[start].append(rules.count)
        }
        rules.append(rule)
    }

    /// A number without its trunk digits; nil when it has none.
    ///
    /// It has two digits at least.
    func removing(from digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rules.isEmpty else { return nil }
        for place in places[Int(digits[digits.startIndex]) * 10 + Int(digits[digits.startIndex + 1])] {
            if let rest = rules[place].removing(from: digits) { return rest }
        }
        return nil
    }
}
