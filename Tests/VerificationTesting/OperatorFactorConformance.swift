import Testing
import VerificationCore

/// Proves what every store promises of operators' authenticator apps.
///
/// `store`: has no operator; `now`: its time.
package func exerciseOperatorFactors(
    _ store: any OperatorStore & OperatorFactorStore, now: Timestamp
) async throws {
    let (anna, ben) = (try #require(OperatorName("anna")), try #require(OperatorName("ben")))
    let password = try #require(PasswordHash(of: "one long password", salt: [1]))
    for name in [anna, ben] { try await store.save(Operator(name: name, role: .viewer), password: password) }
    let factor = { (name: OperatorName, byte: UInt8) in
        OperatorFactor(
            name: name, secret: SealedCode(keyName: "one", bytes: [byte, 0, 255]), usedStep: 10, enrolledAt: now)
    }
    #expect(try await store.factors().isEmpty)
    #expect(try await !store.enroll(factor(try #require(OperatorName("nobody")), 1)))
    let before = try #require(try await store.operators().first)
    let sessions = [1, 2].map { OperatorSession(tokenHash: [$0], name: anna, beganAt: now) }
    #expect(try await store.begin(sessions[0], knowing: before.changedAt))
    #expect(try await store.enroll(factor(anna, 1)))
    #expect(try await !store.begin(sessions[1], knowing: before.changedAt), "it began by the password alone")
    #expect(try await store.sessions() == [sessions[0]], "the session that added the app goes on")
    #expect(try await !store.enroll(factor(anna, 2)), "a second app takes no first app's place")
    #expect(try await store.factors() == [factor(anna, 1)])

    #expect(try await !store.use(step: 10, of: anna))
    #expect(try await store.use(step: 12, of: anna))
    #expect(try await !store.use(step: 12, of: anna))
    #expect(try await !store.use(step: 11, of: anna), "an earlier code is no longer good")
    #expect(try await !store.use(step: 99, of: ben))

    let other = SealedCode(keyName: "two", bytes: [7])
    #expect(try await !store.reseal(factor(anna, 2), as: other))
    #expect(try await store.reseal(factor(anna, 1), as: other))
    let resealed = OperatorFactor(name: anna, secret: other, usedStep: 12, enrolledAt: now)
    #expect(try await store.factors() == [resealed])

    try await store.save(Operator(name: anna, role: .admin), password: password)
    #expect(try await store.factors() == [resealed], "another password takes no app away")
    #expect(try await store.removeFactor(of: anna))
    #expect(try await !store.removeFactor(of: anna))
    #expect(try await store.enroll(factor(anna, 3)))
    #expect(try await store.enroll(factor(ben, 4)))
    #expect(try await store.remove(anna))
    #expect(try await store.factors().map(\.name) == [ben], "an app goes with its owner")
}
