import Testing
import VerificationCore
import VerificationTesting

@Suite("The gateways of a route")
struct RouteTargetsTests {
    private typealias Targets = RouteTargets<String>

    @Test("share the messages by their weights, at every place of the order")
    func shares() {
        let targets = Targets(first: [.init("A", weight: 5), .init("B", weight: 3), .init("C", weight: 2)])
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        var counts: [String: Int] = [:]
        let messages = 100_000
        for _ in 0..<messages {
            let order = targets.order(by: .random(in: 0..<1, using: &random)) { _ in .untouched }
            #expect(Set(order).count == 3 && order.count == 3)
            counts[order[0], default: 0] += 1
            // Among those left, the weights decide again: B before C in three of five orders.
            if order.filter({ $0 != "A" }) == ["B", "C"] { counts["BC", default: 0] += 1 }
        }
        for (name, share) in [("A", 0.5), ("B", 0.3), ("C", 0.2), ("BC", 0.6)] {
            let part = Double(counts[name] ?? 0) / Double(messages)
            #expect(abs(part - share) < 0.01, "\(name) has \(part), seed \(random.seed)")
        }
    }

    @Test("have the parts of the messages that the order gives them, also when some are off, away or without weight")
    func parts() {
        let targets = Targets(
            first: [.init("A", weight: 2), .init("B"), .init("C"), .init("Z", weight: 0)], then: ["D", "E"])
        func parts(off: Set<String> = [], away: Set<String> = [], weights: [String: Int] = [:]) -> String {
            let parts = targets.parts(
                { GatewaySwitch(weight: weights[$0], isOff: off.contains($0)) }, isAway: away.contains)
            return parts.map { "\($0.gateway) \($0.share)" }.joined(separator: " ")
        }
        #expect(parts() == "A 0.5 B 0.25 C 0.25")
        #expect(parts(off: ["A"]) == "B 0.5 C 0.5")
        #expect(parts(away: ["A", "B"]) == "C 1.0")
        #expect(parts(weights: ["A": 0, "B": 3]) == "B 0.75 C 0.25")
        #expect(parts(off: ["A", "B"], away: ["C"]) == "D 1.0")
        #expect(parts(off: ["A", "B", "C"], away: ["D"], weights: ["E": 0]) == "Z 1.0")
        #expect(parts(off: ["A", "B", "C", "D", "E"], away: ["Z"]) == "")
    }

    @Test("come once each, the others in their order, those without weight last, and never when they are off")
    func everyGatewayOnce() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for _ in 0..<2_000 {
            let names = (0..<Int.random(in: 1...6, using: &random)).map { "g\($0)" }
            let cut = Int.random(in: 0...names.count, using: &random)
            let weights = names.map { _ in Int.random(in: 0...3, using: &random) }
            let targets = Targets(
                first: zip(names, weights).prefix(cut).map { .init($0, weight: $1) }, then: Array(names[cut...]))
            let controls = Dictionary(uniqueKeysWithValues: names.map { ($0, control(&random)) })
            let order = targets.order(by: .random(in: 0..<1, using: &random)) { controls[$0] ?? .untouched }
            let isOn = names.filter { controls[$0]?.isOff == false }
            #expect(order.sorted() == isOn.sorted(), "seed \(random.seed)")
            let rank = order.map { name -> Int in
                guard let place = names.firstIndex(of: name) else { return -1 }
                let weight = controls[name]?.weight ?? (place < cut ? weights[place] : 1)
                return weight == 0 ? 1_000 + place : place < cut ? 0 : place
            }
            #expect(rank == rank.sorted(), "\(order), seed \(random.seed)")
        }
    }

    @Test("follow the operator's weight in the place of their own")
    func overridden() {
        let targets = Targets(first: [.init("A", weight: 1_000_000), .init("B", weight: 1)], then: ["C"])
        func first(_ chance: Double, _ controls: [String: GatewaySwitch]) -> [String] {
            targets.order(by: chance) { controls[$0] ?? .untouched }
        }
        #expect(first(0.9, [:]) == ["A", "B", "C"])
        #expect(first(0.9, ["A": GatewaySwitch(weight: 0)]) == ["B", "C", "A"])
        #expect(first(0.9, ["B": GatewaySwitch(weight: .max)]) == ["B", "A", "C"])
        #expect(first(0.9, ["A": GatewaySwitch(isOff: true), "C": GatewaySwitch(weight: 0)]) == ["B", "C"])
        #expect(first(0.5, ["A": .init(isOff: true), "B": .init(isOff: true), "C": .init(isOff: true)]).isEmpty)
    }

    @Test("follow what the route has learned, only where it learns and no operator has said a weight")
    func learned() {
        let shares = ["A": LearnedShare(percent: 10, reason: .comesBack)]
        func parts(_ learns: Bool, _ controls: [String: GatewaySwitch] = [:]) -> [Double] {
            let targets = Targets(first: [.init("A", weight: 10), .init("B", weight: 9)], learns: learns)
            let order = (0..<1_000).count { chance in
                targets.order(
                    by: (Double(chance) + 0.5) / 1_000, { controls[$0] ?? .untouched }, learned: { shares[$0] }
                ).first == "A"
            }
            let part = targets.parts({ controls[$0] ?? .untouched }, learned: { shares[$0] }) { _ in false }[0]
            #expect(part.gateway == "A" && abs(part.share * 1_000 - Double(order)) <= 1)
            return [(part.share * 100).rounded()]
        }
        #expect(parts(false) == [53])
        #expect(parts(true) == [10], "1 beside 9")
        #expect(parts(true, ["A": GatewaySwitch(weight: 27)]) == [75], "the operator's weight wins")
        #expect(Targets(first: [.init("A"), .init("B")], learns: true).map { $0 }.learns)
    }

    @Test("have an order for every chance, also at the edges", arguments: [0, 0.5, 1.0.nextDown, .ulpOfOne])
    func edges(chance: Double) {
        let huge = Targets(first: (0..<5).map { .init("g\($0)", weight: $0 == 2 ? 1 : .max) })
        #expect(Set(huge.order(by: chance) { _ in .untouched }).count == 5)
    }

    private func control(_ random: inout SeededRandom) -> GatewaySwitch {
        let weight: Int? = Bool.random(using: &random) ? nil : Int.random(in: 0...2, using: &random)
        return GatewaySwitch(weight: weight, isOff: Int.random(in: 0..<4, using: &random) == 0)
    }
}
