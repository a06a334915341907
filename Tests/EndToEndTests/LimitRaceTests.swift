import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// Many callers ask at the same time, with three workers; the SMS are counted at the gateway.
@Suite("limits under many callers", .serialized, .timeLimit(.minutes(10)))
struct LimitRaceTests {
    /// A limit that has an app of its own, and the phones and addresses that ask.
    struct Limit: Sendable {
        /// The limit, as answers name it.
        let name: String
        let count: Int
        let seconds: Int
        /// The app's setting that holds it.
        let setting: String
        /// The index of the first phone that asks; `phones` phones ask in all.
        let firstPhone: Int
        let phones: Int
        var address: @Sendable (Int) -> String? = { _ in nil }

        /// Only the limit holds a send: there is no wait between two SMS of a phone, and `maxSends` is large.
        var rules: String {
            #"{"resendAfter":0,"maxSends":100,"\#(setting)":[{"count":\#(count),"seconds":\#(seconds)},"#
                + #"{"count":50,"seconds":86400}]}"#
        }

        func phone(_ caller: Int) -> String { Site.phones(firstPhone + phones)[firstPhone + caller % phones] }
    }

    private static let callers = 64

    private static let limits = [
        Limit(name: "sends-per-phone", count: 3, seconds: 600, setting: "sendsPerPhone", firstPhone: 0, phones: 1),
        Limit(
            name: "sends-per-ip", count: 4, seconds: 3_600, setting: "sendsPerIp", firstPhone: 100, phones: 64,
            address: { _ in "192.0.2.7" }),
        // All these addresses are in the same /64, so they belong to the same subscriber.
        Limit(
            name: "sends-per-ip", count: 5, seconds: 3_600, setting: "sendsPerIp", firstPhone: 200, phones: 64,
            address: { "2001:db8:1:2::\(String($0 + 1, radix: 16))" }),
        Limit(name: "sends-per-prefix", count: 6, seconds: 600, setting: "sendsPerPrefix", firstPhone: 300, phones: 64),
        Limit(name: "sends-per-app", count: 8, seconds: 86_400, setting: "sendsPerApp", firstPhone: 400, phones: 64),
    ]

