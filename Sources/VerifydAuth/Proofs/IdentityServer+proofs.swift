import Foundation

extension IdentityServer: ProofServer {
    func challenge() async throws -> String { try await challengeAnswer().challenge }

    /// A challenge, and which kinds of proofs the project takes.
    func challengeAnswer() async throws -> AppChallengeAnswer {
        try await call(.v1("appChallenge", body: [:], isRepeatable: true), as: AppChallengeAnswer.self)
    }

    func attest(_ keyID: String, by attestation: Data, for challenge: String) async throws {
        let body: [String: WireValue] = [
            "keyId": .text(keyID), "attestation": .text(attestation.base64EncodedString()),
            "challenge": .text(challenge),
        ]
        _ = try await call(.v1("attestApp", body: body, isRepeatable: true), as: EmptyAnswer.self)
    }

    func push(to deviceToken: Data, isSandbox: Bool) async throws -> TimeInterval {
        let text = deviceToken.map { String(format: "%02X", $0) }.joined()
        let body: [String: WireValue] = ["appToken": .text(text), "isSandbox": .truth(isSandbox)]
        let answer = try await call(.v1("verifyIosClient", body: body), as: PushAnswer.self)
        // As long as Firebase's SDK waits; a server cannot keep the person waiting for much longer.
        return min(answer.suggestedTimeout.flatMap(TimeInterval.init) ?? 5, 30)
    }
}

/// What `accounts:verifyIosClient` answers.
private struct PushAnswer: Decodable, Sendable {
    @WireNumber var suggestedTimeout: String?
}
