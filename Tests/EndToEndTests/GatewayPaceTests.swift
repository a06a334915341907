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
}
