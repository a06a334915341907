import VerificationCore

/// How many verifications began, as far as their requests are counted.
package enum Beginnings {
    /// The calls that began no verification: each joined a verification that lived.
    package static func joined(_ counts: [TallyKind: Int]) -> Int { (counts[.duplicate] ?? 0) + (counts[.resent] ?? 0) }

    /// The calls less those that joined, or what workers sent where a backend puts its requests on the queue itself.
    package static func count(_ counts: [TallyKind: Int]) -> Int {
        max(counts[.sent] ?? 0, (counts[.started] ?? 0) - joined(counts))
    }

    /// The share of the verifications that were approved; nil where fewer began than `least`.
    static func approvedShare(_ counts: [TallyKind: Int], least: Int) -> Double? {
        let began = count(counts)
        return began < least ? nil : Double(counts[.approved] ?? 0) / Double(began)
    }
}
