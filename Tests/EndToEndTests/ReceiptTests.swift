import Foundation
import StrictJSON
import Testing

/// A provider's receipts, from its signed call to the status that the app sees.
@Suite("receipts", .serialized, .timeLimit(.minutes(10)))
struct ReceiptTests {
    private let phone = Site.phones(1)[0]

    @Test("a message is delivered when its provider says so: before its answer, after it, or in the wrong order")
    func delivered() async throws {
        try await TwilioStandIn.with { twilio in
            try await withSite { site in
                let (process, api) = try await site.serve(settings: twilio.settings)
                try await process.says("connected to the broker", "connection", "publishing-receipts")
                let phones = Site.phones(3)
                twilio.beforeAnswers { message in
                    if message.phone == phones[0] {
                        _ = try await twilio.tell(api, message, "sent")
                        _ = try await twilio.tell(api, message, "delivered")
                    } else if message.phone == phones[1] {
                        _ = try await twilio.tell(api, message, "delivered")
                    }
                }
                let ids = try await phones.asyncMap { try #require(try await api.start($0, wait: 30).id) }
                let messages = try await twilio.messages(atLeast: 3)
                // Late words, and the same words again, change nothing.
                for message in messages {
                    #expect(try await twilio.tell(api, message, "delivered") == 200)
                    #expect(try await twilio.tell(api, message, "sent") == 200)
                    #expect(try await twilio.tell(api, message, "delivered") == 200)
                }
                for id in ids { try await api.shows("delivered", of: id) }
                // A receipt approves nothing.
                for id in ids { #expect(try await api.show(id)["status"] == "pending") }
                try await site.expectDrained()
            }
        }
    }

    @Test("what did not arrive is undelivered, with the provider's reason")
    func undelivered() async throws {
        try await TwilioStandIn.with { twilio in
            try await withSite { site in
                let api = try await site.serve(settings: twilio.settings).caller
                let id = try #require(try await api.start(phone, wait: 30).id)
                let message = try #require(try await twilio.messages(atLeast: 1).first)
                try await twilio.tellUntilTaken(api, message, "undelivered", error: 30003)
                try await api.shows("undelivered", of: id)
                let shown = try await api.show(id).body["messages"]?.array?.first
                #expect(shown?["reason"]?.string == "error-30003")
                try await site.expectDrained()
            }
        }
    }

    @Test("a forged receipt is refused, and changes nothing")
    func forged() async throws {
        try await TwilioStandIn.with { twilio in
            try await withSite { site in
                let api = try await site.serve(settings: twilio.settings).caller
                let id = try #require(try await api.start(phone, wait: 30).id)
                let message = try #require(try await twilio.messages(atLeast: 1).first)
                #expect(try await twilio.tell(api, message, "undelivered", isForged: true) == 403)
                try await twilio.tellUntilTaken(api, message, "delivered")
                try await api.shows("delivered", of: id)
                try await site.expectDrained()
            }
        }
    }

    @Test("a worker that is killed with receipts in hand loses none of them")
    func workerKilled() async throws {
        try await TwilioStandIn.with { twilio in
            try await withSite { site in
                let api = try await site.api(twilio.settings).caller
                let worker = try await site.worker(settings: twilio.settings)
                let phones = Site.phones(20)
                let ids = try await phones.asyncMap { try #require(try await api.start($0, wait: 30).id) }
                let messages = try await twilio.messages(atLeast: 20)
                try await site.whileLocked("message") { _ in
                    for message in messages { try await twilio.tellUntilTaken(api, message, "delivered") }
                    try await worker.kill()
                }
                _ = try await site.worker(settings: twilio.settings)
                for id in ids { try await api.shows("delivered", of: id) }
                try await site.expectDrained()
            }
        }
    }

    @Test("a sandbox tells what became of messages when its behaviour asks for it")
    func sandbox() async throws {
        try await withSite { site in
            let (process, api) = try await site.serve(settings: ["gateway.kind=sandbox", "sandbox.port=0"])
            let sandbox = try await site.operatorCaller(
                of: process, words: "sandbox inbox listens; nothing is really sent")
            try await sandbox.put("/api/behaviour", #"{"delivered": 1, "receiptsReversed": 0.5, "receiptsTwice": 0.5}"#)
            let phones = Site.phones(4)
            let ids = try await phones.asyncMap { try #require(try await api.start($0, wait: 30).id) }
            for id in ids { try await api.shows("delivered", of: id) }
            try await site.expectDrained()
        }
    }
}

extension Array {
    /// The results of `body` for each element, one after the other.
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
