import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of failures")
struct FailurePagesTests {
    @Test("show groups of a window, the most first, and each group along the time and by country")
    func groups() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.approved, in: minute, region: "DE"), count: 500),
            Tally(TallyKey(.callThrottled, in: minute, region: "DE", gateway: "main", reason: "busy"), count: 30),
            Tally(TallyKey(.callThrottled, in: minute - 1, region: "FR", gateway: "main", reason: "busy"), count: 10),
            Tally(TallyKey(.late, in: minute - 20, region: "DE"), count: 7),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let groups = try #require(try await client.twin("/failures", cookies: viewer)["groups"]?.array)
            #expect(groups.map { $0["kind"] } == ["call-throttled"], "the other failure is older than a quarter")
            #expect(groups[0]["count"] == 40 && groups[0]["regions"] == ["DE", "FR"])
            let path = try #require(groups[0]["path"]?.string)
            let detail = try await client.twin(path, cookies: viewer)
            #expect(detail["count"] == 40 && detail["regions"]?.array?.first?["share"] == 0.75)
            let page = try await client.page(path, cookies: viewer)
            #expect(page.contains("call throttled · busy · main") && page.contains("<svg"))
            #expect(page.contains(#"href="/a/b/countries/DE">DE (Germany)</a>"#))
            let countries = #"<span class="item">DE (Germany)</span> <span class="item">FR (France)</span>"#
            #expect(try await client.page("/failures", cookies: viewer).contains(countries))
            let hour = try await client.page("/failures?window=1h", cookies: viewer)
            #expect(hour.contains("too late") && hour.contains("/failures/late/-/-?window=1h"))
        }
    }

    @Test("say in words what a reason means that several providers give")
    func sharedReason() async throws {
        let fixture = try await DashboardFixture()
        let key = TallyKey(.callRefused, in: Minute(fixture.clock.now), gateway: "main", reason: "replied-stop")
        try await fixture.world.add([Tally(key, count: 2)])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/failures/call-refused/main/replied-stop", cookies: viewer)
            #expect(
                page.contains("Another gateway may have taken it. The reason: the person replied STOP to this sender."))
        }
    }

    @Test("lead from a failure to the verifications that it happened to, where the records keep it")
    func verifications() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try bench.request()
        let order = try await bench.send(request)
        _ = try await bench.record(.failed(reason: "error-21211"), of: order, request, gateway: "main")
        _ = try await bench.verification(phone: "+491510002")
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.failed, in: minute, gateway: "main", reason: "error-21211"), count: 3),
            Tally(TallyKey(.failed, in: minute, gateway: "main", reason: "other"), count: 2),
            Tally(TallyKey(.notQueued, in: minute, reason: "unknown"), count: 1),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let groups = try #require(try await client.twin("/failures", cookies: viewer)["groups"]?.array)
            #expect(groups.map { $0["verifications"]?.string != nil } == [true, false, false])
            let detail = try await client.twin("/failures/failed/main/error-21211", cookies: viewer)
            for address in [groups[0]["verifications"], detail["verifications"]] {
                let path = try #require(address?.string)
                #expect(path.hasPrefix("/verifications?gateway=main&reason=error-21211&message=failed&from="))
                let rows = try await client.twin(path, cookies: viewer)["rows"]?.array
                #expect(rows?.map { $0["id"]?.string } == ["\(request.id)"])
            }
            let page = try await client.page("/failures/failed/main/error-21211", cookies: viewer)
            #expect(page.contains("Show these verifications"))
            let uncounted = try await client.page("/failures/failed/main/error-1", cookies: viewer)
            #expect(!uncounted.contains("Show these verifications"))
        }
    }

    @Test("say so when nothing failed, also on the page of a group that is empty")
    func empty() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/failures", cookies: viewer)
            #expect(page.contains("No failure was counted in this time.") && page.contains("<p>0 dead letters"))
            let group = try await client.twin("/failures/limited/-/sends-per-phone", cookies: viewer)
            #expect(group["count"] == 0 && group["regions"] == [] && group["gateway"] == .null)
        }
    }

    @Test("show a gateway's and a provider's words as text, and lead to a group by any word")
    func hostile() async throws {
        let fixture = try await DashboardFixture()
        let words = #"a/b?c#d "><script>%2F+é"#
        try await fixture.world.add([
            Tally(
                TallyKey(.failed, in: Minute(fixture.clock.now), region: "<i>", gateway: words, reason: words), count: 3
            )
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/failures", cookies: viewer)
            let path = try #require(twin["groups"]?.array?.first?["path"]?.string)
            #expect(twin["groups"]?.array?.first?["reason"] == .string(words))
            let detail = try await client.twin(path, cookies: viewer)
            #expect(detail["count"] == 3 && detail["reason"] == .string(words) && detail["gateway"] == .string(words))
            for path in ["/failures", path] {
                let page = try await client.page(path, cookies: viewer)
                #expect(page.contains("&lt;script&gt;") && page.contains("&lt;i&gt;"), "\(path)")
                #expect(!page.contains("<script>") && !page.contains("<i>"), "\(path)")
            }
        }
    }

    @Test("refuse a window and a kind that there is not, and a kind that is no failure")
    func unusable() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (path, status) in [
                ("/failures?window=%3Cscript%3E", HTTPResponse.Status.badRequest),
                ("/failures/late/-/-?window=2h", .badRequest), ("/failures/approved/-/-", .notFound),
                ("/failures/%3Cscript%3E/-/-", .notFound),
            ] {
                let answer = try await client.send(.get, path, cookies: viewer)
                #expect(answer.status == status, "\(path)")
                #expect(!String(buffer: answer.body).contains("<script>"), "\(path)")
            }
        }
    }

    @Test("show the greatest of very many groups, and say that there are more")
    func many() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add(
            (1...150).map { Tally(TallyKey(.failed, in: minute, gateway: "main", reason: "r\($0)"), count: $0) })
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/failures", cookies: viewer)
            #expect(twin["groups"]?.array?.compactMap { $0["count"]?.integer } == (51...150).reversed().map(Int64.init))
            #expect(try await client.page("/failures", cookies: viewer).contains("Only the greatest groups are shown."))
        }
    }

    @Test("count dead letters by their reasons, and let an operator replay those of a reason")
    func dead() async throws {
        let fixture = try await DashboardFixture()
        try await deadLetter([.notJSON, .outOfTries, .outOfTries], on: fixture.queue)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let dead = try await client.twin("/failures", cookies: viewer)["dead"]
            #expect(dead?["count"] == 3 && dead?["isPartly"] == false)
            #expect(dead?["reasons"]?.array?.map { $0["reason"] } == ["out-of-tries", "not-json"])
            #expect(!(try await client.page("/failures", cookies: viewer)).contains("Replay…"))
            let anna = try await client.cookies(of: .operator)
            let path = "/queues/dead/replay?of=out-of-tries"
            #expect(try await client.page("/failures", cookies: anna).contains(#"href="/a/b\#(path)""#))
            _ = try await client.page(path, cookies: anna)
            #expect(fixture.queue.dead.count == 3, "a look changes nothing")
        }
    }

    private func deadLetter(_ reasons: [DeadLetter.Reason], on queue: InMemoryQueue) async throws {
        let inbox = queue.openInbox(prefetch: 10)
        for _ in reasons { queue.put([1], type: nil, contentType: nil) }
        var left = reasons[...]
        for await deliveries in inbox.deliveries {
            for delivery in deliveries {
                await inbox.settle(delivery, as: .deadLetter(DeadLetter(try #require(left.popFirst()))))
            }
            if left.isEmpty { break }
        }
        #expect(queue.dead.count == reasons.count)
    }
}
