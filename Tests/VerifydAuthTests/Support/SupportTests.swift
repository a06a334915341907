import Foundation
import Testing

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("what the tests of the client for apps stand on", .timeLimit(.minutes(10)))
struct SupportTests {
    @Test("the loopback server answers with what its script says, to a real client")
    func answers() async throws {
        let server = try LoopbackServer([.answer("one"), .answer("two", status: 503)])
        var request = URLRequest(url: try server.url)
        request.httpMethod = "POST"
        request.httpBody = Data("body".utf8)
        let (first, _) = try await URLSession.shared.data(for: request)
        let (second, head) = try await URLSession.shared.data(for: request)
        #expect(first == Data("one".utf8) && second == Data("two".utf8))
        #expect((head as? HTTPURLResponse)?.statusCode == 503)
        #expect(server.calls.count == 2 && server.calls.allSatisfy { $0.hasSuffix("body") })
    }

    @Test("long waits on the fake clock end when time passes or the task is cancelled")
    func waits() async throws {
        let time = FakeTime()
        let first = Task { try await time.authTime.sleep(30) }
        await time.waits(atLeast: 1)
        let second = Task { try await time.authTime.sleep(60) }
        await time.waits(atLeast: 2)
        time.advance(by: 31)
        try await first.value
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        try await time.authTime.sleep(3)
        #expect(time.pauses == [3])
    }
}
