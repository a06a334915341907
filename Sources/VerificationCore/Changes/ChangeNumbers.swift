/// The number of the last change of each subject, and of anything.
package struct ChangeNumbers: Sendable, Hashable {
    /// 0 while nothing was ever changed.
    package private(set) var last: Int64
    private var numbers: [ChangeSubject: Int64]

    package init(last: Int64 = 0, _ numbers: [ChangeSubject: Int64] = [:]) {
        (self.last, self.numbers) = (last, numbers)
    }

    /// 0 for a subject that nobody has changed.
    package subscript(subject: ChangeSubject) -> Int64 { numbers[subject] ?? 0 }

    /// What a claim for this app has to be made by.
    package func basis(for app: AppID) -> ClaimBasis {
        ClaimBasis(app: self[.app(app)], blocks: self[.blocks], switches: self[.switches])
    }

    /// Counts a change.
    package mutating func count(_ subject: ChangeSubject) {
        last += 1
        numbers[subject] = last
    }
}
