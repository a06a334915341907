import Testing
import VerificationCore

@Suite("The bounds of a client's key")
struct ClientBoundsTests {
    private let bounds = ClientBounds("ios:com.shop.App,android:com.shop,web:shop.example,web:*.shop.test")

    @Test("admit the apps and pages that they name, and no others")
    func admission() throws {
        let bounds = try #require(bounds)
        let good: [ClientBounds.Origin] = [
            .init(bundle: "com.shop.App"), .init(package: "com.shop"), .init(domain: "SHOP.example"),
            .init(domain: "a.b.shop.test"),
        ]
        for origin in good { #expect(bounds.admit(origin), "\(origin)") }
        let bad: [ClientBounds.Origin] = [
            .init(), .init(bundle: "com.shop.app"), .init(package: "com.shop.App"), .init(domain: "www.shop.example"),
            .init(domain: "shop.test"), .init(domain: "evilshop.test"), .init(bundle: "shop.example"),
        ]
        for origin in bad { #expect(!bounds.admit(origin), "\(origin)") }
    }

    @Test("admit a page by its host alone, whatever app it claims to be")
    func pages() throws {
        let bounds = try #require(bounds)
        #expect(bounds.admit(.init(domain: "shop.example", isPage: true)))
        #expect(bounds.admit(.init(bundle: "com.other", domain: "a.shop.test", isPage: true)))
        for origin: ClientBounds.Origin in [
            .init(isPage: true), .init(bundle: "com.shop.App", isPage: true), .init(package: "com.shop", isPage: true),
            .init(bundle: "com.shop.App", package: "com.shop", domain: "evil.example", isPage: true),
        ] { #expect(!bounds.admit(origin), "\(origin)") }
        #expect(ClientBounds.none.admit(.init(domain: "evil.example", isPage: true)))
    }

    @Test("admit everybody where there are none")
    func none() {
        #expect(ClientBounds("") == ClientBounds.none && ClientBounds.none.isNone)
        #expect(ClientBounds.none.admit(.init()) && ClientBounds.none.admit(.init(bundle: "x")))
    }

    @Test("are written as they are read")
    func text() throws {
        let bounds = try #require(bounds)
        #expect(ClientBounds(bounds.description) == bounds)
        for bad in ["ios", "ios:", "tv:com.shop", "web:shop.example/path", "web:a b", "ios:com.shop;x"] {
            #expect(ClientBounds(bad) == nil, "\(bad)")
        }
    }

    @Test("a key of a client opens nothing but the clients' surface, and no other key opens that")
    func scopes() {
        #expect(KeyScope.client.includes(.client))
        #expect(!KeyScope.client.includes(.send) && !KeyScope.client.includes(.admin))
        #expect(!KeyScope.send.includes(.client) && !KeyScope.admin.includes(.client))
        #expect(KeyScope.admin.includes(.send) && !KeyScope.send.includes(.admin))
    }

    @Test("a key for accounts opens nothing but accounts, and a key of an administrator opens them too")
    func users() {
        #expect(KeyScope.users.includes(.users) && KeyScope.admin.includes(.users))
        for other: KeyScope in [.send, .admin, .client] { #expect(!KeyScope.users.includes(other)) }
        #expect(!KeyScope.send.includes(.users) && !KeyScope.client.includes(.users))
    }
}
