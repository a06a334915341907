import Testing
import VerificationCore

/// Proves what every directory of apps promises.
///
/// - Parameters:
///   - directory: knows no app at the beginning.
///   - store: makes and changes the apps of the directory.
///   - hearing: returns when the directory has heard of every change that was made before the call.
/// - Throws: what the store throws.
package func exerciseAppDirectory(
    _ directory: any AppDirectory, of store: any AppStore, hearing: () async throws -> Void
) async throws {
    let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
    let keys = (0..<3).map { APIKey(random: Array(repeating: $0, count: 32)).hash }
    #expect(try await directory.app(shop) == nil)
    #expect(try await directory.caller(keyHash: keys[0]) == nil)

    // The directory's nil for an app is certain, so it finds an app as soon as the store has made it.
    let first = App(id: shop, displayName: "Shop")
    try await store.save(first)
    #expect(try await directory.app(shop) == first)
    #expect(try await directory.app(bank) == nil)
    try await store.save(App(id: bank, displayName: "Bank"))
    #expect(try await store.add(keys[0], to: shop, scope: .send, label: ""))
    #expect(try await store.add(keys[1], to: shop, scope: .admin, label: ""))
    try await hearing()
    #expect(try await directory.caller(keyHash: keys[0]) == Caller(app: first, scope: .send))
    #expect(try await directory.caller(keyHash: keys[1]) == Caller(app: first, scope: .admin))
    #expect(try await directory.caller(keyHash: keys[2]) == nil)

    let renamed = App(id: shop, displayName: "Shop 2")
    try await store.save(renamed)
    #expect(try await store.revoke(keys[0].shortName, of: shop) == 1)
    try await hearing()
    #expect(try await directory.app(shop) == renamed)
    #expect(try await directory.caller(keyHash: keys[0]) == nil)
    #expect(try await directory.caller(keyHash: keys[1])?.app == renamed)
}
