import Testing
import VerificationCore

/// Limits that many phones share, beside the limits of a single phone.
@Suite("Rules: limits that phones share")
struct SharedLimitTests {
    private static let hour = Duration.seconds(3_600)

    @Test("each limit admits its number in its window, and says so by its name")
    func eachLimit() throws {
        let two = [RateLimit(2, per: Self.hour)]
        let rows: [(rules: SendingRules, name: String)] = [
            (Self.rules { $0.sendsPerIP = two }, "sends-per-ip"),
            (Self.rules { $0.sendsPerPrefix = two }, "sends-per-prefix"),
            (Self.rules { $0.sendsPerApp = two }, "sends-per-app"),
            (Self.rules { $0.sendsPerPhone = two }, "sends-per-phone"),
        ]
        for row in rows {
            var script = PhoneScript(row.rules)
            #expect(try script.ask("A", at: 0, ip: "192.0.2.1") == "send A#1")
            #expect(try script.ask("B", at: 0, ip: "192.0.2.1") == "send A#2")
            let limited = "\(row.name) 2 in 3600 s, again in 3660 s"
            #expect(try script.ask("C", at: 0, ip: "192.0.2.1") == limited)
            #expect(try script.ask("D", at: 3_660, ip: "192.0.2.1") == "send D#1", "\(row.name)")
        }
    }

    @Test("of several limits that are reached the one that takes longest is told, and nothing is taken from any")
    func longestWait() throws {
        var script = PhoneScript(
            Self.rules {
                $0.sendsPerPhone = [RateLimit(2, per: .seconds(60)), RateLimit(2, per: .seconds(600))]
                $0.sendsPerApp = [RateLimit(2, per: .seconds(120))]
            })
        _ = try script.ask("A", at: 0)
        _ = try script.ask("B", at: 0)
        let before = (script.phone, script.limits)
        #expect(try script.ask("C", at: 0) == "sends-per-phone 2 in 600 s, again in 610 s")
        #expect(script.phone == before.0 && script.limits == before.1)
    }

    @Test(
        "a send says what is left of the window that is used up next, and when that admits more; of several the slowest"
    )
    func left() throws {
        var script = PhoneScript(
            Self.rules {
                $0.sendsPerPhone = [RateLimit(3, per: .seconds(60)), RateLimit(3, per: .seconds(600))]
                $0.sendsPerIP = [RateLimit(2, per: .seconds(120))]
            })
        var told: [String] = []
        for (name, seconds, ip) in [("A", 0, nil), ("B", 65, "192.0.2.1"), ("C", 70, "192.0.2.2")]
            as [(Character, Int, String?)]
        {
            _ = try script.ask(name, at: seconds, ip: ip)
            let left = try #require(script.left)
            told.append(
                "\(left.limit.rawValue): \(left.count) of \(left.quota.count) in \(left.quota.seconds) s,"
                    + " more in \(left.moreAfter.secondsRoundedUp) s")
        }
        #expect(
            told == [
                "sends-per-phone: 2 of 3 in 600 s, more in 610 s", "sends-per-phone: 1 of 3 in 600 s, more in 545 s",
                "sends-per-phone: 0 of 3 in 600 s, more in 540 s",
            ])
    }

    @Test("where no limit is asked, a send says nothing of limits")
    func nothingLeft() throws {
        var script = PhoneScript(Self.rules { $0.sendsPerPhone = [] })
        #expect(try script.ask("A", at: 0) == "send A#1" && script.left == nil)
    }

    @Test(
        "an address is limited whoever's phone it asks for; an IPv6 subscriber's whole /64 is one address",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true), ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ])
    func addresses(_ first: String, _ second: String, isOne: Bool) throws {
        var script = PhoneScript(Self.rules { $0.sendsPerIP = [RateLimit(1, per: Self.hour)] })
        #expect(try script.ask("A", at: 0, ip: first) == "send A#1")
        let verdict = try script.ask("B", at: 0, ip: second)
        #expect(verdict == (isOne ? "sends-per-ip 1 in 3600 s, again in 3660 s" : "send A#2"))
    }

    @Test("a request without an address meets no limit of addresses, and an empty list is no limit")
    func noLimit() throws {
        var script = PhoneScript(Self.rules { $0.sendsPerIP = [RateLimit(1, per: Self.hour)] })
        for name in "ABCD" { #expect(try script.ask(name, at: 0).hasPrefix("send")) }
        #expect(script.limits == SharedCounts())
    }

    @Test("a send that did not happen gives its share of every limit back, once, however late that is noticed")
    func givenBack() throws {
        var script = PhoneScript(
            Self.rules {
                $0.sendsPerPhone = [RateLimit(1, per: .seconds(60))]
                $0.sendsPerIP = [RateLimit(1, per: Self.hour)]
                $0.sendsPerApp = [RateLimit(1, per: Self.hour)]
            })
        _ = try script.ask("A", at: 0, ip: "192.0.2.1")
        try script.fails("A", ip: "192.0.2.1")
        #expect(try script.ask("B", at: 30, ip: "192.0.2.1") == "send B#1")
        try script.fails("B", ip: "192.0.2.1")
        #expect(script.used == [0])
        #expect(try script.ask("C", at: 91, ip: "192.0.2.1") == "send C#1")
        #expect(
            try script.ask("D", at: 92, ip: "192.0.2.1") == "sends-per-ip 1 in 3600 s, again in 3628 s")
    }

    /// Rules under which no request joins another, and only the closure's limits hold.
    private static func rules(_ change: (inout SendingRules) -> Void) -> SendingRules {
        var rules = SendingRules(
            resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(1_000, per: hour)], sendsPerIP: [],
            sendsPerPrefix: [], sendsPerApp: [])
        change(&rules)
        return rules
    }
}
