import AMQP
import Foundation
import PostgreSQL
import StrictJSON
import Synchronization
import Testing
import VerificationCore

/// A run in which everything happens that can happen to a request, at the most talkative log level.
///
/// It remembers what must be found nowhere: what callers typed and what the API answered.
final class LongRun: Sendable {
    /// The app's codes are so long that no code stands anywhere by chance.
    static let rules = #"{"codeDigits":10,"sendsPerIp":[{"count":6,"seconds":3600}]}"#
    /// An app whose phones have every limit back about a second later.
    static let forgetful = "forgetful"

    /// Codes that were never sent.
    static let guesses = ["9182736450", "9081726354", "9876501234", "9876543210", "9765432108"]

    let site: Site
    /// The first process is also a worker; the second is only an API.
    let apis: [APICaller]
    let phones = Site.phones(60)
    /// Phones whose verifications are erased again; the first phone belongs to `forgetful`.
    let erased = Array(Site.phones(64).suffix(4))
    private let typed = Mutex<Set<String>>([])
    private let said = Mutex<[String]>([])

    init(_ site: Site) async throws {
        self.site = site
        let settings = ["log.level=trace", "worker.tries=2"]
        apis = [
            try await site.serve(gatewayDeadline: "5s", settings: settings).caller,
            try await site.api(["log.level=trace"]).caller,
        ]
        _ = try await site.worker(gatewayDeadline: "5s", tries: 2, settings: ["log.level=trace"])
    }

    /// Every code that was sent or typed.
    var codes: Set<String> { typed.withLock { $0 }.union(site.ledger.calls.map(\.code)) }

    /// All phones' digits without the calling code: every way of writing a number contains them.
    var nationalNumbers: [String] { (phones + erased).map { String($0.dropFirst(3)) } }

    /// All that the API has answered.
    var answers: String { said.withLock { $0.joined(separator: "\n") } }

    func everything() async throws {
        try await sendsAndChecks()
        try await limits()
        try await gatewayInTrouble()
        try await databaseRefuses()
        try await strangers()
        try await misuse()
        try await testNumbers()
        try await erasures()
    }

    @discardableResult
    private func note(_ answer: APICaller.Answer) -> APICaller.Answer {
        said.withLock { $0.append(answer.text) }
        return answer
    }

    @discardableResult
    private func check(_ id: String, _ code: String) async throws -> Int {
        _ = typed.withLock { $0.insert(code) }
        return note(try await apis[1].check(id, code)).status
    }

