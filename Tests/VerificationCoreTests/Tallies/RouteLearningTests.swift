import Testing
import VerificationCore
import VerificationTesting

@Suite("A route that learns")
struct RouteLearningTests {
    /// What a gateway takes and delivers in a minute.
    private struct Rate {
        let gateway: String
        var region = "DE"
        var taken = 30
        /// Of 100 messages, by how many minutes ago they were sent.
        let delivers: (_ minutesAgo: Int) -> Int
    }

    private let present = Minute(number: 29_000_000)

    private func counts(_ rates: [Rate], at minute: Minute? = nil) -> [DeliveryCount] {
        let minute = minute ?? present
        return RouteLearning.span(at: minute).lowerBound.until(minute).flatMap { past in
            rates.map { rate in
                DeliveryCount(
                    minute: past, gateway: rate.gateway, region: rate.region, awaited: rate.taken,
                    delivered: rate.taken * rate.delivers(present - past) / 100)
            }
        }
    }

    private func shares(_ rates: Rate...) -> [String: LearnedShare] {
        RouteLearning.shares(counts(rates), at: present)
    }

    @Test("leaves the weights alone while all deliver alike, also when nothing arrives anywhere")
    func alike() {
        for percent in [0, 40, 95, 100] {
            let found = shares(
                Rate(gateway: "a") { _ in percent }, Rate(gateway: "b") { _ in percent },
                Rate(gateway: "c") { _ in percent })
            #expect(found == [:], "\(percent) %")
        }
        #expect(shares(Rate(gateway: "a") { _ in 90 }, Rate(gateway: "b") { _ in 84 }) == [:], "a small difference")
        #expect(RouteLearning.shares([], at: present) == [:])
    }

    @Test("takes weight from a gateway that delivers nothing, down to the least, and says why")
    func nothing() throws {
        let found = shares(Rate(gateway: "a") { _ in 0 }, Rate(gateway: "b") { _ in 90 })
        let share = try #require(found["a"])
        #expect(found.count == 1 && share.percent == LearnedShare.least)
        #expect(share.words == "delivers 0 %, the others 90 %")
    }

    @Test("leaves a gateway the part of the others' deliveries that it delivers itself")
    func half() {
        let found = shares(Rate(gateway: "a") { _ in 45 }, Rate(gateway: "b") { _ in 90 })
        #expect(abs((found["a"]?.percent ?? 0) - 50) <= 10, "\(found)")
    }

    @Test("has acted within ten minutes, and gives the whole weight back within an hour, step by step")
    func wayBack() {
        func percent(_ isBad: @escaping (Int) -> Bool) -> Int {
            shares(Rate(gateway: "a") { isBad($0) ? 0 : 90 }, Rate(gateway: "b") { _ in 90 })["a"]?.percent ?? 100
        }
        #expect(percent { $0 < 3 } == 100, "receipts take their time")
        #expect(percent { $0 < 10 } < 50)
        #expect(percent { $0 >= 3 } == LearnedShare.least, "the good minutes are too few")
        #expect((11...99).contains(percent { $0 >= 20 }))
        #expect(percent { $0 >= 45 } == 100)
    }

    @Test("compares a region with itself: a gateway of a hard country is no bad gateway")
    func regions() {
        let found = shares(
            Rate(gateway: "a", region: "IN") { _ in 50 }, Rate(gateway: "b", region: "IN", taken: 5) { _ in 60 },
            Rate(gateway: "b", region: "DE") { _ in 95 }, Rate(gateway: "c", region: "DE") { _ in 95 })
        #expect(found == [:])
        let alone = shares(Rate(gateway: "a", region: "IN") { _ in 0 }, Rate(gateway: "b", region: "DE") { _ in 95 })
        #expect(alone == [:], "there is nobody to compare with")
    }

    @Test("judges nobody by a few messages")
    func few() {
        let others = counts([Rate(gateway: "b") { _ in 95 }])
        func found(_ awaited: Int) -> [String: LearnedShare] {
            let few = DeliveryCount(
                minute: present - 3, gateway: "a", region: "DE", awaited: awaited, delivered: 0)
            return RouteLearning.shares(others + [few], at: present)
        }
        #expect(found(9) == [:] && found(10)["a"]?.percent == 70)
    }

    @Test("gives a gateway without messages its weight back very slowly, because nobody sees what it would deliver")
    func unseen() throws {
        let seen = counts([Rate(gateway: "a") { _ in 0 }, Rate(gateway: "b") { _ in 90 }])
            .filter { $0.gateway == "b" || present - $0.minute > 40 }
        let share = try #require(RouteLearning.shares(seen, at: present)["a"])
        #expect((30...50).contains(share.percent) && share.words == "too few messages to tell", "\(share)")
    }

    @Test("compares with the messages of others, not with receipts of messages that nobody waits for")
    func surplus() {
        let found = shares(
            Rate(gateway: "a") { _ in 60 }, Rate(gateway: "b", taken: 10) { _ in 40 },
            Rate(gateway: "c", taken: 1) { _ in 800 })
        #expect(found["a"] == nil && found["b"] != nil)
    }

    @Test("stays within the bounds, and does not depend on the order of the counts, whatever was delivered")
    func bounds() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for _ in 0..<50 {
            let span = RouteLearning.span(at: present)
            var counts: [DeliveryCount] = []
            for minute in span.lowerBound.until(span.upperBound) {
                for gateway in ["a", "b", "c"] where Bool.random(using: &random) {
                    counts.append(
                        DeliveryCount(
                            minute: minute, gateway: gateway, region: ["DE", "IN"].randomElement(using: &random) ?? "",
                            awaited: .random(in: 0...40, using: &random), delivered: .random(in: 0...40, using: &random)
                        ))
                }
            }
            let found = RouteLearning.shares(counts, at: present)
            #expect(found.values.allSatisfy { (LearnedShare.least..<LearnedShare.whole).contains($0.percent) })
            #expect(found == RouteLearning.shares(counts.shuffled(using: &random), at: present), "seed \(random.seed)")
        }
    }

    @Test("does not move by chance: equal gateways keep nearly all of their weight for a day")
    func chance() async {
        // Always the same day: on one day in thousands chance would move more.
        var random = SeededRandom(seed: 7)
        var day: [DeliveryCount] = []
        for past in (present - 1_500).until(present) {
            for gateway in ["a", "b"] {
                let delivered = (0..<10).count { _ in Int.random(in: 0..<100, using: &random) < 90 }
                day.append(
                    DeliveryCount(minute: past, gateway: gateway, region: "DE", awaited: 10, delivered: delivered))
            }
        }
        var moved = 0
        for minute in stride(from: 0, to: 1_380, by: 60).map({ present - $0 }) {
            let span = RouteLearning.span(at: minute)
            if !RouteLearning.shares(day.filter { span.contains($0.minute) }, at: minute).isEmpty { moved += 1 }
            // A look takes a while, and other tests wait for a thread.
            await Task.yield()
        }
        #expect(moved <= 1)
    }
}

extension Minute {
    /// The minutes from this one to the one before `end`.
    fileprivate func until(_ end: Minute) -> [Minute] { (0..<max(0, end - self)).map { self + $0 } }
}
