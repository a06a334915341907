import Messages
import Testing
import VerificationCore

/// Proves what every store of apps promises; `store` is empty at the beginning.
package func exerciseApps(_ store: any AppStore) async throws {
    let shop = App(
        id: try #require(AppID("shop")), displayName: "Shop \"1\" 商店", defaultLanguage: LanguageTag("zh-Hant"),
        rules: SendingRules(resendAfter: .seconds(30), codeDigits: 8, whenUnknown: .resend))
    let bank = App(id: try #require(AppID("bank")), displayName: "Bank")
    #expect(try await store.apps() == StoredApps(readable: []))
    try await store.save(shop)
    try await store.save(bank)
    #expect(try await store.apps() == StoredApps(readable: [bank, shop]))
    #expect(try await store.apps().app(named: "shop") == shop)
    #expect(try await store.apps().app(named: "nobody") == nil)

    let changed = App(id: shop.id, displayName: "Shop 2")
    try await store.save(changed)
    #expect(try await store.apps().readable == [bank, changed])
}

/// Proves what every store of apps' own texts promises; `store` has no app at the beginning.
package func exerciseAppTexts(_ store: any AppStore) async throws {
    let (french, brazilian) = (try #require(LanguageTag("fr")), try #require(LanguageTag("pt-BR")))
    let text = try AppText("\"{app}\" 'x'; {{ \\ é\n{code}")
    var shop = App(id: try #require(AppID("shop")), displayName: "Shop")
    #expect(try await !store.set(text, for: french, of: shop.id))
    #expect(try await !store.removeText(for: french, of: shop.id))
    try await store.save(shop)
    #expect(try await store.set(try AppText("{code}"), for: french, of: shop.id))
    #expect(try await store.set(text, for: french, of: shop.id))
    #expect(try await store.set(try AppText("{code} pt"), for: brazilian, of: shop.id))
    shop.texts = AppTexts([french: text, brazilian: try AppText("{code} pt")])
    #expect(try await store.apps().readable == [shop])

    // Saving the app again leaves its texts as they are.
    var renamed = App(id: shop.id, displayName: "Shop 2")
    try await store.save(renamed)
    renamed.texts = shop.texts
    #expect(try await store.apps().readable == [renamed])

    #expect(try await store.removeText(for: french, of: shop.id))
    #expect(try await !store.removeText(for: french, of: shop.id))
    #expect(try await store.apps().readable.first?.texts.languages == [brazilian])
}

/// Proves what every store of API keys promises; `store` has no app at the beginning.
package func exerciseAPIKeys(_ store: any AppStore) async throws {
    let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
    let keys = (0..<2).map { APIKey(random: Array(repeating: $0, count: 32)).hash }
    #expect(try await !store.add(keys[0], to: shop, scope: .send, label: "early"))
    for app in [shop, bank] { try await store.save(App(id: app, displayName: "App")) }
    #expect(try await store.add(keys[0], to: shop, scope: .send, label: "first"))
    #expect(try await store.add(keys[1], to: shop, scope: .admin, label: ""))
    let listed = try await store.keys(of: shop)
    #expect(listed.map(\.shortName) == keys.map(\.shortName) && listed.map(\.label) == ["first", ""])
    #expect(listed.map(\.scope) == ["send", "admin"] && listed.allSatisfy { $0.revokedAt == nil })
    #expect(try await store.keys(of: bank).isEmpty)

    #expect(try await store.revoke(keys[0].shortName, of: bank) == 0)
    #expect(try await store.revoke("", of: shop) == 0)
    #expect(try await store.revoke(keys[0].shortName, of: shop) == 1)
    #expect(try await store.revoke(keys[0].shortName, of: shop) == 0)
    #expect(try await store.keys(of: shop).map { $0.revokedAt != nil } == [true, false])
}
