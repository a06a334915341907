import Synchronization
import VerificationCore

/// The provider behind all protocols of the sandbox: it decides by its behaviour, keeps what it takes, and sends
/// nothing.
package final class SandboxProvider: Sendable {
    private struct State {
        var behaviour: SandboxBehaviour
        var isPlain: Bool
        var pace = PaceMeter()
        var lastNumber: UInt32 = 0
    }

    package let inbox: SandboxInbox
    private let ledger: SandboxLedger?
    private let run = UInt32.random(in: .min ... .max)
    private let state: Mutex<State>
    private let openTexts = Mutex(OpenTexts())
    private let scheduler: ReceiptScheduler
    private let now: @Sendable () -> Timestamp
    private let chance: @Sendable () -> Double
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - inbox: Where messages go.
    ///   - ledger: Has each message before its sender gets the answer; nil for no ledger.
    ///   - behaviour: The behaviour at the start.
    ///   - now: Gives the time of arrival of a message.
    ///   - chance: Gives an evenly spread number from 0 up to 1, without 1; not asked while the behaviour is plain.
    ///   - sleep: Waits, or throws when the task is cancelled.
    package init(
        inbox: SandboxInbox, ledger: SandboxLedger? = nil, behaviour: SandboxBehaviour = SandboxBehaviour(),
        now: @escaping @Sendable () -> Timestamp,
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.inbox = inbox
        self.ledger = ledger
        state = Mutex(State(behaviour: behaviour, isPlain: behaviour.isPlain))
        scheduler = ReceiptScheduler(inbox: inbox, now: now)
        self.now = now
        self.chance = chance
        self.sleep = sleep
    }

    /// The behaviour for calls that begin from now on; a call under way keeps the behaviour with which it began.
    package var behaviour: SandboxBehaviour {
        get { state.withLock { $0.behaviour } }
        set {
            state.withLock { state in
                state.behaviour = newValue
                state.isPlain = newValue.isPlain
            }
        }
    }

    /// Sends receipts until the task is cancelled; receipts that are still waiting then are lost.
    package func tellReceipts() async { await scheduler.run() }

    /// Takes a message without any wait; nil when the behaviour or the ledger needs one.
    func takeAtOnce(_ draft: SandboxMessage.Draft) -> SandboxVerdict? {
        guard ledger == nil, let number = plainNumber() else { return nil }
        let id = AcceptedID(run: run, number: number)
        show(draft, id: id, at: now())
        return .accepted(id)
    }

    /// Takes a message; answers after the latency, or at the deadline.
    ///
    /// - Parameters:
    ///   - draft: The message as the protocol has read it.
    ///   - deadline: When the sender waits no longer.
    ///   - teller: Sends the message's receipts; nil when the sender asks for none.
    /// - Returns: the answer to the sender.
    func take(
        _ draft: SandboxMessage.Draft, deadline: Duration = .seconds(90), teller: PendingReceipts.Teller? = nil
    ) async -> SandboxVerdict {
        if let verdict = takeAtOnce(draft) { return verdict }
        let behaviour = behaviour
        let verdict = await decide(draft, by: behaviour, teller: teller)
        let latency = latency(of: behaviour)
        guard latency > .zero else { return verdict }
        do {
            try await sleep(min(latency, deadline))
        } catch {
            // Only a cancelled task's sleep throws.
            return .unanswered(reason: "cancelled")
        }
        return latency < deadline ? verdict : .unanswered(reason: "timeout")
    }
}

extension SandboxProvider {
    /// The number of the next accepted message, if the behaviour is plain.
    private func plainNumber() -> UInt32? {
        state.withLock { state in
            guard state.isPlain else { return nil }
            state.lastNumber &+= 1
            return state.lastNumber
        }
    }

    private func nextNumber() -> UInt32 {
        state.withLock { state in
            state.lastNumber &+= 1
            return state.lastNumber
        }
    }

    /// Takes a number by chance, and finds the share into which it falls.
    ///
    /// Example: the shares are 0.2 and 0.3. The number 0.1 falls into the first share, 0.4 into the second, and 0.6
    /// into neither.
    private func decide(
        _ draft: SandboxMessage.Draft, by behaviour: SandboxBehaviour, teller: PendingReceipts.Teller?
    ) async -> SandboxVerdict {
        guard isInPace(behaviour) else { return .throttled(after: behaviour.retryAfter) }
        var rest = chance()
        func falls(into share: Double) -> Bool {
            defer { rest -= share }
            return rest < share
        }
        if falls(into: behaviour.refusedForNow) { return .refusedForNow(reason: "sandbox-for-now") }
        if falls(into: behaviour.refusedForGood) { return .refusedForGood }
        if falls(into: behaviour.throttled) { return .throttled(after: behaviour.retryAfter) }
        let isLost = falls(into: behaviour.unknown)
        let verdict = await accept(draft, by: behaviour, teller: teller)
        if case .accepted = verdict, isLost { return .unanswered(reason: "sandbox-lost-answer") }
        return verdict
    }

    private func isInPace(_ behaviour: SandboxBehaviour) -> Bool {
        guard behaviour.perSecond > 0 else { return true }
        return state.withLock { $0.pace.admits(at: now(), perSecond: behaviour.perSecond) }
    }

    /// The ledger has the message first: what was answered is in it, also after a crash between the two.
    private func accept(
        _ draft: SandboxMessage.Draft, by behaviour: SandboxBehaviour, teller: PendingReceipts.Teller?
    ) async -> SandboxVerdict {
        let (id, moment) = (AcceptedID(run: run, number: nextNumber()), now())
        if let ledger {
            let line = LedgerLine(time: moment, id: id.text(for: draft.wireProtocol), draft: draft)
            guard await ledger.append(line) else { return .refusedForNow(reason: "sandbox-no-ledger") }
        }
        let sequence = show(draft, id: id, at: moment)
        guard behaviour.receipts.isAskedFor, let teller else { return .accepted(id) }
        await scheduler.put(
            PendingReceipts(
                id: id, draft: draft, takenAt: moment, sequence: sequence, start: .now,
                steps: behaviour.receipts.steps(chance: chance)[...], teller: teller))
        return .accepted(id)
    }

    /// Puts a message into the inbox; a segment of a longer text waits for the other segments.
    ///
    /// - Returns: the message's sequence number; nil while the text lacks segments.
    @discardableResult
    private func show(_ draft: SandboxMessage.Draft, id: AcceptedID, at moment: Timestamp) -> Int? {
        let text = id.text(for: draft.wireProtocol)
        guard let segment = draft.segment else { return inbox.append(draft, id: text, at: moment) }
        let whole = openTexts.withLock { $0.add(draft, as: segment, id: text) }
        return whole.map { inbox.append($0.draft, id: $0.id, at: moment) }.last
    }

    private func latency(of behaviour: SandboxBehaviour) -> Duration {
        if behaviour.slow > 0, chance() < behaviour.slow { return behaviour.slowLatency }
        let (shortest, longest) = (behaviour.latency.lowerBound, behaviour.latency.upperBound)
        return shortest == longest ? shortest : shortest + (longest - shortest) * chance()
    }
}

/// What the sandbox says to the sender of a message.
enum SandboxVerdict: Sendable, Hashable {
    case accepted(AcceptedID)
    /// Not taken for a reason that passes; the reason is a stable word.
    case refusedForNow(reason: String)
    /// Not taken, and never will be.
    case refusedForGood
    /// Not taken; the sender shall come back after this time, if it is known.
    case throttled(after: Duration?)
    /// Taken, and the sender gets no answer; the reason is a stable word.
    case unanswered(reason: String)
}
