import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("Pages that a receipt names", .timeLimit(.minutes(10)))
struct PageGetterTests {
    private func page(after answer: StandInAnswer) async throws -> String? {
        let server = try await ProviderStandIn.start(answer)
        let getter = PageGetter()
        let page = await getter.page(at: server.url)
        try await server.stop()
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.uri == "/sms" && request.body.isEmpty)
        return page.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a page is the body of a 200")
    func found() async throws {
        #expect(try await page(after: .whole(200, "-----BEGIN", type: "text/plain")) == "-----BEGIN")
        #expect(try await page(after: .whole(200, "", type: "text/plain"))?.isEmpty == true)
    }

    @Test("every other answer is no page, and no redirect is followed", arguments: [204, 301, 302, 403, 404, 500, 503])
    func otherAnswers(status: Int) async throws {
        let target = try await ProviderStandIn.start(.json(200, "{}"))
        let headers = ["location: \(target.url)"]
        #expect(try await page(after: .whole(status, "", type: "text/plain", headers: headers)) == nil)
        #expect(target.connections == 0)
        try await target.stop()
    }

    @Test("a lost answer is no page, and neither is a server that is not there, or a URL that is none")
    func noAnswer() async throws {
        #expect(try await page(after: .lastBytes("")) == nil)
        let server = try await ProviderStandIn.start()
        try await server.stop()
        let getter = PageGetter()
        for url in [server.url, "", "s3cret", "ftp://example.com/"] { #expect(await getter.page(at: url) == nil) }
    }
}
