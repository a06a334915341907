import StrictJSON
import Testing

/// The database goes away, or falls silent, under processes that run on.
@Suite("without a database", .serialized, .timeLimit(.minutes(10)))
struct DatabaseOutageFaultTests {
    @Test("while it is stopped requests are accepted and checks refused; workers wait, and lose nothing")
    func stopped() async throws {
        try await outage(.stopDatabase, healedBy: .startDatabase)
    }

    @Test("while it is frozen nobody hangs; after the thaw everything goes on")
    func frozen() async throws {
        try await outage(.freezeDatabase, healedBy: .thawDatabase)
    }

    private func outage(_ fault: ServiceControl.Order, healedBy cure: ServiceControl.Order) async throws {
        try await withSite { site in
            var phones = Site.phones(21)
            let early = phones.removeFirst()
            let api = try await site.api().caller
            _ = try await site.worker()
            let id = try #require(try await api.start(early, wait: 30).id)
            let code = try site.ledger.onlyCode(of: early)

            try await ServiceControl.under(fault, healedBy: cure) {
                try await api.expectAccepted(phones)
                for _ in 1...2 {
                    for answer in [try await api.check(id, code), try await api.impatient.show(id)] {
                        #expect(answer.status == 503)
                        #expect(answer.header("retry-after") != nil)
                        #expect(answer.took < .seconds(2.5))
                    }
                }
                #expect(try await api.isAlive())
                let said = try await api.readiness()
                #expect(said == (200, "degraded"))
                #expect(site.ledger.hasOneSMS(for: [early]), "without a database nothing is sent")
                #expect(try await site.dead() == 0)
            }
            try await site.ledger.sms(atLeast: phones.count + 1)
            try await eventually("checks work again", within: .seconds(10)) {
                try await api.check(id, code).status != 503
            }
            #expect(try await api.show(id)["status"] == "approved")
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones + [early]))
        }
    }
}
