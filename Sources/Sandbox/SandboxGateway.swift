import Synchronization
import VerificationCore

/// A provider on your own machine: it puts messages into an inbox and sends nothing.
package final class SandboxGateway: SMSGateway {
    package let name: String
    package let honorsIdempotencyKeys = false
    package let keepsDeadlines = true
    private let inbox: SandboxInbox
    private let settings: Mutex<SandboxBehaviour>
    private let now: @Sendable () -> Timestamp
    private let chance: @Sendable () -> Double
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - inbox: Where messages go.
    ///   - behaviour: The behaviour at the start.
    ///   - now: Gives the time of arrival of a message.
    ///   - chance: Gives an evenly spread number from 0 up to 1, without 1; not asked while the behaviour is plain.
    ///   - sleep: Waits, or throws when the task is cancelled.
    package init(
        name: String = "sandbox", inbox: SandboxInbox, behaviour: SandboxBehaviour = SandboxBehaviour(),
        now: @escaping @Sendable () -> Timestamp,
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.name = name
        self.inbox = inbox
        settings = Mutex(behaviour)
        self.now = now
        self.chance = chance
        self.sleep = sleep
    }

    /// The behaviour for calls that begin from now on; a call under way keeps the behaviour with which it began.
    package var behaviour: SandboxBehaviour {
        get { settings.withLock { $0 } }
        set { settings.withLock { $0 = newValue } }
    }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        await take(SandboxMessage.Draft(message), deadline: deadline)
    }

    /// Takes a message, from this process or through the webhook; answers after the latency, or at the deadline.
    func take(_ draft: SandboxMessage.Draft, deadline: Duration) async -> SendOutcome {
        let behaviour = behaviour
        if behaviour.isPlain { return accept(draft) }
        let outcome = decide(draft, by: behaviour)
        let latency = latency(of: behaviour)
        guard latency > .zero else { return outcome }
        do {
            try await sleep(min(latency, deadline))
        } catch {
            // Only a cancelled task's sleep throws.
            return .unknown(reason: "cancelled")
        }
        return latency < deadline ? outcome : .unknown(reason: "timeout")
    }

    private func accept(_ draft: SandboxMessage.Draft) -> SendOutcome {
        .accepted(id: "sandbox-\(inbox.append(draft, at: now()))")
    }

    /// Takes a number by chance, and finds the share into which it falls.
    ///
    /// Example: the shares are 0.2 and 0.3. The number 0.1 falls into the first share, 0.4 into the second, and 0.6
    /// into neither.
    private func decide(_ draft: SandboxMessage.Draft, by behaviour: SandboxBehaviour) -> SendOutcome {
        var rest = chance()
        func falls(into share: Double) -> Bool {
            defer { rest -= share }
            return rest < share
        }
        if falls(into: behaviour.refusedForNow) { return .refused(reason: "sandbox-for-now", .forNow) }
        if falls(into: behaviour.refusedForGood) { return .refused(reason: "sandbox-for-good", .byEveryGateway) }
        if falls(into: behaviour.throttled) { return .throttled(after: nil) }
        let accepted = accept(draft)
        return falls(into: behaviour.unknown) ? .unknown(reason: "sandbox-lost-answer") : accepted
    }

    private func latency(of behaviour: SandboxBehaviour) -> Duration {
        let (shortest, longest) = (behaviour.latency.lowerBound, behaviour.latency.upperBound)
        return shortest == longest ? shortest : shortest + (longest - shortest) * chance()
    }
}
