import HTTPTypes
import HummingbirdTesting
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of dead letters")
struct DeadLetterPagesTests {
    @Test("show the oldest letters with masked numbers, and lead to their verifications")
    func list() async throws {
        let fixture = try await DashboardFixture()
        let request = try #require(VerificationRequest.sample(1))
        try await die([RequestCodec.encode(request), Array("<script>+4915112345678".utf8)], on: fixture.queue)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/queues/dead", cookies: viewer)
            #expect(twin["present"] == 2 && twin["isPartly"] == false)
            let letters = try #require(twin["letters"]?.array)
            #expect(letters.map { $0["reason"] } == ["invalid-member", "invalid-member"])
            #expect(letters[0]["verification"]?.string == request.id.description)
            #expect(letters[0]["phone"]?.string == request.phone.masked && letters[1]["phone"] == .null)
            let page = try await client.page("/queues/dead", cookies: viewer)
            #expect(page.contains("&lt;script&gt;+#############") && !page.contains("<script>+"))
            #expect(page.contains("/verifications/\(request.id)\"") && !page.contains("Replay this one…"))
            #expect(!page.contains(request.phone.e164.dropFirst(1)) && !page.contains("15112345678"))
            #expect(try await client.page("/queues", cookies: viewer).contains("/a/b/queues/dead\""))
        }
        #expect(fixture.queue.dead.count == 2, "a look changes nothing")
    }

    @Test("let an operator replay one of them, with a reason and a line in the audit")
    func replay() async throws {
        let fixture = try await DashboardFixture()
        let requests = try (1...2).map { try #require(VerificationRequest.sample($0)) }
        try await die(requests.map(RequestCodec.encode), on: fixture.queue)
        let path = "/queues/dead/\(requests[1].id)/replay"
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            #expect(try await client.page("/queues/dead", cookies: anna).contains(path))
            let preview = try await client.page(path, cookies: anna)
            #expect(preview.contains("Preview: nothing has been changed yet.") && preview.contains("Replay this one"))
            let hasty = try await client.send(.post, path, cookies: anna, form: "reason=")
            #expect(hasty.status == .badRequest && fixture.queue.dead.count == 2)
            let done = try await client.send(.post, path, cookies: anna, form: "reason=mended")
            #expect(done.status == .seeOther && done.headers[.location] == DashboardFixture.base + "/queues/dead")
            #expect(fixture.queue.dead.map(\.body) == [RequestCodec.encode(requests[0])])
            #expect(try await client.twin("/queues/dead", cookies: anna)["present"] == 1)
            #expect(try await client.send(.post, path, cookies: anna, form: "reason=again").status == .notFound)
            let support = try await client.cookies(of: .support)
            let refused = try await client.send(.get, path, cookies: support)
            #expect(refused.status == .forbidden)
        }
        let entry = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry).first {
            $0.action == .replayDeadLetters && $0.result == .done
        }
        #expect(entry?.reason == "mended")
        #expect(entry?.subject == "dead letter \(requests[1].id): moved")
    }

    @Test("are empty where nothing died, and know no strange name")
    func empty() async throws {
        try await DashboardFixture().serve { client in
            let anna = try await client.cookies(of: .operator)
            #expect(try await client.page("/queues/dead", cookies: anna).contains("0 dead letters"))
            for name in ["x", "sha256-%3Cscript%3E", "01890a5d-ac96-774b-bcce-b302099a8057"] {
                let answer = try await client.send(.get, "/queues/dead/\(name)/replay", cookies: anna)
                #expect(answer.status == .notFound, "\(name)")
            }
        }
    }

    private func die(_ bodies: [[UInt8]], on queue: InMemoryQueue) async throws {
        let inbox = queue.openInbox(prefetch: 10)
        for body in bodies { queue.put(body, type: RequestCodec.messageType, contentType: nil) }
        var left = bodies.count
        for await deliveries in inbox.deliveries {
            for delivery in deliveries {
                await inbox.settle(delivery, as: .deadLetter(DeadLetter(.invalidMember, detail: "phoneNumber")))
                left -= 1
            }
            if left == 0 { break }
        }
        #expect(queue.dead.count == bodies.count)
    }
}
