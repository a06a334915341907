import Testing
import VerificationCore

/// Proves what every store promises of operators' security keys.
///
/// `store`: has no operator; `now`: its time.
package func exerciseSecurityKeys(
    _ store: any OperatorStore & SecurityKeyStore, now: Timestamp
) async throws {
    let (anna, ben) = (try #require(OperatorName("anna")), try #require(OperatorName("ben")))
    let password = try #require(PasswordHash(of: "one long password", salt: [1]))
    for name in [anna, ben] { try await store.save(Operator(name: name, role: .viewer), password: password) }
    let key = { (name: OperatorName, id: UInt8, counter: UInt32) in
        SecurityKey(
            id: [id, 0, 255], name: name, label: "blue <key> \u{1F511}", site: "ops.example.com",
            publicKey: [1, 0, id],
            counter: counter, createdAt: now + .seconds(Int64(id)))
    }
    #expect(try await store.securityKeys().isEmpty)
    #expect(try await !store.add(key(try #require(OperatorName("nobody")), 1, 0)))
    let before = try #require(try await store.operators().first)
    let sessions = [1, 2].map { OperatorSession(tokenHash: [$0], name: anna, beganAt: now) }
    #expect(try await store.begin(sessions[0], knowing: before.changedAt))
    #expect(try await store.add(key(anna, 2, 5)))
    #expect(try await !store.begin(sessions[1], knowing: before.changedAt), "it began by the password alone")
    #expect(try await store.sessions() == [sessions[0]], "the session that added the key goes on")
    #expect(try await store.add(key(anna, 1, .max - 1)))
    #expect(try await !store.add(key(ben, 1, 0)), "a key belongs to one person")
    #expect(try await store.securityKeys() == [key(anna, 1, .max - 1), key(anna, 2, 5)])

    try await exerciseUses(store, of: key(anna, 1, .max - 1), and: key(anna, 2, 5), by: ben, now: now)

    try await store.save(Operator(name: anna, role: .admin), password: password)
    #expect(try await store.securityKeys().count == 2, "another password takes no key away")
    #expect(try await !store.removeSecurityKey([1, 0, 255], of: ben))
    #expect(try await store.removeSecurityKey([1, 0, 255], of: anna))
    #expect(try await !store.removeSecurityKey([1, 0, 255], of: anna))
    for id in 10..<19 { #expect(try await store.add(key(anna, UInt8(id), 0))) }
    #expect(try await !store.add(key(anna, 20, 0)), "ten are enough")
    #expect(try await store.add(key(ben, 20, 0)))
    #expect(try await store.removeSecurityKeys(of: anna) == 10)
    #expect(try await store.removeSecurityKeys(of: anna) == 0)
    #expect(try await store.add(key(anna, 1, 0)))
    #expect(try await store.remove(anna))
    #expect(try await store.securityKeys().map(\.name) == [ben], "keys go with their owner")
}

/// A counter that goes on, and challenges that are good once.
private func exerciseUses(
    _ store: any SecurityKeyStore, of first: SecurityKey, and second: SecurityKey, by other: OperatorName,
    now: Timestamp
) async throws {
    let use = { (key: SecurityKey, seconds: Int64, counter: UInt32) in
        try await store.useSecurityKey(key.id, of: key.name, challenge: now + .seconds(seconds), counter: counter)
    }
    #expect(try await !store.useSecurityKey(second.id, of: other, challenge: now + .seconds(9), counter: 6))
    #expect(try await !store.useSecurityKey([9], of: first.name, challenge: now + .seconds(9), counter: 6))
    for counter: UInt32 in [0, 4, 5] { #expect(try await !use(second, 10, counter), "the counter went back") }
    #expect(try await use(second, 10, 6))
    #expect(try await !use(second, 10, 7), "a challenge is good once")
    #expect(try await !use(second, 9, 7), "an earlier challenge is no longer good")
    #expect(try await use(second, 11, 7))
    #expect(try await use(first, 10, .max))
    let used = try await store.securityKeys()
    #expect(used.map(\.counter) == [.max, 7])
    #expect(used.map(\.usedAt) == [now + .seconds(10), now + .seconds(11)])
}
