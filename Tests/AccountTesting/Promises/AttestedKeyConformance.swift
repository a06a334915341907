import AccountCore
import Testing
import VerificationCore

/// Proves what every store of attested keys promises.
///
/// - Parameters:
///   - stores: the same store as several processes see it, without a key.
///   - projects: two that the store has.
///   - now: a whole second.
/// - Throws: when the store gives no answer.
package func exerciseAttestedKeys(
    _ stores: [any AttestedKeyStore], projects: (ProjectID, ProjectID), at now: Timestamp
) async throws {
    let store = try #require(stores.first)
    let key = AttestedKey(
        id: Array(repeating: 1, count: 32), app: "TEAM123456.com.example", publicKey: Array(repeating: 4, count: 65),
        counter: 0, isDevelopment: true)
    #expect(try await store.attestedKey(key.id, of: projects.0) == nil)
    #expect(try await !store.advance(key.id, to: 1, of: projects.0, at: now))
    try await store.keep(key, of: projects.0, at: now)
    #expect(try await store.attestedKey(key.id, of: projects.0) == key)
    #expect(try await store.attestedKey(key.id, of: projects.1) == nil, "a key is of one project")
    let other = AttestedKey(id: key.id, app: "other", publicKey: [], counter: 9, isDevelopment: false)
    try await store.keep(other, of: projects.0, at: now)
    #expect(try await store.attestedKey(key.id, of: projects.0) == key, "a key that is kept stays")

    let taken = try await atOnce(16) {
        try await stores[$0 % stores.count].advance(key.id, to: 5, of: projects.0, at: now)
    }
    #expect(taken == 1, "of calls with the same counter one takes it")
    for (counter, isTaken) in [(UInt32(4), false), (5, false), (6, true), (.max, true), (7, false)] {
        #expect(try await store.advance(key.id, to: counter, of: projects.0, at: now) == isTaken, "\(counter)")
    }
    #expect(try await store.attestedKey(key.id, of: projects.0)?.counter == .max)

    let name = VerificationID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    let first = try await atOnce(16) { try await stores[$0 % stores.count].useChallenge(name, at: now) }
    #expect(first == 1, "of calls with the same challenge one uses it up")

    try await store.keep(other, of: projects.1, at: now)
    #expect(try await store.advance(key.id, to: 10, of: projects.1, at: now + .seconds(60)))
    try await store.forgetKeys(unusedSince: now + .seconds(1))
    #expect(try await store.attestedKey(key.id, of: projects.0) == nil)
    #expect(try await store.attestedKey(key.id, of: projects.1)?.counter == 10)
    try await store.forgetKeys(unusedSince: now + .seconds(61))
    #expect(try await store.attestedKey(key.id, of: projects.1) == nil)
}

/// How many of so many calls at once return true.
private func atOnce(_ count: Int, _ call: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<count { group.addTask { try await call(number) } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}
