import VerificationCore

/// The numbers of one calling code.
struct CallingCodePlan: Sendable {
    /// The regions that share the calling code, the main region first.
    var regions: [String] = []
    /// How long numbers of the main region are, and how long without an area code.
    var lengths = DigitLengths()
    var localLengths = DigitLengths()
    /// What people write before the number, the preferred first.
    var trunks = TrunkRules()
    /// What the main region's numbers look like; it decides whether a trunk prefix is one.
    var shape = DigitTree()
    var rows = DigitTree()
    /// Ranges that a regulator keeps for films and books.
    var fiction = DigitTree()
    /// Rows by hand, which win; they may have numbers in common with other rows.
    var additions: [Addition] = []
    var answers: [Answer] = []
    var examples: [Example] = []
    /// An example of a short number of each region that has one, such as an emergency call's.
    var shortNumbers: [(region: String, digits: String)] = []

    /// What a row says of its numbers.
    struct Answer: Sendable, Equatable {
        let kind: PhoneNumber.Kind
        let region: String
    }

    /// A row by hand.
    struct Addition: Sendable {
        let prefix: [DigitClass]
        let lengths: DigitLengths
        /// Nil for numbers that the plan has and that do not exist.
        let answer: Answer?

        func has(_ digits: ArraySlice<UInt8>) -> Bool {
            lengths.contains(digits.count) && digits.count >= prefix.count
                && zip(prefix, digits).allSatisfy { $0.contains($1) }
        }
    }

    /// An example of a kind of number in a region.
    struct Example: Sendable {
        let digits: String
        let kind: PhoneNumber.Kind
        let region: String
    }

    /// What the number is; nil where no region has it.
    func answer(for digits: ArraySlice<UInt8>) -> Answer? {
        let planned = planned(digits)
        guard fiction.answer(for: digits) != nil else { return planned }
        return Answer(kind: .fiction, region: planned?.region ?? regions[0])
    }

    private func planned(_ digits: ArraySlice<UInt8>) -> Answer? {
        if let addition = additions.last(where: { $0.has(digits) }) { return addition.answer }
        return rows.answer(for: digits).map { answers[Int($0)] }
    }

    /// The number without a trunk prefix; nil when it has none.
    ///
    /// A prefix goes only if what is left can be a number: a number of the right form keeps its digits when they would
    /// have no such form afterwards, and what is too short afterwards keeps them as well.
    func withoutTrunk(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let rest = trunks.removing(from: digits), !rest.isEmpty, !hasShape(digits) || hasShape(rest) else {
            return nil
        }
        let isLongEnough = lengths.contains(rest.count) || rest.count > lengths.longest
        return isLongEnough && !localLengths.contains(rest.count) ? rest : nil
    }

    /// A number by hand has a right form too.
    private func hasShape(_ digits: ArraySlice<UInt8>) -> Bool {
        shape.answer(for: digits) != nil || additions.contains { $0.answer != nil && $0.has(digits) }
    }

    /// Why a number that no region has is refused.
    func problem(of digits: ArraySlice<UInt8>) -> PhoneNumberError {
        if localLengths.contains(digits.count) || digits.count < lengths.shortest { return .tooShort }
        return digits.count > lengths.longest ? .tooLong : .impossible
    }
}

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
