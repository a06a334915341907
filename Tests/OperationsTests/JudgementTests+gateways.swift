import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the judgement says of gateways that fail while others take their messages, and of those that are hardly called.
extension JudgementTests {
    @Test("is no outage while another gateway takes all messages of the gateway that fails")
    func otherWays() {
        let calls = ["a": CallCounts(accepted: 0, failed: 100), "b": CallCounts(accepted: 100, failed: 0)]
        let carried = situation(counts: counts(calls: calls, freshCalls: calls))
        let findings = Judgement(of: carried).findings
        #expect(findings.map(\.rule) == [.gatewayFails] && findings.map(\.level) == [.degraded])
        #expect(findings.first?.sentence == "Gateway a fails 100 % of its calls; these messages go through b.")
        #expect(carried.failing("a")?.level == .down, "the gateway itself takes nothing")
        let some = ["a": CallCounts(accepted: 94, failed: 6), "b": CallCounts(accepted: 6, failed: 0)]
        let few = Judgement(of: situation(counts: counts(calls: some, freshCalls: some))).findings.first
        #expect(few?.sentence == "Gateway a fails 6 % of its calls; these messages go through b.")
    }

    @Test("is an outage for the routes that have no other gateway, and names them")
    func noOtherWay() {
        let calls = ["a": CallCounts(accepted: 0, failed: 100), "b": CallCounts(accepted: 100, failed: 0)]
        func finding(_ calls: [String: CallCounts], _ routes: [GatewayList.Route]? = nil) -> Judgement.RuleFinding? {
            Judgement(of: situation(counts: counts(calls: calls, freshCalls: calls), routes: routes)).findings.first
        }
        let both = GatewayRoute(target: RouteTargets(first: [.init("a")], then: ["b"]))
        let stuck = GatewayRoute(region: "DE", target: RouteTargets(first: [.init("a")]))
        let german = finding(calls, [stuck, both])
        #expect(german?.level == .down)
        #expect(german?.sentence == "Messages for DE do not leave: gateway a fails 100 % of its calls.")
        #expect(finding(calls, [both])?.level == .degraded)
        let none = finding(calls, [GatewayRoute(region: "DE", target: RouteTargets(first: [.init("b")]))])
        #expect(none?.level == .down, "the settings of another process have its routes")

        let worse = ["a": CallCounts(accepted: 0, failed: 100), "b": CallCounts(accepted: 10, failed: 90)]
        #expect(
            finding(worse)?.sentence == "Messages for all but FR do not leave: gateway a fails 100 % of its calls.")
        let unused = finding(["a": CallCounts(accepted: 0, failed: 100), "b": CallCounts(accepted: 0, failed: 0)])
        #expect(unused?.level == .down, "nobody has seen that b takes anything")
    }

    @Test("does not say that a message takes another way which may have left already")
    func unclear() {
        for (unknown, level, words) in [
            (30, Judgement.Level.down, "Some messages may not have left: gateway a gives no clear answer to 30 %"),
            (5, .degraded, "Some messages may not have left"),
            (4, .degraded, "Gateway a fails 50 % of its calls; these messages go through b."),
        ] {
            let calls = [
                "a": CallCounts(accepted: 50, failed: 50, unknown: unknown), "b": CallCounts(accepted: 50, failed: 0),
            ]
            let fresh = ["a": CallCounts(accepted: 50, failed: 50), "b": CallCounts(accepted: 50, failed: 0)]
            let finding = Judgement(of: situation(counts: counts(calls: calls, freshCalls: fresh))).findings.first
            #expect(finding?.level == level && finding?.sentence.hasPrefix(words) == true, "\(unknown)")
        }
    }

    @Test("accuses the gateway whose messages nobody takes, before a worse gateway whose messages others take")
    func gravest() {
        let calls = [
            "a": CallCounts(accepted: 0, failed: 100), "b": CallCounts(accepted: 70, failed: 30),
            "c": CallCounts(accepted: 100, failed: 0),
        ]
        let routes: [GatewayList.Route] = [
            GatewayRoute(region: "DE", target: RouteTargets(first: [.init("a")], then: ["c"])),
            GatewayRoute(target: RouteTargets(first: [.init("b")])),
        ]
        let finding = Judgement(of: situation(counts: counts(calls: calls, freshCalls: calls), routes: routes))
            .findings.first
        #expect(finding?.level == .down && finding?.sentence.contains("gateway b fails 30 %") == true)
    }

    @Test("shows the newest calls of a gateway where they are worse than those of five minutes")
    func newestShare() {
        let minutes = counts(calls: ["a": CallCounts(accepted: 94, failed: 6)])
        for (accepted, failed, level, words) in [
            (0, 6, Judgement.Level.down, "6 of 6 calls failed in 25 s"),
            (2, 1, .degraded, "1 of 3 calls failed in 25 s"),
            (0, 2, .degraded, "6 of 100 calls failed in 5 min"),
        ] {
            let newest = late(
                minutes, [.init(.callAccepted, name: "a"): accepted, .init(.callThrottled, name: "a"): failed],
                fresh: ["a": CallCounts(accepted: accepted, failed: failed)])
            let finding = Judgement(of: situation(counts: newest)).findings.first
            #expect(finding?.level == level && finding?.measure.hasPrefix(words) == true, "\(finding?.measure ?? "")")
        }
    }

    @Test("names the messages without a gateway, and of most of them those that have one")
    func strandedRoutes() {
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let routes: [GatewayList.Route] = [
            GatewayRoute(prefix: PhonePrefix("+49"), target: RouteTargets(first: [.init("b")])),
            GatewayRoute(region: "FR", target: RouteTargets(first: [.init("b")])),
            GatewayRoute(target: RouteTargets(first: [.init("a")])),
        ]
        let rest = Judgement(of: situation(gateways: ["a": off], routes: routes)).findings.first
        #expect(
            rest?.sentence == "No codes are sent for all but +49; FR: no gateway is available.")
        let some = Judgement(of: situation(gateways: ["b": off], routes: routes)).findings.first
        #expect(some?.sentence == "No codes are sent for +49; FR: no gateway is available.")
    }

    @Test("names the gateways that get no messages, why, and those through which their traffic goes")
    func carriers() {
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let routes: [GatewayList.Route] = [
            GatewayRoute(region: "DE", target: RouteTargets(first: [.init("a")], then: ["b"])),
            GatewayRoute(target: RouteTargets(first: [.init("b")])),
        ]
        func sentence(_ entry: GatewayStatuses.Entry, _ routes: [GatewayList.Route]) -> String? {
            Judgement(of: situation(gateways: ["a": entry], routes: routes)).holding.first?.sentence
        }
        #expect(sentence(entry(.open), routes) == "Gateway a is failing; its traffic goes through b.")
        #expect(sentence(off, routes) == "Gateway a is switched off; its traffic goes through b.")
        #expect(sentence(off, [routes[1]]) == "Gateway a is switched off; no route uses it.")
    }

    @Test("has words for each reason for which a breaker opens, and shows a word of another version as it is")
    func reasons() {
        func words(_ reason: String) -> String {
            BreakerNotice(gateway: "a", generation: 1, state: .open, remaining: .zero, reason: reason).reasonWords
        }
        #expect(words("slow-in-row") == "its calls took longer than 5 s")
        #expect(words("half-slow") == "half of its calls took longer than 5 s")
        for reason in BreakerReason.allCases { #expect(words(reason.rawValue) == reason.words) }
        #expect(words("eaten-by-mice") == "eaten-by-mice")
    }
}