    private func sendsAndChecks() async throws {
        let more: [KeyValuePairs<String, JSONValue>] = [
            [:], ["languageCode": "fr", "clientIp": "192.0.2.1"], ["webOtpDomain": "shop.example"],
            ["appSignatureHash": "FA+9qCX9VSu", "metadata": ["order": "42"]],
        ]
        for (number, phone) in phones[0..<16].enumerated() {
            // Some callers put the person's number into the idempotency key.
            let key = number % 3 == 0 ? "login \(phone)" : nil
            let api = apis[number % 2]
            let answer = note(
                try await api.patiently { try await api.ask(phone, more[number % 4], wait: 30, key: key) })
            let id = try #require(answer.id)
            let code = try site.ledger.onlyCode(of: phone)
            #expect(try await check(id, code.wrongCode) == 422)
            if number % 3 == 0 { #expect(try await check(id, code) == 200) }
            if number % 3 == 1 { #expect(note(try await apis[0].cancel(id)).status == 200) }
            note(try await apis[1].ask(phone, more[number % 4], wait: 30, key: key))
            note(try await apis[1].show(id))
        }
        for phone in phones[16..<20] { #expect(note(try await apis[0].start(phone)).status == 202) }
        let id = try #require(note(try await apis[0].start(phones[20], wait: 30)).id)
        let code = try site.ledger.onlyCode(of: phones[20])
        for guess in [code.wrongCode] + Self.guesses + [code] { _ = try await check(id, guess) }
    }

    private func limits() async throws {
        for phone in phones[21..<29] { note(try await apis[1].ask(phone, ["clientIp": "192.0.2.9"], wait: 30)) }
        #expect(answers.contains("sends-per-ip"))
    }

    private func gatewayInTrouble() async throws {
        let troubles: [SMSLedger.Answer] = [.status(429), .status(500), .status(400), .hangUp]
        for (number, trouble) in troubles.enumerated() {
            site.ledger.answer(trouble)
            for phone in phones[(30 + 2 * number)..<(32 + 2 * number)] {
                note(try await apis[number % 2].start(phone, wait: 30))
            }
            if trouble == .status(429) {
                try await eventually("both have run out of tries") { try await self.site.dead() == 2 }
            }
        }
        site.ledger.answer(.status(200))
    }

    /// PostgreSQL's error holds the whole row that it refuses.
    private func databaseRefuses() async throws {
        let phone = phones[40]
        let constraint = "alter table phone_state add constraint refuses check (phone <> '\(phone)') not valid"
        try await site.pool.query("\(unsafeRaw: constraint)")
        note(try await apis[1].impatient.start(phone, wait: 1))
        try await eventually("it is dead-lettered") { try await self.site.dead() == 3 }
        #expect(note(try await apis[1].erase(phone)).status == 500)
        try await site.pool.query("alter table phone_state drop constraint refuses")
        #expect(note(try await apis[1].start(phone, wait: 30)).status == 200)
    }

    /// Messages that cannot be read or are for an unknown app, a message that is too late, and a good message.
    private func strangers() async throws {
        let good = Site.request(Site.makeID(), phones[41])
        var broken = good
        broken.body.removeLast()
        var unknown = good
        unknown.type = "invoice"
        try await site.publish([
            broken, unknown, Site.request(Site.makeID(), phones[42] + "x"),
            Site.request(Site.makeID(), phones[43], app: "nobody"),
            Site.request(Site.makeID(secondsAgo: 7_200), phones[44]), good,
        ])
        try await eventually("they are dead-lettered") { try await self.site.dead() == 7 }
    }

    /// Numbers and codes where they should not be.
    private func misuse() async throws {
        let (phone, code) = (phones[45], Self.guesses[4])
        _ = typed.withLock { $0.insert(code) }
        let escaped = phone.replacing("+", with: "%2B")
        let json = ["content-type": "application/json"]
        let calls: [(String, String, String?, [String: String])] = [
            ("GET", "/v1/verifications/\(escaped)", nil, [:]),
            ("GET", "/v1/erasures?phoneNumber=\(escaped)&code=\(code)", nil, [:]),
            ("POST", "/v1/verifications?phoneNumber=\(escaped)", "{}", json),
            ("POST", "/v1/verifications", "{\"phoneNumber\":\"\(phone)\",\"code\":\(code)", json),
            ("POST", "/v1/verifications", "{\"phoneNumber\":\"\(phone) \(code)\"}", json),
            ("POST", "/v1/verifications", "{\"\(phone)\":1,\"\(phone)\":2}", json),
            ("POST", "/v1/verifications", "phoneNumber=\(escaped)", ["content-type": "text/\(code)"]),
            ("POST", "/v1/verifications/\(Site.makeID())/checks/\(code)", "{}", json),
            ("POST", "/v1/verifications/\(Site.makeID())/checks", "{\"code\":\(code)}", json),
            ("PUT", "/\(code)", phone, ["x-request-id": "\(phone) \(code)", "traceparent": phone, "user-agent": code]),
        ]
        for (number, call) in calls.enumerated() {
            let answer = try await apis[number % 2].send(call.0, call.1, call.2, key: apis[0].key, call.3)
            #expect((400..<500).contains(note(answer).status))
        }
    }

    private func testNumbers() async throws {
        let codes = Self.guesses.suffix(2).map { $0 }
        typed.withLock { $0.formUnion(codes) }
        let phone = phones[46]
        // The app may read its own test number, so this answer is not searched.
        #expect(try await apis[1].saveTestNumber(phones[47], code: codes[0], scenario: "late").status == 201)
        _ = try await site.run(["test-numbers", "add", Site.app, phone, "--code", codes[1], "--scenario", "limited"])
        for api in apis { try await eventually("it is known") { try await api.start(phone, wait: 30).status == 429 } }
        let id = try #require(note(try await apis[0].start(phones[47], wait: 30)).id)
        #expect(try await check(id, codes[0].wrongCode) == 422)
        #expect(try await check(id, codes[0]) == 200)
    }

    /// The first phone has its limits back at once, so the database forgets it altogether.
    private func erasures() async throws {
        let rules = #"{"codeDigits":10,"sendsPerPhone":[{"count":100,"seconds":1}]}"#
        let forgetful = try await apis[0].with(key: site.addApp(Self.forgetful, rules: rules))
        let id = try #require(note(try await forgetful.start(erased[0], wait: 30)).id)
        #expect(try await check(id, Self.guesses[0]) == 404)
        #expect(note(try await forgetful.erase(erased[0])).status == 200)
        try await eventually("the phone's limits are over") {
            self.note(try await forgetful.erase(self.erased[0]))
            return try await self.site.pool.read(
                "select from phone_state where app = \(Self.forgetful)"
            ).isEmpty
        }
        for phone in erased.dropFirst() {
            note(try await apis[1].ask(phone, ["metadata": ["order": "42"]], wait: 30, key: "login \(phone)"))
        }
        #expect(note(try await apis[1].erase(erased[1])).body["erasedVerifications"]?.integer == 1)
        for phone in erased.suffix(2) {
            #expect(try await site.run(["verifications", "erase", phone])["erasedVerifications"]?.integer == 1)
        }
    }
}
