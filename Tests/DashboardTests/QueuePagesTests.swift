import HTTPTypes
import HummingbirdTesting
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the queues")
struct QueuePagesTests {
    @Test("an operator pauses a queue, the page says who and why, and the queue goes on when it is resumed")
    func pauses() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.page("/queues/requests/pause", cookies: anna)
            #expect(preview.contains("Preview: nothing has been changed yet."))
            #expect(try await fixture.world.workforce().pauses.isEmpty)

            let done = try await client.send(
                .post, "/queues/requests/pause", cookies: anna, form: "reason=%3Cb%3E+down")
            #expect(done.status == .seeOther && done.headers[.location] == DashboardFixture.base + "/queues")
            fixture.clock.advance(by: .seconds(61))
            let told = anna + "; " + (done.headers[.setCookie] ?? "").prefix { $0 != ";" }
            let page = try await client.page("/queues", cookies: told)
            #expect(page.contains("requests is paused; workers follow within two seconds."))
            #expect(page.contains("&lt;b&gt; down") && !page.contains("<b> down"))
            let pause = try await client.twin("/queues", cookies: anna)["queues"]?.array?.first?["pause"]
            #expect(pause?["who"] == "operator" && pause?["why"] == "<b> down")

            let second = try await client.send(.post, "/queues/requests/pause", cookies: anna, form: "reason=again")
            #expect(second.status == .seeOther)
            #expect(try await fixture.world.workforce().pauses[.requests]?.reason == "<b> down")
            _ = try await client.send(.post, "/queues/requests/resume", cookies: anna, form: "reason=up")
            #expect(try await fixture.world.workforce().pauses.isEmpty)
        }
        let actions = try fixture.world.auditLines(before: nil, limit: 3).map(\.entry)
        #expect(actions.map(\.action) == [.resumeQueue, .pauseQueue], "the second pause changed nothing")
        #expect(actions.allSatisfy { $0.result == .done })
    }

    @Test("the queues along the time: how many messages waited and for how long, and a gap where nothing is known")
    func charts() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now) - 5
        try fixture.world.keep([
            QueueSample(minute: minute, queue: "r", role: .requests, ready: 1_250, oldest: .milliseconds(45_500)),
            QueueSample(minute: minute, queue: "d", role: .dead, ready: 3, oldest: nil),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/queues", cookies: viewer)["charts"]?.array ?? []
            let names = ["Requests ready", "Age of the oldest request", "Events and receipts ready", "Dead letters"]
            #expect(twin.map { $0["name"]?.string } == names)
            let values = twin.map { $0["series"]?["lines"]?.array?.last?["values"]?.array }
            #expect(values[0]?.count == 60 && values[0]?[54] == 1_250 && values[0]?[53] == .null)
            #expect(values[1]?[54] == 45.5 && values[3]?[54] == 3)
            let day = try await client.twin("/queues?window=24h", cookies: viewer)["charts"]?.array?.first?["series"]
            #expect(day?["stepSeconds"] == 600 && day?["lines"]?.array?.last?["values"]?.array?.count == 144)
            let overview = try await client.twin("/overview", cookies: viewer)["charts"]?.array?.map {
                $0["name"]?.string
            }
            #expect(overview?.suffix(2) == ["Requests ready", "Age of the oldest request"])
            let own = try await client.twin("/overview?app=shop", cookies: viewer)["charts"]?.array?.map { $0["name"] }
            #expect(own?.contains("Requests ready") == false, "no queue is of a single app")
            #expect(try await client.page("/queues", cookies: viewer).contains("<svg class=\"field\""))
        }
    }

    @Test("a pause with an end says how many people it hits, has a red button, and is over by itself")
    func pauseWithAnEnd() async throws {
        let fixture = try await DashboardFixture()
        for minutes in 1...5 {
            let minute = Minute(fixture.clock.now - .seconds(60 * minutes))
            try await fixture.world.add([Tally(TallyKey(.started, in: minute), count: 252)])
        }
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.page("/queues/requests/pause", cookies: anna)
            #expect(preview.contains("About 252 people a minute will get no code."))
            #expect(preview.contains("Workers still finish the 0 requests that they have in flight."))
            #expect(preview.contains(#"<button class="do grave">Pause requests</button>"#))
            #expect(preview.contains("<option>15 min</option>"))
            let receipts = try await client.page("/queues/receipts/pause", cookies: anna)
            #expect(receipts.contains(#"<button class="do">Pause receipts</button>"#))
            #expect(!receipts.contains("will get no code"))

            let done = try await client.send(
                .post, "/queues/requests/pause", cookies: anna, form: "reason=x&for=15+min")
            #expect(done.status == .seeOther)
            let end = fixture.clock.now + .seconds(900)
            let pause = try await client.twin("/queues", cookies: anna)["queues"]?.array?.first?["pause"]
            #expect(pause?["until"]?.string == end.rfc3339)
            let page = try await client.page("/queues", cookies: anna)
            #expect(page.contains(", until \(end.minuteWords.suffix(9)): x"))
            let verdict = try await client.page("/", cookies: anna)
            #expect(verdict.contains("paused by operator, until \(end.minuteWords): x."))

            fixture.clock.advance(by: .seconds(901))
            fixture.queries.expire()
            #expect(try await client.twin("/queues", cookies: anna)["queues"]?.array?.first?["pause"]?.isNull == true)
            let odd = try await client.send(.post, "/queues/requests/pause", cookies: anna, form: "reason=x&for=1+s")
            #expect(odd.status == .badRequest)
        }
    }

    @Test("no time is promised for a queue that no worker takes from")
    func stopped() async throws {
        let fixture = try await DashboardFixture()
        fixture.queue.put([1], type: nil, contentType: nil)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let backlog = try await client.twin("/queues", cookies: viewer)["waiting"]?["backlog"]
            #expect(backlog?["drain"] == "stopped" && backlog?["isEmpty"] == false)
            #expect(try await client.page("/queues", cookies: viewer).contains("not before workers take requests"))
        }
    }

    @Test("a queue from which nobody takes messages is not called active, and while nobody knows of pauses, not known")
    func nobody() async throws {
        try await DashboardFixture().serve { client in
            let anna = try await client.cookies(of: .operator)
            let row = try await client.twin("/queues", cookies: anna)["queues"]?.array?.first
            #expect(row?["hasNobody"] == true && row?["isPauseKnown"] == true)
            let page = try await client.page("/queues", cookies: anna)
            #expect(page.contains("<strong class=\"bad\">no consumers</strong>") && !page.contains("active"))
            _ = try await client.send(.post, "/queues/requests/pause", cookies: anna, form: "reason=x")
            let paused = try await client.twin("/queues", cookies: anna)["queues"]?.array?.first
            #expect(paused?["hasNobody"] == false, "a paused queue needs nobody")
        }
        try await DashboardFixture(workers: NoWorkers(next: InMemoryWorld())).serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let row = try await client.twin("/queues", cookies: viewer)["queues"]?.array?.first
            #expect(row?["isPauseKnown"] == false && row?["hasNobody"] == true)
            let page = try await client.page("/queues", cookies: viewer)
            #expect(page.contains("not known whether it is paused, <strong class=\"bad\">no consumers</strong>"))
        }
    }

    @Test("the age of the oldest request is a least age while some wait for a retry")
    func leastAge() async throws {
        for isPutOff in [false, true] {
            let fixture = try await DashboardFixture()
            fixture.queue.put([1], type: nil, contentType: nil)
            if isPutOff { try await putOff(on: fixture.queue) }
            fixture.clock.advance(by: .seconds(30))
            try await fixture.world.add([Tally(TallyKey(.started, in: Minute(fixture.clock.now)), count: 10)])
            try await fixture.serve { client in
                let page = try await client.page("/queues", cookies: try await client.cookies(of: .viewer))
                #expect(page.contains("<dd>at least ") == isPutOff && page.contains("<dd>about ") == !isPutOff)
                #expect(page.contains(" in retry)</small>") == isPutOff)
            }
        }
    }

    private func putOff(on queue: InMemoryQueue) async throws {
        let inbox = queue.openInbox(prefetch: 1)
        for await deliveries in inbox.deliveries {
            await inbox.settle(try #require(deliveries.first), as: .retry(after: .seconds(5)))
            break
        }
    }

    @Test("whoever pauses a queue reads on the next page that it is paused, however lately the page was read before")
    func atOnce() async throws {
        try await DashboardFixture().serve { client in
            let anna = try await client.cookies(of: .operator)
            for isPaused in [true, false] {
                _ = try await client.page("/queues", cookies: anna)
                let action = "/queues/requests/" + (isPaused ? "pause" : "resume")
                _ = try await client.send(.post, action, cookies: anna, form: "reason=x")
                #expect(try await client.page("/queues", cookies: anna).contains("<strong>paused</strong>") == isPaused)
            }
        }
    }

    @Test("nothing is done without a reason, on a queue that cannot be paused, or without the typed name")
    func unusable() async throws {
        try await DashboardFixture().serve { client in
            let admin = try await client.cookies(of: .admin)
            for (path, form, status) in [
                ("/queues/requests/pause", "reason=+", HTTPResponse.Status.badRequest),
                ("/queues/requests/pause", "reason=" + String(repeating: "x", count: 201), .badRequest),
                ("/queues/ready/pause", "reason=x", .notFound),
                ("/queues/dead/purge", "reason=x&name=Dead", .badRequest),
                ("/queues/dead/replay", "reason=x&limit=0", .badRequest),
                ("/queues/dead/replay", "reason=x&limit=1&of=boredom", .badRequest),
            ] {
                let answer = try await client.send(.post, path, cookies: admin, form: form)
                #expect(answer.status == status, "\(path) \(form) \(answer.status)")
            }
            #expect(try await client.fixture.world.workforce().pauses.isEmpty)
        }
    }
}

/// A database that does not say which workers live and which queues are paused.
private struct NoWorkers: PassingRegistry {
    let next: InMemoryWorld

    func workforce() async throws(StoreError) -> Workforce { throw .unavailable }
}
