import Foundation
import PostgreSQL
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// Apps that keep Firebase, and let verifyd send its codes: the backend of the article, between an app and the native API.
@Suite("the backend between Firebase and the native API", .serialized, .timeLimit(.minutes(10)))
struct IdentityBridgeTests {
    fileprivate static let secret = "a secret of 32 bytes, for tests!"

    /// What a test has: the backend, the installation behind it, and a look at its tokens.
    fileprivate struct Bench {
        let site: Site
        let bridge: PhoneBridge
        let account: String

        /// Starts a verification, and returns the app's ticket and the code of the SMS.
        func start(_ phone: String) async throws -> (ticket: JSONValue, code: String) {
            let sent = site.ledger.sms.count { $0.phone == phone }
            let started = try await bridge.post("/start", ["phoneNumber": .string(phone)])
            let ticket = try #require(started["ticket"], "\(started.status) \(started["error"] ?? "")")
            try await eventually("another SMS has arrived") { site.ledger.sms.count { $0.phone == phone } > sent }
            return (.string(ticket), try await site.lastCode(of: phone))
        }

        /// A ticket that the backend takes for its own.
        func ticket(of verification: String, _ phone: String, age: Int64 = 0) async throws -> JSONValue {
            try #require(
                try await IdentityScript(name: "bridge").run([
                    "secret": .string(IdentityBridgeTests.secret), "age": .integer(age),
                    "ticket": [.string(verification), .string(phone)],
                ])["ticket"])
        }

        func check(_ ticket: JSONValue, _ code: String, key: String? = nil) async throws -> PhoneBridge.Answer {
            try await bridge.post("/check", ["ticket": ticket, "code": .string(code)], key: key)
        }

