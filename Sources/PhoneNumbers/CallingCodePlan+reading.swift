import VerificationCore

extension CallingCodePlan {
    /// Reads the lines of a calling code after its line `code`.
    init(regions: [String], lines: inout PlanLines) throws(PlanError) {
        self.regions = regions
        while let words = try lines.next() {
            guard let word = words.first?.text else { throw lines.problem("an empty line") }
            do throws(Unreadable) {
                try read(word, with: words)
            } catch {
                throw lines.problem(error.words)
            }
        }
        guard lengths.longest > 0, lengths != DigitLengths() else {
            throw lines.problem("the calling code has no lengths")
        }
    }

    /// Why a line cannot be read.
    struct Unreadable: Error {
        let words: String
    }

    private mutating func read(_ word: String, with words: [ArraySlice<UInt8>]) throws(Unreadable) {
        switch (word, words.count) {
        case ("lengths", 2): lengths = try Self.lengths(words[1])
        case ("local", 2): localLengths = try Self.lengths(words[1])
        case ("trunk", 2...3):
            guard let rule = TrunkRule(words[1], inserted: words.count == 3 ? words[2] : []) else {
                throw Unreadable(words: "no form of a trunk prefix: \(words[1].text)")
            }
            trunks.append(rule)
        case ("shape", 3): try Self.add(words[1...2], to: &shape)
        case ("fiction", 3): try Self.add(words[1...2], to: &fiction)
        case ("example", 4):
            let answer = try self.answer(words[2...3])
            examples.append(Example(digits: words[1].text, kind: answer.kind, region: answer.region))
        case ("short", 3): shortNumbers.append((words[2].text, words[1].text))
        case (_, 4): try Self.add(words[0...1], to: &rows, answer: number(of: try answer(words[2...3])))
        default: throw Unreadable(words: "no line of a plan: \(word)")
        }
    }

    private static func lengths(_ word: ArraySlice<UInt8>) throws(Unreadable) -> DigitLengths {
        guard let lengths = DigitLengths(word) else { throw Unreadable(words: "no lengths: \(word.text)") }
        return lengths
    }

    private static func prefix(_ word: ArraySlice<UInt8>) throws(Unreadable) -> [DigitClass] {
        guard let prefix = DigitClass.prefix(word) else { throw Unreadable(words: "no prefix: \(word.text)") }
        return prefix
    }

    private static func add(
        _ words: ArraySlice<ArraySlice<UInt8>>, to tree: inout DigitTree, answer: UInt16 = 0
    ) throws(Unreadable) {
        let (prefix, lengths) = try (prefix(words[words.startIndex]), lengths(words[words.startIndex + 1]))
        guard tree.add(prefix, lengths: lengths, answer: answer) else {
            throw Unreadable(
                words: "the prefix \(words[words.startIndex].text) breaks a class of digits of another row")
        }
    }

    private func answer(_ words: ArraySlice<ArraySlice<UInt8>>) throws(Unreadable) -> Answer {
        let (kind, region) = (words[words.startIndex].text, words[words.startIndex + 1].text)
        guard let kind = PhoneNumber.Kind(rawValue: kind), kind != .unknown, kind != .fiction else {
            throw Unreadable(words: "no kind of number: \(kind)")
        }
        guard regions.contains(region) else { throw Unreadable(words: "no region of this calling code: \(region)") }
        return Answer(kind: kind, region: region)
    }

    /// Rows share their answers; a calling code has some dozens of different answers.
    private mutating func number(of answer: Answer) -> UInt16 {
        if let known = answers.lastIndex(of: answer) { return UInt16(known) }
        answers.append(answer)
        return UInt16(answers.count - 1)
    }

    /// Adds a row by hand: prefix, lengths, kind and region; the kind `none` takes numbers out of the plan.
    ///
    /// `fiction`, prefix and lengths are a range for films.
    mutating func add(byHand words: [ArraySlice<UInt8>]) throws(Unreadable) {
        if words.count == 3, words[0].text == "fiction" { return try Self.add(words[1...2], to: &fiction) }
        guard words.count == 4 else { throw Unreadable(words: "a row is prefix, lengths, kind and region") }
        let answer = words[2].text == "none" ? nil : try answer(words[2...3])
        let addition = Addition(
            prefix: try Self.prefix(words[0]), lengths: try Self.lengths(words[1]), answer: answer)
        guard !addition.prefix.isEmpty, addition.prefix.count <= addition.lengths.shortest else {
            throw Unreadable(words: "a number of these lengths has not all digits of the prefix")
        }
        additions.append(addition)
        if answer != nil { lengths.formUnion(addition.lengths) }
    }
}