    @Test(
        "of 64 callers at once exactly as many get an SMS as the limit admits, and the others are told until when to wait"
    )
    func exact() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            for _ in 1...3 { _ = try await site.worker() }
            // Whether the queue has confirmed enough of each limit's requests to use it up.
            var isComplete = true
            for (number, limit) in Self.limits.enumerated() {
                let caller = try await api.with(key: site.addApp("app-\(number)", rules: limit.rules))
                let answers = try await atOnce(Self.callers) { number in
                    try await caller.ask(
                        limit.phone(number), limit.address(number).map { ["clientIp": .string($0)] } ?? [:], wait: 30)
                }
                expect(limit.count, of: answers, limit.name)
                for loser in answers where loser.status == 429 { expectLimited(loser, by: limit) }
                for winner in answers where winner.status == 200 { expectAdmitted(winner, by: limit) }
                try await site.expectServed(answers, by: caller)
                let phones = Set((0..<Self.callers).map(limit.phone))
                let sent = site.ledger.sms.filter { phones.contains($0.phone) }.count
                #expect(sent <= limit.count, "\(limit.name): \(answers.summary)")
                #expect(sent == limit.count || answers.accepted < limit.count, "\(limit.name): \(answers.summary)")
                if answers.accepted < limit.count { isComplete = false }
            }
            // A limit of one app does not hold another app.
            #expect(try await api.start(Self.limits[0].phone(0), wait: 30).status == 200)
            try await site.expectDrained()
            let most = Self.limits.reduce(1) { $0 + $1.count }
            #expect(isComplete ? site.ledger.sms.count == most : site.ledger.sms.count <= most)
        }
    }

    @Test("while somebody holds the row of a shared limit, its requests wait, others go on, and no gate closes")
    func heldRow() async throws {
        try await withSite(rules: #"{"sendsPerPrefix":[{"count":1000000,"seconds":3600}]}"#) { site in
            let phones = Site.phones(41)
            let (process, api) = try await site.api()
            let free = try await api.with(key: try await site.addApp("free"))
            let worker = try await site.worker()
            #expect(try await api.start(phones[0], wait: 30).status == 200)
            try await site.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                #expect(try await !transaction.query("select 1 from rate_limit for update").isEmpty)
                try await api.expectAccepted(Array(phones[1...20]))
                try await transaction.aWorkerWaits()
                for phone in phones[21...] { #expect(try await free.start(phone, wait: 30).status == 200) }
                #expect(site.ledger.hasOneSMS(for: [phones[0]] + phones[21...]))
                try await transaction.commit()
            }
            try await site.ledger.sms(atLeast: phones.count)
            for process in [worker, process] { #expect(!process.log.contains("what needs it waits")) }
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    /// Expects that exactly `count` callers hear of a send, and all other callers of the limit.
    ///
    /// When a caller waited in vain for an answer, it expects `count` sends at most.
    private func expect(_ count: Int, of answers: [APICaller.Answer], _ limit: String = "") {
        #expect(answers.allSatisfy { [200, 202, 429].contains($0.status) || $0.saysTooSlow }, "\(answers.summary)")
        #expect(answers.count(of: 200) <= count, "\(limit): \(answers.summary)")
        guard answers.allSatisfy(\.isVerdict) else { return }
        #expect(answers.count(of: 200) == count, "\(limit): \(answers.summary)")
        #expect(answers.count(of: 429) == answers.count - count, "\(limit): \(answers.summary)")
    }

    /// Expects the same numbers in headers and body, and no phone number in the answer.
    private func expectLimited(_ answer: APICaller.Answer, by limit: Limit) {
        let wait = answer.header("retry-after").flatMap(Int.init) ?? 0
        #expect((1...(limit.seconds + limit.seconds / 60 + 1)).contains(wait), "\(limit.name)")
        #expect(answer.body["retryAfter"]?.integer == Int64(wait))
        #expect(answer.header("ratelimit") == "\"\(limit.name)\";r=0;t=\(wait)")
        #expect(answer.header("ratelimit-policy") == "\"\(limit.name)\";q=\(limit.count);w=\(limit.seconds)")
        #expect(answer.code == "limit-reached")
        #expect(answer["reason"] == limit.name)
        #expect(!answer.text.contains("15123410"))
    }

    /// Expects that the caller hears what is left of this limit or of a tighter limit, as far as the worker knew.
    private func expectAdmitted(_ answer: APICaller.Answer, by limit: Limit) {
        let told = (0..<limit.count).map { "\";r=\($0);t=" }
        #expect(told.contains { answer.header("ratelimit")?.contains($0) == true }, "\(limit.name)")
        #expect(answer.header("ratelimit-policy") != nil, "\(limit.name)")
    }

    @Test("a phone's limit goes over all its verifications, however many callers end them and ask again")
    func overVerifications() async throws {
        let rules = #"{"resendAfter":0,"maxSends":100,"sendsPerPhone":[{"count":3,"seconds":600}]}"#
        try await withSite(rules: rules) { site in
            let api = try await site.api().caller
            for _ in 1...3 { _ = try await site.worker() }
            let phone = Site.phones(1)[0]
            let ends = try await atOnce(8) { _ in
                // At most three of all these requests can be served.
                for _ in 1...4 {
                    let answer = try await api.askOnce(phone)
                    guard answer.status == 200, let id = answer.id else { return answer.status }
                    #expect(try await api.cancel(id).status == 200)
                }
                return 0
            }
            #expect(ends == Array(repeating: 429, count: 8))
            try await site.expectDrained()
            #expect(site.ledger.sms.map(\.phone) == Array(repeating: phone, count: 3))
        }
    }

    @Test("sends that the gateway refuses give all limits back what they took, also when many do so at once")
    func givenBack() async throws {
        let limit = #"[{"count":5,"seconds":600}]"#
        let rules = #"{"sendsPerPrefix":\#(limit),"sendsPerIp":\#(limit),"sendsPerApp":\#(limit)}"#
        try await withSite(rules: rules) { site in
            let api = try await site.api().caller
            for _ in 1...3 { _ = try await site.worker() }
            let phones = Site.phones(64)
            let ask: @Sendable () async throws -> [APICaller.Answer] = {
                try await atOnce(64) { try await api.ask(phones[$0], ["clientIp": "192.0.2.7"], wait: 30) }
            }
            site.ledger.answer(.status(400))
            var isExact = true
            for _ in 1...3 {
                let refused = try await ask()
                #expect(
                    refused.allSatisfy { $0["status"] == "failed" || $0.status == 429 || !$0.isVerdict },
                    "\(refused.summary)")
                #expect(refused.contains { $0["status"] == "failed" || !$0.isVerdict }, "\(refused.summary)")
                try await site.expectServed(refused, by: api)
                isExact = isExact && !refused.contains(where: \.saysTooSlow)
            }
            site.ledger.answer(.status(200))
            let answers = try await ask()
            // A request of an earlier round that comes late takes a share too.
            if isExact { expect(5, of: answers) }
            try await site.expectServed(answers, by: api)
            try await site.expectDrained()
            #expect(site.ledger.sms.count <= 5)
            #expect(site.ledger.sms.count == 5 || !isExact || answers.accepted < 5, "\(answers.summary)")
        }
    }
}

extension [APICaller.Answer] {
    /// How many requests are on the queue for certain.
    fileprivate var accepted: Int { count { !$0.saysTooSlow } }
}

extension Site {
    /// Waits until workers are done with all confirmed requests, and with unconfirmed requests that are on the queue.
    fileprivate func expectServed(_ answers: [APICaller.Answer], by api: APICaller) async throws {
        try await expectSeen(answers.filter { $0.status == 202 }.compactMap(\.id), by: api)
        try await eventually("all requests are served") {
            guard try await self.waiting() == 0 else { return false }
            return try await self.messages().allSatisfy { $0.stage == "ended" }
        }
    }
}
