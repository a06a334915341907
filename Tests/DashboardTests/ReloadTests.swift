import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import VerificationCore
import VerificationTesting

@Suite("A page without JavaScript")
struct ReloadTests {
    @Test("reloads itself with the app and the window that a person has chosen, and stops again")
    func reload() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (path, link) in [
                ("/", "?refresh=10"), ("/countries?window=24h&app=shop", "?window=24h&amp;app=shop&amp;refresh=10"),
                ("/failures?app=shop", "?app=shop&amp;refresh=10"),
                ("/queues?window=15m", "?window=15m&amp;refresh=10"),
                ("/?app=%22%3E%3Cb%3E", "?app=%22%3E%3Cb%3E&amp;refresh=10"),
            ] {
                let answer = try await client.send(.get, path, cookies: viewer)
                let page = String(buffer: answer.body)
                guard answer.status == .ok else {
                    #expect(answer.status == .badRequest && path.contains("%22"), "\(path)")
                    continue
                }
                #expect(page.contains(#"<a href="\#(link)">Reload this page every ten seconds</a>"#), "\(path)")
                #expect(!page.contains(#"http-equiv="refresh""#), "\(path)")
            }
            let path = "/countries?window=24h&refresh=7&app=shop"
            let page = try await client.page(path, cookies: viewer)
            #expect(page.contains(#"<meta http-equiv="refresh" content="7">"#))
            #expect(page.contains(#"<a href="?window=24h&amp;app=shop">Stop reloading this page</a>"#))
            #expect(page.contains("/countries?window=1h&amp;app=shop&amp;refresh=7\""), "another window reloads too")
            #expect(page.contains(#"<input type="hidden" name="refresh" value="7">"#), "another app too")
        }
    }
}
