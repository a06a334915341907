import VerificationCore

extension InMemoryWorld {
    /// Operators' rules on numbers, prefixes and networks.
    struct Blocks: Sendable {
        var rules: [BlockTarget: BlockRule] = [:]
        var newest: Int64 = 0
    }
}

extension InMemoryWorld: BlockStore {
    package func rules(before: Int64?, limit: Int) throws(StoreError) -> [BlockRule] {
        try answering(about: .blocks) { state in
            Array(state.blocks.rules.values.filter { $0.id < before ?? .max }.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    package func rule(_ id: Int64) throws(StoreError) -> BlockRule? {
        try answering(about: .blocks) { state in state.blocks.rules.values.first { $0.id == id } }
    }

    package func rule(on target: BlockTarget) throws(StoreError) -> BlockRule? {
        try answering(about: .blocks) { state in state.blocks.rules[target] }
    }

    package func add(_ draft: BlockDraft) throws(StoreError) -> AddedBlock {
        let now = clock.now
        return try answering(about: .blocks) { state in
            state.blocks.rules = state.blocks.rules.filter { $0.value.holds(at: now - .seconds(86_400)) }
            let former = state.blocks.rules[draft.target]
            if former == nil {
                guard state.blocks.rules.count < mostBlocks else { return .tooMany }
                state.blocks.newest += 1
            }
            let rule = BlockRule(
                id: former?.id ?? state.blocks.newest, target: draft.target, action: draft.action, who: draft.who,
                reason: draft.reason, since: now, until: draft.until)
            state.blocks.rules[draft.target] = rule
            return .added(rule, former: former)
        }
    }

    package func remove(_ id: Int64) throws(StoreError) -> BlockRule? {
        try answering(about: .blocks) { state in
            guard let rule = state.blocks.rules.values.first(where: { $0.id == id }) else { return nil }
            state.blocks.rules[rule.target] = nil
            return rule
        }
    }
}
