/// What proves to the server that this app, and not a stranger's program, asks for an SMS.
///
/// The server says which kinds the project takes. The library asks the first provider of ``AuthConfiguration/proofs`` whose kind
/// is among them, and the next one if it has no proof. It asks for one proof after the other, because a device counts its
/// proofs; only captchas do not wait for other calls.
public protocol AppProofProvider: Sendable {
    /// Which kind of proof it makes.
    var kind: AppProofKind { get }

    /// Makes a proof for one SMS; nil if this device cannot, for example a simulator.
    ///
    /// - Parameter request: which SMS, and what a proof needs.
    /// - Returns: the proof; nil lets the library ask the next provider.
    /// - Throws: an error that ends the call, for example because the person closed the captcha.
    func proof(for request: AppProofRequest) async throws -> AppProof?

    /// Forgets what an earlier proof was made of, because the server has refused that proof.
    ///
    /// After it the library asks once more. Does nothing by default.
    func forget() async
}

extension AppProofProvider {
    /// Forgets nothing.
    public func forget() async {}
}

/// The kinds of proofs, by the names of `verifyd projects set --proof`.
public struct AppProofKind: RawRepresentable, Sendable, Hashable {
    /// The name, for example `app-attest`.
    public let rawValue: String

    /// Makes a kind.
    ///
    /// - Parameter rawValue: the name, for example `app-attest`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A key in the device that Apple has attested.
    public static let appAttest = AppProofKind(rawValue: "app-attest")
    /// A secret that a push has brought to the device.
    public static let silentPush = AppProofKind(rawValue: "silent-push")
    /// A captcha that the person has solved.
    public static let captcha = AppProofKind(rawValue: "captcha")
    /// A token of Firebase App Check.
    public static let appCheck = AppProofKind(rawValue: "app-check")
}

/// Which SMS a proof is for.
public struct AppProofRequest: Sendable {
    /// The number, as the call has it.
    ///
    /// At a sign-in with a second factor the app does not know the number, and this is the factor's ``MultiFactorInfo/uid``.
    public let phoneNumber: String
    /// A text of the server that makes the proof new; good for five minutes and for one proof.
    public let challenge: String
    /// The language of a page that the person sees; nil for the browser's.
    public let languageCode: String?
    /// What shows a page to the person; nil if the app has named none.
    public let uiDelegate: (any AuthUIDelegate)?
    /// The server that wants the proof.
    public let configuration: AuthConfiguration
    /// Where a provider may keep what it needs for its next proof.
    public let store: any AuthStore
    /// What the server does before a proof can be made.
    let server: any ProofServer
}

/// A proof, as it goes with the call for a code.
public struct AppProof: Sendable, Hashable {
    /// Members of the call's body, for example `recaptchaToken`.
    public var members: [String: String]
    /// Headers of the call, for example `X-Verifyd-App-Attest`.
    public var headers: [String: String]
    /// Whether the server takes the proof once.
    ///
    /// The library does not repeat a call with such a proof when its answer got lost.
    public var servesOnce: Bool

    /// Makes a proof.
    ///
    /// - Parameters:
    ///   - members: members of the call's body.
    ///   - headers: headers of the call.
    ///   - servesOnce: whether the server takes the proof once.
    public init(members: [String: String] = [:], headers: [String: String] = [:], servesOnce: Bool = false) {
        self.members = members
        self.headers = headers
        self.servesOnce = servesOnce
    }
}
