import AccountCore
import VerificationCore
import Verifications

/// Has a silent push bring a secret to an app's device, and gives the app the receipt that belongs to it.
///
/// Firebase's SDK shows a captcha when it hears that the credential is invalid. So a caller hears this wherever no push
/// will arrive, whatever the reason.
package struct VerifyClient: Sendable {
    /// How long a call waits for the push service; after it the call returns the receipt all the same.
    private static let patience = Duration.seconds(3)

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Sends one push.
    ///
    /// - Parameters:
    ///   - token: the device's, as the caller wrote it; nil without.
    ///   - bundle: the app's bundle id; nil without.
    ///   - isSandbox: whether the token is of Apple's sandbox.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose app it is.
    /// - Returns: the receipt.
    /// - Throws: an `AccountError` if no push will arrive.
    package func verify(
        _ token: String?, of bundle: String?, isSandbox: Bool, from address: IPAddress?, for project: Project
    ) async throws(AccountError) -> String {
        guard let token else { throw .refused(.missingIOSAppToken) }
        guard let bundle, !bundle.isEmpty else { throw .refused(.missingClientIdentifier) }
        let pushes = ports.credentials.pushes
        guard project.takesPhones, project.proofs[.silentPush] != .off, pushes.serves(bundle),
            let device = DeviceToken(token)
        else { throw .refused(.invalidAppCredential) }
        let receipt = PushReceipt(
            for: device, of: bundle, in: project.id, id: ports.credentials.randomBytes(PushReceipt.idLength))
        try admit(receipt, from: address, to: project)
        guard let texts = receipt.texts(of: project.id, at: ports.now(), by: ports.keyRing) else { throw .unavailable }
        let push = SilentPush(
            to: device, of: bundle, isSandbox: isSandbox, receipt: texts.receipt, secret: texts.secret)
        let progress = await pushes.send(push, waitingAtMost: Self.patience) { [ports] outcome in
            ports.verifications.facts.tell(.pushed(outcome.result, of: project.app), at: ports.now())
        }
        switch progress {
        case .ended(.delivered), .underWay: return texts.receipt
        case .ended(.badDevice), .ended(.refused), .ended(.busy): throw .refused(.invalidAppCredential)
        case .full:
            ports.verifications.facts.tell(.pushed(.dropped, of: project.app), at: ports.now())
            throw .refused(.invalidAppCredential)
        }
    }

    private func admit(
        _ receipt: PushReceipt, from address: IPAddress?, to project: Project
    ) throws(AccountError) {
        do throws(AccountError) {
            try ports.limits.networks.take(.push, from: address, at: ports.now())
            try ports.limits.pushes.take(receipt, of: project.id, at: ports.now())
        } catch {
            // Too many attempts would be the app's error; a captcha lets the person go on.
            throw .refused(.invalidAppCredential)
        }
    }
}

extension PushOutcome {
    /// How it is counted.
    fileprivate var result: PushResult {
        switch self {
        case .delivered: .delivered
        case .badDevice: .badDevice
        case .refused: .refused
        case .busy: .busy
        }
    }
}
