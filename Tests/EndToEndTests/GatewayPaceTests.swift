import StrictJSON
import Testing
import VerificationCore

/// A provider that takes only so much.
@Suite("with a gateway that takes only so much", .serialized, .timeLimit(.minutes(10)))
struct GatewayPaceTests {
    @Test("a provider that answers 429 for seconds is asked a bounded number of times, and gets everything afterwards")
    func busy() async throws {
        try await withSite { site in
            let phones = Site.phones(60)
            let api = try await site.api().caller
            let workers = [try await site.worker(), try await site.worker()]
            #expect(workers.count == 2)
            site.ledger.answer(.status(429))
            let begun = ContinuousClock.now
            for phone in phones { #expect(try await api.start(phone).status == 202) }
            try await site.ledger.calls(atLeast: 1)
            try await eventually("some seconds are over") { ContinuousClock.now - begun > .seconds(4) }
            let calls = site.ledger.calls.count
            #expect(calls <= 6 * phones.count)
            site.ledger.answer(.status(200))
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("two workers together keep the pace that a gateway has, and so does the one that is left")
    func sharedPace() async throws {
        try await withSite { site in
            let phones = Site.phones(160)
            let api = try await site.api().caller
            let pace = ["gateway.perSecond=20"]
            let workers = [try await site.worker(settings: pace), try await site.worker(settings: pace)]
            for phone in phones { #expect(try await api.start(phone).status == 202) }
            try await site.ledger.sms(atLeast: 80)
            try await workers[0].stop()
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
            // The stand-in counts arrivals, so a busy machine may bring a few of them closer together.
            let times = site.ledger.calls.map(\.arrivedAt).sorted()
            for (first, last) in zip(times, times.dropFirst(21)) {
                #expect(last - first > .milliseconds(700), "22 calls within less than a second")
            }
        }
    }

    @Test("1,500 requests for a gateway of five a second hold up nobody whose message takes another gateway")
    func stranger() async throws {
        try await GatewayPair.with(
            routes: "[{prefix: +43, gateway: other}, {gateway: main}]", mainPerSecond: 5
        ) { pair in
            let german = (0..<1_500).map { "+49151234" + String(10_000 + $0) }
            try await pair.site.publish(german.map { Site.request(Site.makeID(), $0) })
            let api = try await pair.site.api().caller
            _ = try await pair.worker()
            try await pair.main.calls(atLeast: 5)
            for number in 0..<10 {
                #expect(try await api.start("+43660123456\(number)", wait: 30).status == 200)
            }
            #expect(pair.other.sms.count == 10)
            #expect(pair.main.calls.count < 100, "20 s at the pace of this gateway")
        }
    }
}
