import VerificationCore

/// Port: in which modes the Firebase surface has served with an installation.
package protocol SurfaceUseStore: Sendable {
    /// Notes that it serves in a mode; nobody takes the note back.
    func note(_ mode: IdentityMode) async throws(StoreProblem)

    /// All modes that were ever noted, without those that this version does not know.
    func modes() async throws(StoreProblem) -> Set<IdentityMode>
}
