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
    let early = challenge()
    #expect(try await !store.advance(key.id, to: 1, using: early, of: projects.0, at: now))
    let kept = try await atOnce(16) {
        try await stores[$0 % stores.count].keep(key, using: early, of: projects.0, at: now)
    }
    #expect(kept == 1, "of calls with the same challenge one keeps its key, and a key that was unknown used up none")
    #expect(try await store.attestedKey(key.id, of: projects.0) == key)
    #expect(try await store.attestedKey(key.id, of: projects.1) == nil, "a key is of one project")
    let other = AttestedKey(id: key.id, app: "other", publicKey: [], counter: 9, isDevelopment: false)
    #expect(try await !store.keep(other, using: challenge(), of: projects.0, at: now))
    #expect(try await store.attestedKey(key.id, of: projects.0) == key, "a key that is kept stays")
    #expect(try await !store.keep(other, using: early, of: projects.1, at: now))
    #expect(try await store.attestedKey(key.id, of: projects.1) == nil, "a used challenge keeps no key")

    try await exerciseCounters(stores, of: key.id, in: projects.0, at: now)
    let name = challenge()
    let first = try await atOnce(16) { try await stores[$0 % stores.count].useChallenge(name, at: now) }
    #expect(first == 1, "of calls with the same challenge one uses it up")

    #expect(try await store.keep(other, using: challenge(), of: projects.1, at: now))
    #expect(try await !store.advance(key.id, to: 10, using: name, of: projects.1, at: now + .seconds(60)))
    #expect(try await store.attestedKey(key.id, of: projects.1)?.counter == 9, "a used challenge advances no counter")
    #expect(try await store.advance(key.id, to: 10, using: challenge(), of: projects.1, at: now + .seconds(60)))
    try await store.forgetKeys(unusedSince: now + .seconds(1))
    #expect(try await store.attestedKey(key.id, of: projects.0) == nil)
    #expect(try await store.attestedKey(key.id, of: projects.1)?.counter == 10)
    try await store.forgetKeys(unusedSince: now + .seconds(61))
    #expect(try await store.attestedKey(key.id, of: projects.1) == nil)
}

/// `id`: of a key that has made no assertion.
private func exerciseCounters(
    _ stores: [any AttestedKeyStore], of id: [UInt8], in project: ProjectID, at now: Timestamp
) async throws {
    let store = try #require(stores.first)
    let taken = try await atOnce(16) {
        try await stores[$0 % stores.count].advance(id, to: 5, using: challenge(), of: project, at: now)
    }
    #expect(taken == 1, "of calls with the same counter one takes it")
    let shared = challenge()
    let used = try await atOnce(16) {
        try await stores[$0 % stores.count].advance(id, to: 6 + UInt32($0), using: shared, of: project, at: now)
    }
    #expect(used == 1, "of calls with the same challenge one uses it up")
    let late = challenge()
    for (counter, isTaken) in [(UInt32(4), false), (5, false), (30, true)] {
        #expect(
            try await store.advance(id, to: counter, using: late, of: project, at: now) == isTaken,
            "\(counter): an assertion that comes too late uses up no challenge")
    }
    #expect(try await store.advance(id, to: .max, using: challenge(), of: project, at: now))
    #expect(try await !store.advance(id, to: 31, using: challenge(), of: project, at: now))
    #expect(try await store.attestedKey(id, of: project)?.counter == .max)
}

/// The name of a challenge that nobody has used.
private func challenge() -> VerificationID {
    VerificationID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
}

/// How many of so many calls at once return true.
private func atOnce(_ count: Int, _ call: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<count { group.addTask { try await call(number) } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}
