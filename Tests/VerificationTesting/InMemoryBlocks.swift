import Synchronization
import VerificationCore

/// Operators' rules on numbers, prefixes and networks, in memory.
package final class InMemoryBlocks: BlockStore {
    private struct State {
        var rules: [BlockTarget: BlockRule] = [:]
        var newest: Int64 = 0
        var isAway = false
    }

    private let now: @Sendable () -> Timestamp
    private let most: Int
    private let state = Mutex(State())

    package init(most: Int = BlockRule.most, now: @escaping @Sendable () -> Timestamp) {
        (self.most, self.now) = (most, now)
    }

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    package func rules(before: Int64?, limit: Int) throws(StoreError) -> [BlockRule] {
        try change { state in
            Array(state.rules.values.filter { $0.id < before ?? .max }.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    package func rule(_ id: Int64) throws(StoreError) -> BlockRule? {
        try change { $0.rules.values.first { $0.id == id } }
    }

    package func rule(on target: BlockTarget) throws(StoreError) -> BlockRule? { try change { $0.rules[target] } }

    package func add(_ draft: BlockDraft) throws(StoreError) -> AddedBlock {
        try change { state in
            state.rules = state.rules.filter { $0.value.holds(at: now() - .seconds(86_400)) }
            let former = state.rules[draft.target]
            if former == nil {
                guard state.rules.count < most else { return .tooMany }
                state.newest += 1
            }
            let rule = BlockRule(
                id: former?.id ?? state.newest, target: draft.target, action: draft.action, who: draft.who,
                reason: draft.reason, since: now(), until: draft.until)
            state.rules[draft.target] = rule
            return .added(rule, former: former)
        }
    }

    package func remove(_ id: Int64) throws(StoreError) -> BlockRule? {
        try change { state in
            guard let rule = state.rules.values.first(where: { $0.id == id }) else { return nil }
            state.rules[rule.target] = nil
            return rule
        }
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
        let value = state.withLock { state -> Value? in state.isAway ? nil : body(&state) }
        guard let value else { throw .unavailable }
        return value
    }
}
