import Testing
import VerificationCore

/// Proves what every store of acknowledgements promises.
///
/// - Parameters:
///   - store: an empty store.
///   - now: the store's time.
/// - Throws: what the store throws.
package func exerciseAcknowledgements(_ store: any AcknowledgementStore, now: Timestamp) async throws {
    #expect(try await store.acknowledgements().isEmpty)
    #expect(try await store.takeBack(of: "gateway-away") == nil)
    let end = now + .seconds(3_600)
    let first = try await store.acknowledge(draft("gateway-away", of: ["b", "a"], until: end))
    #expect(first.rule == "gateway-away" && first.level == 1 && first.subjects == ["a", "b"])
    #expect(first.who == "anna" && first.reason == "anna's reason" && first.until == end && first.at >= now)
    let whole = try await store.acknowledge(draft("codes-late", of: [""], until: end))
    #expect(whole.subjects == [""], "what speaks of the whole is no nothing")
    #expect(try await store.acknowledgements() == [whole, first])

    let newer = try await store.acknowledge(draft("gateway-away", of: ["a"], "another", until: end + .seconds(60)))
    #expect(newer.reason == "another" && newer.subjects == ["a"] && newer.at >= first.at)
    #expect(try await store.acknowledgements() == [whole, newer], "a rule has one acknowledgement")

    #expect(try await store.takeBack(of: "gateway-away") == newer)
    #expect(try await store.takeBack(of: "gateway-away") == nil)
    _ = try await store.acknowledge(draft("codes-late", of: [""], until: now - .seconds(60)))
    #expect(try await store.acknowledgements().isEmpty, "it has ended")
    #expect(try await store.takeBack(of: "codes-late") == nil)
}

private func draft(
    _ rule: String, of subjects: Set<String>, _ reason: String = "anna's reason", until: Timestamp
) -> AcknowledgementDraft {
    AcknowledgementDraft(rule: rule, level: 1, subjects: subjects, who: "anna", reason: reason, until: until)
}
