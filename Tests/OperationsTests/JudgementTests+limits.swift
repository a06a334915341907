import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the judgement says of requests that limits hold, or that operators' rules turn away.
extension JudgementTests {
    @Test("is that limits hold many requests until newer requests show that they hold few")
    func limitsHoldOn() {
        let memory = CountMemory(held: ["": HeldRequests(limited: 12, turnedAway: 0, all: 20, within: "25 s until 3")])
        for (limited, started, measure) in [
            (0, 19, "12 of 20 in 25 s until 3"), (8, 30, "8 of 30 in 25 s"), (2, 20, "2 of 20 in 25 s"),
        ] {
            let newest = late(counts(), [.init(.limited): limited, .init(.started): started], memory: memory)
            let finding = Judgement(of: situation(counts: newest)).findings.first
            #expect(finding?.rule == .limitsHold && finding?.measure.hasPrefix(measure) == true, "\(limited)")
        }
        let released = late(
            counts(now: [.started: 100, .limited: 50]), [.init(.started): 3], memory: CountMemory(released: [""]))
        #expect(Judgement(of: situation(counts: released)).level == .fine, "the minutes tell an older story")
    }

    @Test("is that rules turn away what comes from a country, which all requests together hide, and names it")
    func blockedCountry() {
        func sums(_ turnedAway: Int, _ started: Int) -> [TallySum] {
            [
                TallySum(name: "DE", counts: [.started: 900]),
                TallySum(name: "ES", counts: [.started: started, .turnedAway: turnedAway]),
            ]
        }
        let all: [TallyKind: Int] = [.started: 902, .turnedAway: 18]
        for (turnedAway, started, rules) in [(18, 2, [Rule.limitsHold]), (17, 2, []), (17, 3, [])] {
            let findings = Judgement(of: situation(counts: counts(now: all, regions: sums(turnedAway, started))))
                .findings
            #expect(findings.map(\.rule) == rules, "\(turnedAway) of \(turnedAway + started)")
            #expect(
                findings.allSatisfy { finding in
                    finding.sentence.hasPrefix("90 % of the requests to ES (Spain) are rejected by policy:")
                        && finding.measure == "18 of 20 in 15 min, 90 % is unusual"
                })
        }
        let closed = counts(now: all, regions: sums(18, 2), regionsWeekBefore: sums(30, 0))
        #expect(Judgement(of: situation(counts: closed)).level == .fine, "no app sends there, now as a week ago")
        let many: [TallyKind: Int] = [.started: 100, .turnedAway: 60]
        let both = Judgement(of: situation(counts: counts(now: many, regions: sums(60, 0)))).findings.first
        #expect(
            both?.sentence.hasPrefix("38 % of the requests are rejected by policy, most of all to ES (Spain):") == true)
    }

    @Test("is that a country was blocked a moment ago, long before its share of the last minutes says so")
    func blockedOfLate() {
        let before = counts(regions: [TallySum(name: "ES", counts: [.started: 400, .turnedAway: 20])])
        let newest = late(before, [.init(.turnedAway, name: "ES"): 20, .init(.started, name: "ES"): 1])
        let finding = Judgement(of: situation(counts: newest)).findings.first
        #expect(
            finding?.sentence.contains("to ES (Spain) are rejected by policy") == true
                && finding?.measure.hasPrefix("20 of 21 in 25 s") == true)
        #expect(Judgement(of: situation(counts: late(before, [.init(.turnedAway, name: "ES"): 19]))).level == .fine)
    }
}
