import VerificationCore

/// How many of the verifications that began were approved.
package struct Conversion: Sendable, Hashable {
    /// So many verifications must have begun before a fall means anything.
    package static let leastBegan = 50

    package let began: Int
    package let approved: Int

    package init(began: Int, approved: Int) {
        (self.began, self.approved) = (began, approved)
    }

    package init(_ counts: [TallyKind: Int]) {
        self.init(began: Beginnings.count(counts), approved: counts[.approved] ?? 0)
    }

    /// From 0 to 1, or a little more where codes of earlier verifications were typed; nil when nothing began.
    package var share: Double? { began > 0 ? Double(approved) / Double(began) : nil }

    /// Whether the share has fallen by a third or more, with enough verifications now and then to tell.
    package func hasFallen(from before: Conversion) -> Bool {
        guard began >= Self.leastBegan, before.began >= Self.leastBegan, before.approved > 0 else { return false }
        // In whole numbers, because two thirds is no number that a Double holds exactly.
        return 3 * approved * before.began <= 2 * before.approved * began
    }
}

/// How many verifications began, as far as their requests are counted.
package enum Beginnings {
    /// The calls that began no verification: each joined a verification that lived.
    package static func joined(_ counts: [TallyKind: Int]) -> Int { (counts[.duplicate] ?? 0) + (counts[.resent] ?? 0) }

    /// The calls less those that joined, or what workers sent where a backend puts its requests on the queue itself.
    package static func count(_ counts: [TallyKind: Int]) -> Int {
        max(counts[.sent] ?? 0, (counts[.started] ?? 0) - joined(counts))
    }

    /// What `count` needs to know.
    package static let kinds: Set<TallyKind> = [.started, .sent, .resent, .duplicate]
}
