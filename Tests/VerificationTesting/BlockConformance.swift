import Testing
import VerificationCore

/// Proves what every store of blocks promises.
///
/// - Parameters:
///   - store: an empty store that keeps four rules at most.
///   - now: the store's time.
/// - Throws: what the store throws.
package func exerciseBlocks(_ store: any BlockStore, now: Timestamp) async throws {
    #expect(try await store.rules(before: nil, limit: 10).isEmpty)
    #expect(try await store.remove(1) == nil)
    let targets = try ["+491510001", "+234", "203.0.113.0/24", "2001:db8::/32", "+44"].map { text in
        try #require(BlockTarget(typed: text, phones: FakePhoneNumberParser()))
    }
    var added: [BlockRule] = []
    for target in targets.prefix(3) {
        let (rule, former) = try await store.added(draft(target, .block, "anna's reason"))
        #expect(former == nil && rule.target == target && rule.action == .block && rule.who == "anna")
        #expect(rule.reason == "anna's reason" && rule.until == nil)
        added.append(rule)
    }
    #expect(try await store.rules(before: nil, limit: 10) == added.reversed())
    #expect(try await store.rules(before: nil, limit: 1) == [added[2]])
    #expect(try await store.rules(before: added[2].id, limit: 10) == [added[1], added[0]])
    #expect(try await store.rule(added[1].id) == added[1])
    #expect(try await store.rule(on: targets[1]) == added[1])
    #expect(try await store.rule(on: targets[4]) == nil)

    let end = now + .seconds(3_600)
    let (changed, former) = try await store.added(draft(targets[1], .allow, "another", until: end))
    #expect(former == added[1] && changed.id == added[1].id, "a rule on the same target is changed")
    #expect(changed.action == .allow && changed.until == end && changed.reason == "another")
    try await bound(store, targets, now)

    #expect(try await store.remove(changed.id) == changed)
    #expect(try await store.remove(changed.id) == nil)
    #expect(try await store.rule(on: targets[1]) == nil)
}

private func bound(_ store: any BlockStore, _ targets: [BlockTarget], _ now: Timestamp) async throws {
    let old = draft(targets[3], .block, "long over", until: now - .seconds(2 * 86_400))
    _ = try await store.added(old)
    let (last, _) = try await store.added(draft(targets[4], .block, "the old rule makes room"))
    #expect(try await store.rule(on: targets[3]) == nil)
    #expect(try await store.add(draft(targets[3], .block, "too many")) == .tooMany)
    _ = try await store.added(draft(targets[0], .allow, "a change needs no room"))
    #expect(try await store.remove(last.id) == last)
}

private func draft(
    _ target: BlockTarget, _ action: BlockRule.Action, _ reason: String, until: Timestamp? = nil
) -> BlockDraft {
    BlockDraft(target: target, action: action, who: "anna", reason: reason, until: until)
}

extension BlockStore {
    fileprivate func added(_ draft: BlockDraft) async throws -> (rule: BlockRule, former: BlockRule?) {
        guard case .added(let rule, let former) = try await add(draft) else { throw NotAdded() }
        return (rule, former)
    }
}

private struct NotAdded: Error {}
