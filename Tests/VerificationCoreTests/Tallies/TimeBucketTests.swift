import Testing
import VerificationCore

@Suite("Times in buckets")
struct TimeBucketTests {
    @Test(
        "a time is in the shortest bucket that holds it",
        arguments: [
            (Duration.seconds(-3), "0.005"), (.zero, "0.005"), (.milliseconds(5), "0.005"),
            (.microseconds(5_001), "0.01"),
            (.seconds(1), "1"), (.seconds(11), "30"), (.seconds(100), "120"), (.seconds(300), "300"),
            (.seconds(301), "600"), (.seconds(1_800), "1800"), (.seconds(1_801), "longer"),
        ])
    func bucket(time: Duration, word: String) {
        #expect(TimeBucket(time).word == word)
        #expect(TimeBucket(word: word) == TimeBucket(time))
    }

    @Test("each bucket has a word of its own, which tells its longest time in seconds")
    func words() {
        for bucket in TimeBucket.all {
            #expect(TimeBucket(word: bucket.word) == bucket)
            #expect(bucket.longest.map { $0 / .seconds(1) } == Double(bucket.word))
        }
        #expect(
            TimeBucket.all == TimeBucket.all.sorted() && Set(TimeBucket.all.map(\.word)).count == TimeBucket.all.count)
        #expect(TimeBucket(word: "2") == nil)
    }

    @Test("a quantile is the bucket up to which the share of the times lies")
    func quantiles() {
        let sums = [("0.005", 90), ("1", 9), ("longer", 1), ("nonsense", 7)].map {
            TallySum(name: $0, counts: [.wait: $1, .started: 1])
        }
        let times = sums.times(of: .wait)
        #expect(times.count == 3)
        #expect(times.quantile(0.5)?.word == "0.005" && times.quantile(0.9)?.word == "0.005")
        #expect(times.quantile(0.95)?.word == "1" && times.quantile(1)?.longest == nil)
        #expect([TimeBucket: Int]().quantile(0.5) == nil)
    }

    @Test("a moment before 1970 lies after the beginning of its minute too", arguments: [-61, -60, -1, 0, 59, 60])
    func minutes(second: Int64) {
        let moment = Timestamp(microseconds: second * 1_000_000 + 1)
        let minute = Minute(moment)
        #expect(minute.beginning <= moment && moment < (minute + 1).beginning)
        #expect(minute + 3 - minute == 3)
    }

    @Test("of series by reason each point has its own times, and a reason that is no time counts nowhere")
    func series() {
        let start = Minute(number: 7)
        var counts = TallySeries(TallyQuestion([.wait], in: start..<start + 3), step: 1)
        counts.add(4, of: .wait, in: start + 1)
        let times = ["0.1": counts, "longer": counts, "x": counts].times(of: .wait)
        let known = ["0.1", "longer"].compactMap(TimeBucket.init(word:))
        #expect(times == [[:], Dictionary(uniqueKeysWithValues: known.map { ($0, 4) }), [:]])
        #expect([String: TallySeries]().times(of: .wait) == [])
    }
}
