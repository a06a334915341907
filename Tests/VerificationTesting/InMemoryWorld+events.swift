import Synchronization
import VerificationCore

extension InMemoryWorld {
    /// What is kept for apps with an endpoint.
    struct Events: Sendable {
        var outbox: [AppEvent] = []
        var watches: [VerificationID: Timestamp] = [:]
        var counts: [VerificationID: Int] = [:]
        /// The ids of the events that a relay has in hand, as a transaction has locks.
        var inHand: Set<String> = []
    }
}

extension InMemoryWorld: EventOutbox {
    package func relay(
        atMost limit: Int, _ publish: @escaping @Sendable ([AppEvent]) async throws(QueueError) -> Void
    ) async throws(StoreError) -> Int {
        let events = try answering(about: .verifications) { state in
            let inHand = state.events.inHand
            let first = Array(state.events.outbox.lazy.filter { !inHand.contains($0.id) }.prefix(limit))
            state.events.inHand.formUnion(first.map(\.id))
            return first
        }
        let ids = Set(events.map(\.id))
        defer { state.withLock { $0.events.inHand.subtract(ids) } }
        if events.isEmpty { return 0 }
        do throws(QueueError) {
            try await publish(events)
        } catch {
            return 0
        }
        try answering(about: .verifications) { state in state.events.outbox.removeAll { ids.contains($0.id) } }
        return events.count
    }

    package func tellExpired(atMost limit: Int) async throws(StoreError) -> Int {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let due = state.events.watches.filter { $0.value <= now }.keys.sorted().prefix(limit)
            for id in due {
                state.events.watches[id] = nil
                guard var row = state.records.verifications[id], row.status == .pending else { continue }
                // A resend has put the end off.
                if row.expiresAt > now { state.events.watches[id] = row.expiresAt }
                guard row.status(at: now) == .expired else { continue }
                row.status = .expired
                state.records.ends[id] = now
                state.records.verifications[id] = row
                state.tell(EventNote(id, kind: .expired), now: now)
            }
            return due.count
        }
    }

    package func waiting() async throws(StoreError) -> Int {
        try answering(about: .verifications) { state in state.events.outbox.count }
    }
}

extension InMemoryWorld {
    package func report(atMost limit: Int) async throws(StoreError) -> OutboxReport {
        try answering(about: .verifications) { state in
            let looked = state.events.outbox.prefix(limit)
            return OutboxReport(
                waiting: Dictionary(grouping: looked, by: \.app).mapValues(\.count), oldestAt: looked.map(\.at).min(),
                isCapped: state.events.outbox.count > limit)
        }
    }
}

extension InMemoryWorld.State {
    /// Writes an event; does nothing for a verification that was erased.
    mutating func tell(_ note: EventNote, now: Timestamp) {
        guard let row = records.verifications[note.verification] else { return }
        let sequence = events.counts[row.id, default: 0] + 1
        events.counts[row.id] = sequence
        let approved = note.kind == .approved ? row.approvedBy.flatMap { records.requests[$0] } : nil
        let request = approved ?? NewRequest(id: row.id, verification: row.id, outcome: .send, message: nil)
        let mine = records.messages.filter { $0.key.verification == row.id }.sorted { $0.key < $1.key }
        events.outbox.append(
            AppEvent(
                app: row.phoneKey.app, verification: row.id, request: request.id, sequence: sequence, kind: note.kind,
                status: row.status == .pending && row.expiresAt <= now ? .expired : row.status(of: request.id, at: now),
                reason: note.reason,
                message: note.message, language: mine.compactMap(\.value.report.language).last,
                metadata: row.metadata(of: request), at: now))
    }
}

extension InMemoryWorld.Events {
    mutating func forget(_ ids: Set<VerificationID>) {
        outbox.removeAll { ids.contains($0.verification) }
        watches = watches.filter { !ids.contains($0.key) }
    }
}

extension InMemoryWorld {
    package func save(_ endpoint: EventEndpoint, of app: AppID) async throws(StoreError) -> Bool {
        try answering(about: .verifications) { state in
            guard state.apps.all[app] != nil else { return false }
            state.apps.all[app]?.endpoint = endpoint
            return true
        }
    }

    package func removeEndpoint(of app: AppID) async throws(StoreError) -> Bool {
        try answering(about: .verifications) { state in
            guard state.apps.all[app]?.endpoint != nil else { return false }
            state.apps.all[app]?.endpoint = nil
            return true
        }
    }

    package func resealEndpoints(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        try answering(about: .verifications) { state in
            var (resealed, locked) = (0, 0)
            for (app, endpoint) in state.apps.all.compactMapValues(\.endpoint) {
                guard let new = endpoint.resealed(by: keys, of: app) else {
                    locked += 1
                    continue
                }
                resealed += new == endpoint ? 0 : 1
                state.apps.all[app]?.endpoint = new
            }
            return (resealed, locked)
        }
    }
}
