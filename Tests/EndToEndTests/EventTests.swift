import Foundation
import PostgreSQL
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// What an app hears of its verifications: the real program, broker and database, and endpoints good and bad.
@Suite("events, end to end", .serialized, .timeLimit(.minutes(15)))
struct EventTests {
    private let phone = Site.phones(1)[0]

    @Test("an app is told of a journey in order, signed by its secret, and never of a code or a number")
    func journey() async throws {
        try await withSite { site in
            try await withReceiver { receiver in
                let made = try await site.run(["apps", "events", Site.app, "--url", receiver.url])
                let secret = try #require(made["secret"]?.string)
                let api = try await site.serve().caller
                let id = try #require(try await api.start(phone, wait: 30).id)
                let code = try site.ledger.onlyCode(of: phone)
                _ = try await receiver.events(of: id, 1)
                #expect(try await api.check(id, code).status == 200)
                let events = try await receiver.events(of: id, 2)
                #expect(events.map(\.type) == ["verification.sent", "verification.approved"])
                #expect(events.map(\.sequence) == [1, 2])
                #expect(events.map { $0.data?["status"]?.string } == ["pending", "approved"])
                #expect(Set(events.map(\.id)).count == 2)
                for event in receiver.calls {
                    #expect(event.isSigned(by: secret, now: Timestamp(seconds: Int64(Date().timeIntervalSince1970))))
                    let text = String(decoding: event.body, as: UTF8.self)
                    #expect(!text.contains("\"\(code)\"") && !text.contains(phone.dropFirst()))
                }
                let canceled = try #require(try await api.start(phone, wait: 30).id)
                // Events that leave together may arrive in any order; their sequence tells.
                _ = try await receiver.events(of: canceled, 1)
                #expect(try await api.cancel(canceled).status == 200)
                #expect(try await receiver.events(of: canceled, 2).last?.type == "verification.canceled")
                try await site.expectDrained()
            }
        }
    }

    @Test("the end of a code's life is told by a process that learned of the endpoint while it ran")
    func ends() async throws {
        try await withSite { site in
            try await withReceiver { receiver in
                let api = try await site.serve().caller
                let phones = Site.phones(400)
                let quiet = try #require(try await api.start(phones[0], wait: 30).id)
                _ = try await site.run(["apps", "events", Site.app, "--url", receiver.url])
                var started = 1
                while receiver.calls.isEmpty, started < phones.count {
                    _ = try await api.start(phones[started], wait: 30)
                    started += 1
                }
                let id = try #require(receiver.calls.first?.data?["verificationId"]?.string)
                try await site.pool.query(
                    "update verification set expires_at = clock_timestamp() where status = 'pending'")
                try await site.pool.query("update verification_watch set due_at = clock_timestamp()")
                let events = try await receiver.events(of: id, 2)
                #expect(events.map(\.type) == ["verification.sent", "verification.expired"])
                #expect(receiver.calls.allSatisfy { !$0.isOf(quiet) })
                try await site.expectDrained()
            }
        }
    }

    @Test(
        "an endpoint that does not work delays no other app's, and hears of everything once it works",
        arguments: [
            .silent, .drip, .answer(500), .hangUp, .redirect(to: "http://127.0.0.1:9/"), .answer(404),
        ] as [EventReceiver.Manner])
    func trouble(_ manner: EventReceiver.Manner) async throws {
        try await withSite { site in
            try await withReceiver { bad in
                try await withReceiver { good in
                    let key = try await site.addApp("other")
                    _ = try await site.run(["apps", "events", Site.app, "--url", bad.url])
                    _ = try await site.run(["apps", "events", "other", "--url", good.url])
                    bad.behave(manner)
                    let api = try await site.serve().caller
                    let phones = Site.phones(30)
                    let troubled = try await atOnce(20) { try await api.start(phones[$0], wait: 30).id }
                    try await bad.calls("the bad endpoint is called") { !$0.isEmpty }
                    let other = APICaller(base: api.base, admin: api.admin, key: key, client: api.client)
                    let served = try await atOnce(10) { try await other.start(phones[20 + $0], wait: 30).id }
                    for id in served { _ = try await good.events(of: try #require(id), 1) }
                    let before = bad.calls.count
                    #expect(before <= 20, "the breaker spares an endpoint")
                    bad.behave(.answer(200))
                    for id in troubled { _ = try await bad.events(of: try #require(id), 1) }
                    try await site.expectDrained()
                }
            }
        }
    }

    @Test(
        "a 2xx counts, whatever comes after it",
        arguments: [
            .lie(status: 200, length: 100, body: 10), .lie(status: 200, length: 10_485_760, body: 10_485_760),
            .lie(status: 202, length: nil, body: 1_048_576), .lie(status: 200, length: 2, body: 10_000),
        ] as [EventReceiver.Manner])
    func lies(_ manner: EventReceiver.Manner) async throws {
        try await withSite { site in
            try await withReceiver { receiver in
                _ = try await site.run(["apps", "events", Site.app, "--url", receiver.url])
                receiver.behave(manner)
                let api = try await site.serve().caller
                let id = try #require(try await api.start(phone, wait: 30).id)
                _ = try await receiver.events(of: id, 1)
                #expect(try await api.cancel(id).status == 200)
                let events = try await receiver.events(of: id, 2)
                #expect(events.map(\.type) == ["verification.sent", "verification.canceled"])
                try await site.expectDrained()
                #expect(receiver.calls.count == 2, "no event is posted again")
            }
        }
    }
}
