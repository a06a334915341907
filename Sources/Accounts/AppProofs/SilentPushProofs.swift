import AccountCore
import VerificationCore

/// Verifies what an app has got by a silent push.
struct SilentPushProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// A receipt without a secret counts as no proof: the push was late.
    ///
    /// A call that names no app is taken, because each caller can write any name.
    func look(at presented: PresentedProofs, for project: Project) -> ProofLook {
        guard let text = presented.pushReceipt, let secret = presented.pushSecret else { return .missing }
        guard
            let receipt = PushReceipt(text, secret: secret, of: project.id, at: ports.now(), by: ports.keyRing),
            presented.bundle.map({ $0 == receipt.bundle }) ?? true
        else { return .bad }
        // One device has the SMS of one device, however many receipts it collects.
        return .good(digest: receipt.device.hex)
    }
}
