/// Port: what has been used of limits, for an operator who looks, and lets a user go on whom a limit held.
package protocol LimitStore: Sendable {
    /// What has been used so far, and when it comes back; holds no claim up.
    func uses(of subject: LimitSubject) async throws(StoreProblem) -> [LimitUse]

    /// Forgets what has been used of these limits of the subject, all at once; of other limits nothing changes.
    ///
    /// A claim that was decided before counts no more. A claim that comes later finds nothing used. A send that was
    /// counted before, and that fails afterwards, takes nothing back from an empty limit.
    func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreProblem)
}
