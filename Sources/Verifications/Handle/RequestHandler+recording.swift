import VerificationCore

extension RequestHandler {
    /// Saves what came of a try, and decides how the request leaves.
    ///
    /// `message`: nil when the worker wrote no text.
    func record(
        _ made: GatewayTry, of attempt: Attempt, _ message: OutgoingMessage? = nil
    ) async throws(JobError) -> Settlement {
        let (order, claim, last) = (attempt.order, attempt.claim, made.calls.last)
        let next = settings.retries.next(
            after: made.outcome, of: order, for: claim, isRepeatable: last?.honorsIdempotencyKeys ?? false,
            language: message?.text.language)
        // The gateway that may have the message stays on record, also when this try could not call it.
        let record = SendRecord(
            order: order, request: claim.request, rules: claim.rules, gateway: last?.gateway ?? order.mayBeAt ?? "none",
            reportsDelivery: last?.reportsDelivery ?? false, text: message?.text, outcome: next.outcome,
            calls: made.reports, tellsEvents: claim.tellsEvents)
        // Another worker took the message over; when the request comes back, the record decides.
        guard case .saved(let early) = try await save(record, of: attempt.work) else {
            return .retry(after: settings.lease)
        }
        ports.facts.tell(.recorded(record, early: early), at: ports.now())
        return next.settlement
    }

    /// Saves an outcome, and waits while another transaction holds a lock on the message.
    ///
    /// Only this worker knows the outcome, so it cannot leave it to another worker.
    private func save(_ record: SendRecord, of work: Work) async throws(JobError) -> Recorded {
        do throws(JobError) {
            while true {
                if let recorded = try await saveUnlessLocked(record) { return recorded }
                do { try await Task.sleep(for: settings.storeProbe) } catch { throw .stopped }
            }
        } catch {
            tell(of: error, record, work)
            throw error
        }
    }

    /// Nil when another transaction holds a lock on the message.
    private func saveUnlessLocked(_ record: SendRecord) async throws(JobError) -> Recorded? {
        do throws(JobError) {
            return try await gate.answer(.untilCancelled) { () throws(StoreError) in
                try await ports.store.record(record)
            }
        } catch {
            if case .heldUp(let trouble) = error, trouble.detail == nil { return nil }
            throw error
        }
    }

    /// Tells of an outcome that the store has not got.
    private func tell(of error: JobError, _ record: SendRecord, _ work: Work) {
        let reason =
            switch error {
            case .heldUp(let trouble): trouble.detail
            case .unservable(let letter): letter.detail
            case .stopped: "the worker stops before the database answers"
            }
        ports.facts.tell(.recordLost(record, trace: work.trace, reason: reason ?? ""), at: ports.now())
    }
}
