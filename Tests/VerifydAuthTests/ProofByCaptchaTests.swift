import Foundation
import Testing

@testable import VerifydAuth

@Suite("A proof by a captcha on the server's page", .timeLimit(.minutes(10)))
@MainActor
struct ProofByCaptchaTests {
    private static let scheme = "app-1-1234567890-ios-321abc"

    private let time = FakeTime()
    private let screen = Screen()

    private func site() throws -> ProofServerScript {
        try ProofServerScript(naming: [.captcha], time: FakeTime()) { _, _ in .sent }
    }

    private func provider(_ scheme: String = scheme) -> CaptchaPageProof {
        CaptchaPageProof(callbackScheme: scheme, time: time.authTime)
    }

    private func members(of url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    /// The URL with which the server's page leads back, as its script writes it.
    private func callback(
        for page: URL, scheme: String = scheme, authType: String = "verifyApp", event: String? = nil, _ outcome: String
    ) throws -> URL {
        let event = event ?? members(of: page)["eventId"] ?? ""
        let inner = "https://auth.shop.example/__/auth/callback?authType=\(authType)&eventId=\(event)&\(outcome)"
        let link = try #require(inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try #require(URL(string: "\(scheme)://firebaseauth/link?deep_link_id=\(link)"))
    }

    @Test("shows the page, whose answer goes into the call, and closes it once")
    func good() async throws {
        let (site, provider) = (try site(), provider())
        let proof = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        let page = await screen.page()
        #expect(
            page.absoluteString.hasPrefix(
                "https://auth.shop.example/__/auth/handler?apiKey=key%2B1&authType=verifyApp&"))
        let members = members(of: page)
        #expect(members["ibi"] == "com.example.shop" && members["hl"] == "fr")
        #expect(members["appId"] == "1:1234567890:ios:321abc" && members["clientId"] == nil)
        #expect(members["eventId"]?.count == 36)
        #expect(provider.take(url: try callback(for: page, "recaptchaToken=a%2Bb%20c")))
        #expect(try await proof.value == AppProof(members: ["recaptchaToken": "a+b c"], servesOnce: true))
        #expect(screen.dismissals == 1)
        #expect(!provider.take(url: try callback(for: page, "recaptchaToken=again")))
    }

    @Test("takes no URL of another page, another app or another kind")
    func foreign() async throws {
        let (site, provider) = (try site(), provider())
        let proof = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        let page = await screen.page()
        #expect(!provider.take(url: try callback(for: page, event: "ABCDEFGHIJ", "recaptchaToken=x")))
        #expect(!provider.take(url: try callback(for: page, scheme: "app-1-2-ios-3", "recaptchaToken=x")))
        #expect(!provider.take(url: try callback(for: page, authType: "signInViaPopup", "recaptchaToken=x")))
        for text in [
            "\(Self.scheme)://firebaseauth/link", "\(Self.scheme)://x?deep_link_id=%20", "mailto:ann@example.com",
        ] {
            #expect(!provider.take(url: try #require(URL(string: text))))
        }
        #expect(provider.take(url: try callback(for: page, scheme: Self.scheme.uppercased(), "recaptchaToken=x")))
        #expect(try await proof.value?.members == ["recaptchaToken": "x"])
    }

    @Test(
        "ends with what the page says of a failure",
        arguments: [
            (#"{"code":"auth/network-request-failed","message":"m"}"#, AuthErrorCode.webNetworkRequestFailed),
            (#"{"code":"auth/internal-error"}"#, .webInternalError),
            (#"{"code":"auth/new"}"#, .appVerificationUserInteractionFailure),
            (#"{"code":"auth/firebase-app-check-token-is-invalid"}"#, .appNotVerified),
            ("no JSON", .appVerificationUserInteractionFailure),
        ])
    func failures(said: String, expected: AuthErrorCode) async throws {
        let (site, provider) = (try site(), provider())
        let proof = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        let outcome = try #require(said.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(provider.take(url: try callback(for: await screen.page(), "firebaseError=\(outcome)")))
        let error = await #expect(throws: AuthError.self) { _ = try await proof.value }
        #expect(error?.kind == expected && screen.dismissals == 1)
    }

    @Test("ends when the person closes the page, and when it cannot be shown", arguments: [true, false])
    func closed(byPerson: Bool) async throws {
        let (site, provider) = (try site(), provider())
        screen.ending = byPerson ? CancellationError() : URLError(.cannotOpenFile)
        let error = await #expect(throws: AuthError.self) {
            _ = try await provider.proof(for: site.request(uiDelegate: screen))
        }
        #expect(error?.kind == (byPerson ? .webContextCancelled : .appVerificationUserInteractionFailure))
        #expect(screen.dismissals == 1)
    }

    @Test("ends after ten minutes without an answer, and with the task that waits")
    func ends() async throws {
        let (site, provider) = (try site(), provider())
        let proof = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        _ = await screen.page()
        await time.waits(atLeast: 1)
        time.advance(by: 601)
        let error = await #expect(throws: AuthError.self) { _ = try await proof.value }
        #expect(error?.kind == .webContextCancelled && screen.dismissals == 1)
        let cancelled = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        _ = await screen.page()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
        #expect(screen.dismissals == 2)
    }

    @Test("is shown once at a time")
    func second() async throws {
        let (site, provider) = (try site(), provider())
        let first = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        let page = await screen.page()
        let error = await #expect(throws: AuthError.self) {
            _ = try await provider.proof(for: site.request(uiDelegate: screen))
        }
        #expect(error?.kind == .webContextAlreadyPresented && screen.dismissals == 0)
        #expect(provider.take(url: try callback(for: page, "recaptchaToken=x")))
        #expect(try await first.value != nil)
    }

    @Test("names the app by its client id where the scheme is one, and refuses a scheme of which no page knows the app")
    func schemes() async throws {
        let (site, provider) = (try site(), provider("com.googleusercontent.apps.1-ab"))
        let proof = Task { try await provider.proof(for: site.request(uiDelegate: screen)) }
        let page = await screen.page()
        #expect(members(of: page)["clientId"] == "1-ab.apps.googleusercontent.com")
        proof.cancel()
        await #expect(throws: CancellationError.self) { _ = try await proof.value }
        for scheme in ["", "app-", "app-shop", "shop", "https"] {
            let error = await #expect(throws: AuthError.self) {
                _ = try await self.provider(scheme).proof(for: site.request(uiDelegate: screen))
            }
            #expect(error?.kind == .invalidClientID)
        }
    }

    @Test("is none for an app that shows no pages")
    func none() async throws {
        #expect(try await provider().proof(for: site().request()) == nil)
    }
}

/// A person's screen: the test reads which page is there.
@MainActor
private final class Screen: AuthUIDelegate {
    var ending: (any Error)?
    private(set) var dismissals = 0
    private let (pages, shown) = AsyncStream<URL>.makeStream()

    func page() async -> URL {
        for await page in pages { return page }
        return URL(fileURLWithPath: "/")
    }

    func present(_ url: URL) async throws {
        if let ending { throw ending }
        shown.yield(url)
    }

    func dismiss() async { dismissals += 1 }
}
