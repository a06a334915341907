import VerificationCore

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
