/// Makes random sequences; the seed decides everything, and the numbers are chosen so that rare states are met.
package struct ModelGenerator {
    private var random: SeededRandom
    private var made = 0
    private var commands: [ModelCommand] = []

    /// A sequence of at least `length` commands.
    package static func commands(seed: UInt64, length: Int = 40) -> [ModelCommand] {
        var generator = ModelGenerator(random: SeededRandom(seed: seed))
        generator.commands.append(.rules(generator.rules()))
        while generator.commands.count < length { generator.add() }
        return generator.commands
    }

    private init(random: SeededRandom) {
        self.random = random
    }

    private mutating func add() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<28: addRequest()
        case 28..<41: addCheck()
        case 41..<49: commands.append(.redeliver(recent()))
        case 49..<55: commands.append(.record(recent(), outcome(), isOfEarlier: chance(4)))
        case 55..<72: commands.append(.pass(seconds()))
        case 72..<76: addRetry()
        case 76: addPersistence()
        case 77: addStory()
        case 78: commands.append(.claimAgain(recent()))
        case 79..<82: commands.append(.receipt(recent(), isDelivered: chance(2)))
        case 82..<88: commands.append(.show(recent()))
        case 88..<91: commands.append(.cancel(recent()))
        case 91..<93: commands.append(.crash(recent()))
        case 93..<95: commands.append(.erase(phone: phone()))
        default: commands.append(.rules(changedRules()))
        }
    }

    /// A request, and in most cases the outcome of its call.
    private mutating func addRequest() {
        made += 1
        let key = chance(4) ? Int.random(in: 1...3, using: &random) : nil
        commands.append(
            .request(
                made, phone: phone(), address: .random(in: 0...3, using: &random), key: key,
                within: [600, 600, 600, 3_600, 30, 0].randomElement(using: &random) ?? 600))
        if !chance(3) { commands.append(.record(made, chance(3) ? outcome() : .accepted)) }
    }

    /// One check or a few in a row, so that wrong codes reach their limits.
    private mutating func addCheck() {
        let number = recent()
        for _ in 0..<(chance(3) ? 3 : 1) {
            commands.append(
                .check(
                    number, isRight: chance(4), byPhone: chance(4), address: .random(in: 0...3, using: &random),
                    key: chance(3) ? Int.random(in: 1...4, using: &random) : nil))
        }
    }

    /// A message that waits or whose worker dies, with a redelivery at the end of that time.
    private mutating func addRetry() {
        made += 1
        let (number, phone) = (made, phone())
        commands.append(
            .request(
                number, phone: phone, address: .random(in: 0...3, using: &random), within: chance(4) ? 30 : 600))
        let wait = [5, 30, 120].randomElement(using: &random) ?? 5
        if !chance(3) { commands.append(.record(number, chance(4) ? .silentOnce(wait) : .busy(wait))) }
        if chance(3) { commands.append(.rules(changedRules())) }
        if chance(4) {
            made += 1
            commands += [.pass(60), .request(made, phone: phone), .record(made, .accepted)]
        }
        commands += [.pass(chance(5) ? wait - 1 : max(wait, 15)), .redeliver(number)]
        if chance(2) { commands.append(.record(number, outcome())) }
    }

    /// A person who asks again and again, until the code's life cannot be made longer.
    private mutating func addPersistence() {
        commands.append(.rules(ModelRules(resendAfter: 30, life: 120)))
        let phone = phone()
        for _ in 0..<6 {
            made += 1
            commands += [
                .request(made, phone: phone), .record(made, .accepted),
                .pass([50, 55, 58].randomElement(using: &random) ?? 55),
            ]
        }
    }

    /// A message that arrives, wrong codes, perhaps a change of rules, and the right code twice under one key.
    private mutating func addStory() {
        made += 1
        let (number, phone) = (made, phone())
        commands.append(.request(number, phone: phone))
        if chance(2) { commands.append(.receipt(number, isDelivered: chance(2))) }
        commands.append(.record(number, .accepted))
        for _ in 0..<Int.random(in: 0...2, using: &random) { commands.append(.check(number, isRight: false)) }
        if chance(2) {
            var rules = changedRules()
            if chance(2) { rules.maxChecks = 1 }
            made += 1
            commands += [.rules(rules), .pass(60), .request(made, phone: phone)]
        }
        let right = ModelCommand.check(number, isRight: true, key: .random(in: 1...4, using: &random))
        commands += [right, right]
    }

    private mutating func outcome() -> ModelOutcome {
        let wait = [5, 30, 120].randomElement(using: &random) ?? 5
        let all: [ModelOutcome] = [.accepted, .busy(wait), .failed, .silent, .silentOnce(wait)]
        return all.randomElement(using: &random) ?? .accepted
    }

    private mutating func seconds() -> Int {
        let all = [
            1, 4, 5, 10, 15, 16, 30, 55, 59, 60, 60, 61, 61, 100, 119, 125, 290, 300, 301, 590, 600, 605, 611, 1_200,
            3_600, 3_660, 86_400, 86_500,
        ]
        return all.randomElement(using: &random) ?? 1
    }

    /// A request of the last few, in rare cases one that was never made.
    private mutating func recent() -> Int { max(1, made - Int.random(in: 0..<6, using: &random) / 2) }

    private mutating func phone() -> Int { [1, 1, 1, 2, 3].randomElement(using: &random) ?? 1 }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
}

// MARK: Rules

extension ModelGenerator {
    private mutating func rules() -> ModelRules {
        ModelRules(
            resendAfter: [30, 60, 60].randomElement(using: &random) ?? 60,
            life: [60, 120, 600, 600, 600].randomElement(using: &random) ?? 600,
            maxSends: .random(in: 1...5, using: &random), maxChecks: .random(in: 1...5, using: &random),
            perPhone: windows(1...5, of: [120, 600, 86_400]), perAddress: windows(1...4, of: [600, 3_600]),
            perPrefix: windows(2...5, of: [600, 1_800]), perApp: windows(2...8, of: [600, 3_607]),
            wrongPerPhone: windows(1...5, of: [600, 3_600]), wrongPerAddress: windows(1...5, of: [600, 3_600]),
            isForGermanyOnly: chance(6), sendsAfterUnknown: chance(2))
    }

    /// No window, one or several; each length at most once, as settings demand.
    private mutating func windows(_ most: ClosedRange<Int>, of lengths: [Int]) -> [ModelWindow] {
        guard !chance(3) else { return [] }
        return lengths.filter { _ in !chance(3) }.map { ModelWindow(.random(in: most, using: &random), in: $0) }
    }

    /// The rules with one of them changed.
    private mutating func changedRules() -> ModelRules {
        var last = ModelRules()
        for command in commands { if case .rules(let rules) = command { last = rules } }
        let other = rules()
        switch Int.random(in: 0..<8, using: &random) {
        case 0: last.resendAfter = other.resendAfter
        case 1: last.life = other.life
        case 2: last.maxSends = other.maxSends
        case 3: last.maxChecks = other.maxChecks
        case 4: last.perPhone = other.perPhone
        case 5: last.perAddress = other.perAddress
        case 6: last.wrongPerPhone = other.wrongPerPhone
        default: last = other
        }
        return last
    }
}
