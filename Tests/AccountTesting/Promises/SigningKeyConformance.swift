import AccountCore
import Testing
import VerificationCore

/// Proves what every store of signing keys promises; `stores` are an empty store as several processes see it.
package func exerciseSigningKeys(_ stores: [any SigningKeyStore]) async throws {
    let store = try #require(stores.first)
    #expect(try await store.signingKeys().isEmpty)
    #expect(try await !store.removeSigningKey("first"))
    let firsts = (0..<16).map { key("first \($0)", activeFrom: 100) }
    try await withThrowingTaskGroup { group in
        for (number, key) in firsts.enumerated() {
            group.addTask { try await stores[number % stores.count].addFirst(key) }
        }
        try await group.waitForAll()
    }
    let made = try await store.signingKeys()
    let first = try #require(made.first)
    #expect(made.count == 1 && firsts.contains(first), "of processes that make a first key one does")

    let (later, same, earlier) = (key("b", activeFrom: 300), key("a", activeFrom: 300), key("c", activeFrom: 50))
    for key in [later, same, earlier] { try await store.add(key) }
    #expect(try await store.signingKeys() == [earlier, first, same, later])
    await #expect(throws: StoreError.self) { try await store.add(later) }
    try await store.addFirst(key("d", activeFrom: 1))
    let resealed = SigningKey(
        id: same.id, secret: SealedCode(keyName: "newer", bytes: [7]), certificate: "", activeFrom: earlier.activeFrom)
    #expect(try await store.reseal(resealed))
    #expect(try await !store.reseal(key("e", activeFrom: 1)))
    let kept = try #require(try await store.signingKeys().first { $0.id == same.id })
    #expect(kept.secret == resealed.secret && kept.certificate == same.certificate, "only the secret is another")
    #expect(kept.activeFrom == same.activeFrom)
    #expect(try await store.reseal(same))
    #expect(try await store.removeSigningKey(first.id))
    #expect(try await !store.removeSigningKey(first.id))
    #expect(try await store.signingKeys() == [earlier, same, later])
    for key in [earlier, same, later] { #expect(try await store.removeSigningKey(key.id)) }
    try await store.addFirst(first)
    #expect(try await store.signingKeys() == [first])
}

private func key(_ id: String, activeFrom seconds: Int64) -> SigningKey {
    SigningKey(
        id: id, secret: SealedCode(keyName: "ring key", bytes: [0, 1, 255]),
        certificate: "-----BEGIN CERTIFICATE-----\n\(id)\n", activeFrom: Timestamp(seconds: seconds))
}
