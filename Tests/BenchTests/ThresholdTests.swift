import Bench
import Testing

@Suite("thresholds of a load")
struct ThresholdTests {
    @Test(
        "a threshold that is kept says nothing, and one that is not says what was found",
        arguments: [
            ("p99(start)<5ms", nil), ("p99 (start) < 0.005s", nil), ("max(start)<=4100us", nil),
            ("min(start)>=1ms", nil),
            ("mean(start)<2ms", "it was 2.50 ms"), ("p50(start)>2ms", "it was 2.00 ms"),
            ("success(start)>=80%", nil), ("success(start)>80%", "it was 80.000%"),
            ("rate(start)>0.3", nil), ("rate(start)>=1/s", "it was 0.40 a second"),
            ("p50(check)<1s", "it never happened"), ("success(check)>=1%", "it was 0.000%"),
        ] as [(String, String?)])
    func judged(text: String, found: String?) throws {
        let threshold = try Threshold(text, stages: JourneyStage.allCases)
        let complaint = threshold.complaint(about: Self.reports)
        #expect(complaint == found.map { "the threshold \(threshold.text) is not kept: \($0)" })
    }

    @Test(
        "a text that is no threshold is refused in a sentence that says why",
        arguments: [
            ("", "is not like"), ("p99start<5ms", "is not like"), ("p99(start)", "is not like"),
            ("p99(stort)<5ms", "names the stage stort; here they are start, check"),
            ("p99(event)<5ms", "names the stage event"), ("q(start)<5ms", "begins with none of"),
            ("p101(start)<5ms", "begins with none of"), ("p(start)<5ms", "begins with none of"),
            ("p99(start)<5", "needs a time such as"), ("p99(start)<nanms", "needs a time"),
            ("p99(start)<-1ms", "needs a time"), ("p99(start)<1e9ms", "needs a time"),
            ("success(start)>0.9", "needs a share such as 99.9%"), ("rate(start)>x", "needs a number"),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: Threshold.Unreadable.self) { try Threshold(text, stages: [.start, .check]) }
        #expect(error?.description.contains(words) == true)
    }

    @Test("without a threshold on success all has to succeed, and a count that is wrong is always a complaint")
    func complaints() throws {
        let report = { (texts: [String], lost: Int) in
            var ledger = JourneyLedger()
            ledger.lost = lost
            return JourneyReport(
                profile: .steady(1, for: .seconds(10)), stages: [Self.reports[0]], ledger: ledger,
                timeline: Timeline(),
                thresholds: try texts.map { text in try Threshold(text, stages: [.start]) })
        }
        let own = "the threshold success(start)>=100% is not kept: it was 80.000%"
        #expect(try report([], 0).complaints == [own])
        #expect(try report(["p99(start)<5ms"], 0).complaints == [own])
        #expect(try report(["success(start)>50%"], 0).complaints == [])
        #expect(
            try report(["success(start)>50%"], 2).complaints
                == ["requests lost: accepted, without an SMS and without an end: 2 instead of 0"])
    }

    /// Five starts in ten seconds, four of them answered after 1, 2, 3 and 4 ms, and a check that did not come.
    private static let reports: [StageReport] = {
        var (start, check) = (StageTally(.start), StageTally(.check))
        for milliseconds in 1...4 {
            start.ask()
            start.complete(after: milliseconds * 1_000, status: 202)
        }
        start.ask()
        start.fail("503 queue-unavailable", status: 503)
        check.ask()
        return [start, check].map { StageReport($0, sending: .seconds(9), waiting: .seconds(1)) }
    }()
}
