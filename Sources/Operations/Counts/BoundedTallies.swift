import VerificationCore

/// A store of tallies that is asked at most so many questions at once; the others wait for their turn, in their order.
///
/// A question has no deadline here. The store has one for each, so a turn always ends.
package struct BoundedTallies: TallyStore {
    private let store: any TallyStore
    let turns: Turns

    /// Bounds all who ask through it together: `most` questions are under way at once.
    ///
    /// After three questions in a row without an answer the store is away, and the questions that wait get none either:
    /// each would take its whole deadline. A single one may only be slow.
    ///
    /// - Parameters:
    ///   - store: the tallies.
    ///   - most: how many questions are under way at once.
    ///   - asksAgain: whether later questions are asked all the same; false for a single look.
    package init(_ store: any TallyStore, most: Int, asksAgain: Bool = true) {
        (self.store, turns) = (store, Turns(most, asksAgain: asksAgain))
    }

    package func add(_ tallies: [Tally]) async throws(StoreError) {
        try await turns.take { () throws(StoreError) in try await store.add(tallies) }
    }

    package func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int] {
        try await turns.take { () throws(StoreError) in try await store.totals(question) }
    }

    package func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum] {
        try await turns.take { () throws(StoreError) in try await store.sums(question, by: dimension, most: most) }
    }

    package func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries {
        try await turns.take { () throws(StoreError) in try await store.series(question, step: step) }
    }

    package func seriesByReason(_ question: TallyQuestion, step: Int) async throws(StoreError) -> [String: TallySeries]
    {
        try await turns.take { () throws(StoreError) in try await store.seriesByReason(question, step: step) }
    }

    package func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup] {
        try await turns.take { () throws(StoreError) in try await store.groups(question, most: most) }
    }

    package func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount] {
        try await turns.take { () throws(StoreError) in try await store.deliveries(in: span) }
    }
}
