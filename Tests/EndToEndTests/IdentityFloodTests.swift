import StrictJSON
import Testing

/// Everybody has an app's key: what one host asks for at full speed must not reach what all apps share.
@Suite("a Firebase surface that one host floods", .serialized, .timeLimit(.minutes(10)))
struct IdentityFloodTests {
    /// Where the flood comes from, and where an honest device is.
    private static let (flooder, honest) = ("203.0.113.7", "203.0.113.8")
    private static let rules = """
        {"sendsPerIp":[{"count":100000,"seconds":3600}],"sendsPerApp":[{"count":100000,"seconds":86400}]}
        """

    @Test("lets a bounded number of its requests into the queue, and serves other people and other apps meanwhile")
    func sends() async throws {
        try await withSite(rules: Self.rules) { site in
            let key = try await site.addApp("shop", rules: Self.rules)
            let identity = try await site.identity(settings: ["identity.proxies=127.0.0.0/8"])
            let caller = identity.caller.impatient
            let shop = APICaller(
                base: identity.api.base, admin: identity.api.admin, key: key, client: identity.api.client)
            // Each number is asked for once, so a request that reaches the queue is an SMS.
            let (phones, others) = (Site.phones(960), Site.phones(980).suffix(20))
            let start = ContinuousClock.now
            async let flood = atOnce(32) { number in
                var answers: [IdentityCaller.Answer] = []
                for phone in phones[number * 30..<(number + 1) * 30] {
                    answers.append(try await caller.sendCode(to: phone, ["x-forwarded-for": Self.flooder]))
                }
                return answers
            }
            for phone in others.prefix(10) {
                let started = try await shop.start(phone, wait: 30)
                #expect(started.status == 200 && started["status"] == "pending", "\(started.text)")
            }
            for phone in others.suffix(10) {
                let sent = try await caller.sendCode(to: phone, ["x-forwarded-for": Self.honest])
                #expect(sent.status == 200, "\(sent.message ?? "")")
            }
            let answers = try await flood.flatMap(\.self)
            // A full bucket, and what came back meanwhile.
            let most = 31 + Int((ContinuousClock.now - start).components.seconds) / 2
            #expect((1...most).contains(answers.count(of: 200)), "\(answers.summary)")
            let refused = answers.filter { $0.status != 200 }
            #expect(refused.allSatisfy { $0.status == 400 && $0.code == "TOO_MANY_ATTEMPTS_TRY_LATER" })
            try await eventually("all requests are settled") { try await site.isQuiet() }
            let sent = Set(site.ledger.sms.map(\.phone))
            #expect(sent.intersection(phones).count == answers.count(of: 200) && sent.isSuperset(of: others))
        }
    }

    @Test("refuses its other calls too, with keys right and wrong, and no call of a backend")
    func calls() async throws {
        try await withSite { site in
            let caller = try await site.identity(settings: ["identity.proxies=127.0.0.0/8"]).caller.impatient
            // An IPv6 /64 has 600 calls a minute.
            let way = ["x-forwarded-for": "2001:db8::7", "content-type": "application/json"]
            let path = "\(IdentityCaller.v1)/accounts:lookup?key="
            let answers = try await atOnce(20) { number in
                var answers: [IdentityCaller.Answer] = []
                let key = number % 2 == 0 ? caller.keys.client : "nobodys"
                for _ in 0..<45 { answers.append(try await caller.send("POST", path + key, "{}", way)) }
                return answers
            }.flatMap(\.self)
            let refused = answers.count { $0.code == "TOO_MANY_ATTEMPTS_TRY_LATER" }
            #expect(refused > 0 && refused <= 300, "\(answers.summary)")
            let other = try await caller.send(
                "POST", path + caller.keys.client, "{}",
                [
                    "x-forwarded-for": "2001:db8:1::7", "content-type": "application/json",
                ])
            #expect(other.code == "MISSING_ID_TOKEN")
            #expect(try await caller.manage("/accounts:lookup", ["localId": ["nobody"]]).status == 200)
        }
    }
}