        /// The uid of a token that the service account has signed for Firebase.
        func uid(of answer: PhoneBridge.Answer) async throws -> String {
            let token = try #require(answer["token"], "\(answer.status) \(answer["error"] ?? "")")
            let seen = try await IdentityScript(name: "bridge").run(["file": .string(account), "token": .string(token)])
            return try #require(seen["claims"]?["uid"]?.string)
        }
    }

    private func withBridge(rules: String = "{}", _ body: (Bench) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "verifyd-account-\(UUID().uuidString).json")
        _ = try await IdentityScript(name: "bridge").run(["file": .string(file.path), "project": "demo-shop"])
        let result = await Result.catching {
            try await withSite(rules: rules) { site in
                let api = try await site.serve().caller
                let bridge = try PhoneBridge(at: api, secret: Self.secret, account: file.path)
                try await bridge.listens()
                try await body(Bench(site: site, bridge: bridge, account: file.path))
            }
        }
        try FileManager.default.removeItem(at: file)
        try result.get()
    }

    @Test("who types the code gets a custom token that Firebase takes, under the same uid each time, and no other's")
    func approved() async throws {
        try await withBridge(rules: #"{"resendAfter":0}"#) { bench in
            let phones = Site.phones(2)
            var uids: [String] = []
            for phone in [phones[0], phones[0], phones[1]] {
                let (ticket, code) = try await bench.start(phone)
                let answer = try await bench.check(ticket, code)
                #expect(answer.status == 200)
                uids.append(try await bench.uid(of: answer))
            }
            #expect(uids[0] == uids[1] && uids[0] != uids[2] && uids[0].utf8.count <= 128)
            #expect(!uids[0].contains(phones[0].dropFirst()), "an uid tells no number")
            let log = bench.bridge.log
            #expect(log.contains("POST /check"))
            for secret in phones.map({ String($0.dropFirst()) }) + bench.site.ledger.sms.map(\.code) + [Self.secret] {
                #expect(!log.contains(secret))
            }
        }
    }

    @Test("wrong codes, used codes, made-up tickets and tickets of another number sign nobody in")
    func refused() async throws {
        try await withBridge { bench in
            let phones = Site.phones(2)
            let (ticket, code) = try await bench.start(phones[0])
            let (other, _) = try await bench.start(phones[1])
            let wrong = try await bench.check(ticket, code.wrongCode)
            #expect(wrong.status == 422 && wrong["error"] == "wrong-code" && wrong.body["remainingChecks"] == 4)
            for bad in ["", "12", "١٢٣٤٥x", "123456789012345678901"] {
                #expect(try await bench.check(ticket, bad).status == 422, "\(bad)")
            }
            let swapped = try #require(other.string?.split(separator: ".").first)
            let seal = try #require(ticket.string?.split(separator: ".").dropFirst().joined(separator: "."))
            for made in ["", "x.y.z", "\(swapped).\(seal)", String(ticket.string?.dropLast() ?? "")] {
                let answer = try await bench.check(.string(made), code)
                #expect(answer.status == 410 && answer["error"] == "start-again", "\(made)")
            }
            let id = try await bench.verification(of: phones[0])
            for made in [
                try await bench.ticket(of: "\(Site.makeID())", phones[0]), try await bench.ticket(of: "x", phones[0]),
                try await bench.ticket(of: id, phones[0], age: 901),
            ] {
                let answer = try await bench.check(made, code)
                #expect(answer.status == 410 && answer["error"] == "start-again", "\(made)")
            }
            let right = try await bench.check(try await bench.ticket(of: id, phones[0], age: 600), code)
            #expect(right.status == 200)
            let again = try await bench.check(ticket, code)
            #expect(again.status == 410 && again["token"] == nil, "a code is good once")
        }
    }

    @Test("a call that is repeated under its key has the same answer, and sends one SMS")
    func repeated() async throws {
        try await withBridge(rules: #"{"resendAfter":0}"#) { bench in
            let phone = Site.phones(1)[0]
            let start = { try await bench.bridge.post("/start", ["phoneNumber": .string(phone)], key: "start-1") }
            for _ in 1...2 { #expect(try await start().status == 200) }
            let ticket = JSONValue.string(try #require(try await start()["ticket"]))
            let code = try await bench.site.lastCode(of: phone)
            let first = try await bench.check(ticket, code, key: "check-1")
            let second = try await bench.check(ticket, code, key: "check-1")
            #expect(try await bench.uid(of: first) == bench.uid(of: second))
            #expect(bench.site.ledger.hasOneSMS(for: [phone]))
            #expect(try await bench.check(ticket, code, key: "check-2").status == 410)
        }
    }

    @Test("limits, numbers that are none, bodies that are none and an API that is away have words for the app")
    func troubled() async throws {
        try await withBridge(rules: #"{"resendAfter":0,"sendsPerIp":[{"count":1,"seconds":600}]}"#) { bench in
            let phones = Site.phones(2)
            for bad in ["", "0151 234", "+49", "+4915123410000x", "+0123456789", "tel:+4915123410000"] {
                let answer = try await bench.bridge.post("/start", ["phoneNumber": .string(bad)])
                #expect(answer.status == 400 && answer["error"] == "invalid", "\(bad)")
            }
            for text in ["", "[]", "{", #"{"phoneNumber":["+4915123410000"]}"#] {
                #expect(try await bench.bridge.post("/start", text: text).status == 400, "\(text)")
                #expect(try await bench.bridge.post("/check", text: text).status == 410, "\(text)")
            }
            #expect(bench.site.ledger.calls.isEmpty)
            let (ticket, code) = try await bench.start(phones[0])
            let limited = try await bench.bridge.post("/start", ["phoneNumber": .string(phones[1])])
            #expect(limited.status == 429 && limited["error"] == "too-many", "the person's address is passed on")
            #expect((limited.body["retryAfter"]?.integer ?? 0) > 0)
            try await bench.site.pool.query(
                "update verification set expires_at = clock_timestamp() - interval '1 second'")
            let ended = try await bench.check(ticket, code)
            #expect(ended.status == 410 && ended["error"] == "start-again")
        }
    }

    @Test("the article shows the very file")
    func article() throws {
        var root = URL(filePath: #filePath)
        for _ in 1...3 { root.deleteLastPathComponent() }
        let article = try String(
            contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Firebase.md"), encoding: .utf8)
        let file = try String(contentsOf: PhoneBridge.script, encoding: .utf8)
        #expect(article.contains("```python\n\(file)```\n"))
    }
}

extension IdentityBridgeTests.Bench {
    /// The id of a phone's only verification that was sent.
    fileprivate func verification(of phone: String) async throws -> String {
        let rows = try await site.pool.query(
            "select id::text from verification where phone = \(phone) and status = 'pending'")
        return try #require(try rows.column(as: String.self).first)
    }
}
