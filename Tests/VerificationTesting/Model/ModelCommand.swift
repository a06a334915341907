/// One thing that people, workers, the broker, a provider or an operator do in a random sequence.
///
/// Requests have numbers, which stay when commands are removed. A command about a request that was never made does
/// nothing. So each part of a sequence is a sequence too.
package enum ModelCommand: Sendable, Hashable {
    /// The app's rules change.
    case rules(ModelRules)
    /// A new request reaches a worker; its deadline is `within` seconds from now. Address 0 is none.
    case request(Int, phone: Int, address: Int = 0, key: Int? = nil, within: Int = 600)
    /// The broker delivers a request once more, to another worker.
    case redeliver(Int)
    /// The answer to a worker's claim was lost, so the worker makes the same claim again.
    case claimAgain(Int)
    /// The worker of a request records the outcome of its call; `isOfEarlier`: the worker before the last one.
    case record(Int, ModelOutcome, isOfEarlier: Bool = false)
    /// The workers that hold a request die; what they did not record is never recorded.
    case crash(Int)
    /// The provider's receipt for the last call of a request.
    case receipt(Int, isDelivered: Bool)
    /// A person types the code of the verification that a request leads to, or a wrong code.
    case check(Int, isRight: Bool, byPhone: Bool = false, address: Int = 0, key: Int? = nil)
    case cancel(Int)
    case show(Int)
    case erase(phone: Int)
    /// So many seconds pass.
    case pass(Int)
}

/// How a worker's call of the gateway ends.
package enum ModelOutcome: Sendable, Hashable {
    case accepted
    /// It did not leave; the next try is due after so many seconds.
    case busy(Int)
    case failed
    /// It may have left.
    case silent
    /// It may have left, and is sent once more after so many seconds.
    case silentOnce(Int)
}

extension ModelCommand: CustomStringConvertible {
    /// The command as Swift, so that a sequence can be pasted into a test.
    package var description: String {
        func more(_ parts: [String?]) -> String { parts.compactMap { $0.map { ", \($0)" } }.joined() }
        func text(_ name: String, _ value: Int?) -> String? { value.map { "\(name): \($0)" } }
        switch self {
        case .rules(let rules): return ".rules(\(rules))"
        case .request(let number, let phone, let address, let key, let within):
            let rest = [
                text("phone", phone), address == 0 ? nil : text("address", address), text("key", key),
                within == 600 ? nil : text("within", within),
            ]
            return ".request(\(number)\(more(rest)))"
        case .redeliver(let number): return ".redeliver(\(number))"
        case .claimAgain(let number): return ".claimAgain(\(number))"
        case .record(let number, let outcome, let isOfEarlier):
            return ".record(\(number), .\(outcome)\(isOfEarlier ? ", isOfEarlier: true" : ""))"
        case .crash(let number): return ".crash(\(number))"
        case .receipt(let number, let isDelivered): return ".receipt(\(number), isDelivered: \(isDelivered))"
        case .check(let number, let isRight, let byPhone, let address, let key):
            let rest = [
                "isRight: \(isRight)", byPhone ? "byPhone: true" : nil, address == 0 ? nil : text("address", address),
                text("key", key),
            ]
            return ".check(\(number)\(more(rest)))"
        case .cancel(let number): return ".cancel(\(number))"
        case .show(let number): return ".show(\(number))"
        case .erase(let phone): return ".erase(phone: \(phone))"
        case .pass(let seconds): return ".pass(\(seconds))"
        }
    }
}

extension ModelCommand {
    /// Commands that say almost the same with less, the simplest first.
    package var simpler: [ModelCommand] {
        let all: [ModelCommand] =
            switch self {
            case .rules(let rules): rules.simpler.map { .rules($0) }
            case .request(let number, let phone, let address, let key, let within):
                [
                    .request(number, phone: phone),
                    .request(number, phone: 1, address: address, key: key, within: within),
                    .request(number, phone: phone, address: 0, key: key, within: within),
                    .request(number, phone: phone, address: address, within: within),
                    .request(number, phone: phone, address: address, key: key),
                ]
            case .record(let number, let outcome, let isOfEarlier):
                [
                    .record(number, .accepted, isOfEarlier: isOfEarlier), .record(number, outcome),
                ]
            case .check(let number, let isRight, let byPhone, let address, let key):
                [
                    .check(number, isRight: isRight), .check(number, isRight: isRight, address: address, key: key),
                    .check(number, isRight: isRight, byPhone: byPhone, key: key),
                    .check(number, isRight: isRight, byPhone: byPhone, address: address),
                ]
            case .pass(let seconds):
                [1, 60, 600, seconds / 2, seconds - 1].filter { 0 < $0 && $0 < seconds }.map { .pass($0) }
            case .redeliver, .claimAgain, .crash, .receipt, .cancel, .show, .erase: []
            }
        return all.filter { $0 != self }
    }
}

extension ModelCommand {
    /// The request that the command is about; nil for the other commands.
    private var number: Int? {
        switch self {
        case .request(let number, _, _, _, _), .redeliver(let number), .claimAgain(let number),
            .record(let number, _, _), .crash(let number), .receipt(let number, _), .check(let number, _, _, _, _),
            .cancel(let number), .show(let number):
            number
        case .rules, .erase, .pass: nil
        }
    }

    private func renamed(_ number: Int) -> ModelCommand {
        switch self {
        case .rules, .erase, .pass: self
        case .request(_, let phone, let address, let key, let within):
            .request(number, phone: phone, address: address, key: key, within: within)
        case .redeliver: .redeliver(number)
        case .claimAgain: .claimAgain(number)
        case .record(_, let outcome, let isOfEarlier): .record(number, outcome, isOfEarlier: isOfEarlier)
        case .crash: .crash(number)
        case .receipt(_, let isDelivered): .receipt(number, isDelivered: isDelivered)
        case .check(_, let isRight, let byPhone, let address, let key):
            .check(number, isRight: isRight, byPhone: byPhone, address: address, key: key)
        case .cancel: .cancel(number)
        case .show: .show(number)
        }
    }

    /// The same sequence with its requests numbered from 1 on.
    static func numbered(_ commands: [ModelCommand]) -> [ModelCommand] {
        var numbers: [Int: Int] = [:]
        return commands.map { command in
            guard let old = command.number else { return command }
            let new = numbers[old] ?? numbers.count + 1
            numbers[old] = new
            return command.renamed(new)
        }
    }
}
