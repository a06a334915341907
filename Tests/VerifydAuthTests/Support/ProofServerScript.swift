import Foundation

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that gives challenges and takes calls for codes, and what the app has there.
struct ProofServerScript: Sendable {
    static let number = "+4915112345678"

    let transport: ScriptedTransport
    let server: IdentityServer
    let store = MemoryAuthStore()
    let settings = AuthSettings()

    /// The script answers all calls but the one for a challenge; the number counts the calls of this name.
    ///
    /// `proofs`: the kinds that the server names; nil for one of an earlier version.
    init(
        naming proofs: [AppProofKind]?, time: FakeTime = FakeTime(),
        _ script: @escaping @Sendable (_ name: String, _ number: Int) async -> ScriptedTransport.Step
    ) throws {
        let counts = Guarded<[String: Int]>([:])
        let names = proofs.map { #","proofs":[\#($0.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]"# } ?? ""
        transport = ScriptedTransport { call in
            let number = counts.with { counts in
                defer { counts[call.method, default: 0] += 1 }
                return counts[call.method] ?? 0
            }
            guard call.method == "appChallenge" else { return await script(call.method, number) }
            return .json(#"{"challenge":"challenge-\#(number)","expiresIn":"300"\#(names)}"#)
        }
        guard let url = URL(string: "https://auth.shop.example") else { throw URLError(.badURL) }
        var configuration = AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "key+1")
        configuration.transport = transport
        configuration.bundleID = "com.example.shop"
        server = IdentityServer(configuration: configuration, language: Guarded("fr"), time: time.authTime)
    }

    /// The calls of one name.
    func calls(_ name: String) -> [SentCall] { transport.calls.filter { $0.method == name } }

    /// A request for a proof, as the library makes it.
    func request(challenge: String = "challenge", uiDelegate: (any AuthUIDelegate)? = nil) -> AppProofRequest {
        AppProofRequest(
            phoneNumber: Self.number, challenge: challenge, languageCode: "fr", uiDelegate: uiDelegate,
            configuration: server.configuration, store: store, server: server)
    }

    /// Sends a code with these providers, and returns the verification ID.
    func send(with providers: [any AppProofProvider]) async throws -> String {
        try await verification(providers).send(to: Self.number, uiDelegate: nil, as: Sent.self, Self.call).sessionInfo
    }

    /// What sends codes with these providers.
    func verification(_ providers: [any AppProofProvider]) -> AppVerification {
        AppVerification(server: server, store: store, providers: providers, settings: settings)
    }

    static func call(_ proof: AppProof) -> WireCall {
        var call = WireCall.v1(
            "sendVerificationCode", body: proof.members.mapValues { .text($0) }, isRepeatable: !proof.servesOnce)
        call.headers = proof.headers
        return call
    }

    struct Sent: Decodable, Sendable {
        let sessionInfo: String
    }
}

extension SentCall {
    /// A header of the call.
    func header(_ name: String) -> String? { request.value(forHTTPHeaderField: name) }

    /// The method's name, for example `sendVerificationCode`.
    var method: String { path.split(whereSeparator: { ":/".contains($0) }).last.map(String.init) ?? "" }
}

extension ScriptedTransport.Step {
    static let sent = ScriptedTransport.Step.json(#"{"sessionInfo":"session"}"#)
}

/// A provider whose proofs carry a count.
final class CountedProof: AppProofProvider {
    let kind: AppProofKind
    let made = Guarded(0)
    let forgotten = Guarded(0)
    private let isAble: Bool
    private let gate: (@Sendable () async throws -> Void)?

    init(_ kind: AppProofKind, isAble: Bool = true, gate: (@Sendable () async throws -> Void)? = nil) {
        self.kind = kind
        self.isAble = isAble
        self.gate = gate
    }

    func proof(for request: AppProofRequest) async throws -> AppProof? {
        let number = made.with { made in
            made += 1
            return made
        }
        try await gate?()
        return isAble ? AppProof(headers: ["X-Proof": "\(kind.rawValue) \(number) \(request.challenge)"]) : nil
    }

    func forget() async { forgotten.with { $0 += 1 } }
}
