/// Digits that people write between the calling code and the number, and that are no part of it, such as `(0)`.
struct TrunkRule: Sendable {
    let form: [DigitClass]
    /// The part of `form` that stays in the number.
    private let kept: Range<Int>
    /// What comes before the part that stays.
    private let inserted: [UInt8]
    /// Whether nothing may follow `form`.
    private let endsNumber: Bool

    /// Reads a form such as `0`, `0(11)15` or `([24-9]......)$`, and the digits that come before what the brackets keep.
    init?(_ text: some Collection<UInt8>, inserted: some Collection<UInt8>) {
        var text = Array(text)
        endsNumber = text.last == UInt8(ascii: "$")
        if endsNumber { text.removeLast() }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
        guard parts.count == 1 || parts.count == 3 else { return nil }
        let classes = parts.map { $0.isEmpty ? [] : DigitClass.prefix($0) }
        guard !classes.contains(nil) else { return nil }
        form = classes.flatMap { $0 ?? [] }
        guard !form.isEmpty else { return nil }
        let before = parts.count == 3 ? (classes[0] ?? []).count : form.count
        kept = before..<before + (parts.count == 3 ? (classes[1] ?? []).count : 0)
        guard inserted.allSatisfy({ DigitClass.digit($0) != nil }) else { return nil }
        self.inserted = inserted.compactMap(DigitClass.digit)
    }

    /// The number without the trunk digits; nil when it does not begin with them.
    func removing(from digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard digits.count >= form.count, !endsNumber || digits.count == form.count else { return nil }
        let start = digits.startIndex
        for place in form.indices where !form[place].contains(digits[start + place]) { return nil }
        let rest = digits.dropFirst(form.count)
        return kept.isEmpty && inserted.isEmpty
            ? rest : inserted + digits.dropFirst(kept.lowerBound).prefix(kept.count) + rest
    }
}
