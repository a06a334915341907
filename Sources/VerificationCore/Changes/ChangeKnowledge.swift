/// Port: which changes of the settings a process knows, and whether what it keeps in memory is still the last state.
package protocol ChangeKnowledge: Sendable {
    /// The number of the subject's last change; nil when another process may have made a change that nobody can know here.
    ///
    /// A change that its maker was told of before the call is in it.
    func number(of subject: ChangeSubject) -> Int64?

    /// The numbers of the last changes that this process knows; what it reads from memory afterwards is as new, or newer.
    func basis(for app: AppID) -> ClaimBasis

    /// Returns when this process knows all changes that were made before the call, or cannot find out now.
    func catchUp() async

    /// Whether operators have paused the requests, as far as this process knows; returns when it takes none any more.
    func hasPausedRequests() async -> Bool
}

extension ChangeKnowledge {
    /// For knowledge of what is no queue's.
    package func hasPausedRequests() async -> Bool { false }
}
