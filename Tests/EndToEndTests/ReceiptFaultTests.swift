import Testing

/// Receipts while a service that other tests use is away.
@Suite("receipts in trouble", .serialized, .timeLimit(.minutes(10)))
struct ReceiptFaultTests {
    @Test("while the database is away receipts are taken and wait, and arrive when it is back")
    func databaseAway() async throws {
        try await TwilioStandIn.with { twilio in
            try await withSite { site in
                let api = try await site.serve(settings: twilio.settings).caller
                let id = try #require(try await api.start(Site.phones(1)[0], wait: 30).id)
                let message = try #require(try await twilio.messages(atLeast: 1).first)
                try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                    try await twilio.tellUntilTaken(api, message, "delivered")
                }
                try await api.shows("delivered", of: id)
                try await site.expectDrained()
            }
        }
    }
}
