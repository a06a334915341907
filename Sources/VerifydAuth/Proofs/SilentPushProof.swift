import Foundation

/// Proves the app by a secret that a push, which the person does not see, has brought to the device.
///
/// The app needs the background mode for remote notifications. It hands its device token to ``Auth/setAPNSToken(_:type:)``, and
/// its notifications to ``Auth/canHandleNotification(_:)``. The secret serves for many SMS, until the server refuses it.
public final class SilentPushProof: AppProofProvider, AppEventReceiver {
    private struct State {
        var device: (token: Data, isSandbox: Bool)?
        var waiting: Arrival<Credential>?
    }
    private let state = Guarded(State())
    private let credential = KeptValue<Credential>("push-credential")
    private let time: AuthTime

    /// Makes a provider, which has no proof before the app has handed over its device token.
    public convenience init() { self.init(time: .system) }

    init(time: AuthTime) { self.time = time }

    /// `silent-push`.
    public var kind: AppProofKind { .silentPush }

    /// Returns the secret, and waits for a push if the device has none yet.
    ///
    /// - Parameter request: whose server sends the push.
    /// - Returns: the proof; nil without a device token, and if no push arrives in time. A late push serves the next SMS.
    /// - Throws: an error of the network.
    public func proof(for request: AppProofRequest) async throws -> AppProof? {
        if let kept = credential.value(for: request) { return kept.proof }
        guard let device = state.with({ $0.device }) else { return nil }
        let arrival = Arrival<Credential>()
        // The push may be faster than the answer.
        state.with { $0.waiting = arrival }
        defer { state.with { $0.waiting = nil } }
        do {
            let patience = try await request.server.push(to: device.token, isSandbox: device.isSandbox)
            return try await arrival.value(within: patience, by: time)?.proof
        } catch let error as AuthError where Self.meansNoPush.contains(error.kind) {
            return nil
        }
    }

    /// Forgets the secret; the next proof waits for a new push.
    public func forget() async { credential.keep(nil) }

    var deviceToken: Data? { state.with { $0.device?.token } }

    func take(deviceToken: Data, of type: AuthAPNSTokenType) {
        let isSandbox = type.isSandbox()
        state.with { $0.device = (deviceToken, isSandbox) }
    }

    func take(notification: [AnyHashable: Any]) -> Bool {
        guard let brought = Credential(notification) else { return false }
        credential.keep(brought)
        state.with { $0.waiting }?.settle(.success(brought))
        return true
    }

    /// In these cases the server sends no push to this device.
    private static let meansNoPush: [AuthErrorCode] = [
        .invalidAppCredential, .missingAppCredential, .missingAppToken, .missingClientIdentifier,
    ]
}

/// What a push has brought.
private struct Credential: Codable, Sendable {
    let receipt: String
    let secret: String

    init?(_ notification: [AnyHashable: Any]) {
        let value = notification["com.google.firebase.auth"]
        var members = value as? [String: Any]
        if let text = value as? String {
            // A text that is no JSON is somebody else's.
            members = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
        }
        guard let receipt = members?["receipt"] as? String, let secret = members?["secret"] as? String else {
            return nil
        }
        self.receipt = receipt
        self.secret = secret
    }

    var proof: AppProof { AppProof(members: ["iosReceipt": receipt, "iosSecret": secret]) }
}
