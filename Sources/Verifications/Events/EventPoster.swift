import Logging
import Synchronization
import VerificationCore

/// Posts one event to its app's endpoint, and says what follows.
///
/// When the worker stops, events that wait for their turn are given back, and calls under way are finished.
final class EventPoster: JobHandler {
    /// How long a call takes at most.
    static let deadline = Duration.seconds(10)

    let ports: EventPorts
    let throttle: EndpointThrottle
    let logger: Logger
    private let metrics = EventMetrics()
    private let losses = LossCount()

    init(ports: EventPorts, throttle: EndpointThrottle, logger: Logger) {
        self.ports = ports
        self.throttle = throttle
        self.logger = logger
    }

    func stop() { throttle.stop() }

    /// Waits for the app's turn, makes at most one call, and says how the event leaves.
    func handle(_ delivery: JobDelivery) async -> Settlement {
        let event: QueuedEvent
        do {
            event = try EventCodec.decode(delivery)
        } catch {
            return bury(error)
        }
        guard ports.now() - event.at < EventSchedule.life else { return giveUp(event, .tooOld) }
        let app: App?
        do {
            app = try await ports.apps.app(event.app)
        } catch {
            // The directory logs why it cannot say; the event waits.
            return putOff(event, delivery)
        }
        guard let endpoint = app?.endpoint else { return giveUp(event, .noEndpoint) }
        switch await throttle.enter(event.app, endpoint.url, now: ports.now()) {
        case .stopped: return .giveBack
        case .failing(let wait): return putOff(event, delivery, atLeast: wait)
        // The endpoint takes events, and its pace says how long this event has to wait, however often it was put off.
        case .busy(let pause):
            return putOff(event, for: ports.schedule.pause(coveringAtLeast: pause), isCounted: false)
        case .go: return await post(event, to: endpoint, delivery)
        }
    }

    private func post(_ event: QueuedEvent, to endpoint: EventEndpoint, _ delivery: JobDelivery) async -> Settlement {
        let signatures = endpoint.secrets(at: ports.now()).compactMap { secret in
            ports.keys.open(endpointSecret: secret, of: event.app).flatMap { WebhookSignature(secret: $0) }
        }
        guard !signatures.isEmpty else {
            throttle.leave(event.app, after: nil, now: ports.now())
            if let count = losses.note(at: ports.now()) {
                logger.error(
                    "events wait: the key ring lacks the key of an endpoint's secret",
                    metadata: [LogKeys.app: "\(event.app)", LogKeys.count: "\(count)"])
            }
            return putOff(event, delivery)
        }
        let call = EventCall(
            id: event.id, body: event.body, url: endpoint.url, signatures: signatures, now: ports.now())
        let begin = ContinuousClock.now
        let answer = await ports.caller.post(call, deadline: Self.deadline)
        let took = ContinuousClock.now - begin
        let step = ports.schedule.next(after: answer, tries: delivery.properties.tries + 1, age: ports.now() - event.at)
        throttle.leave(
            event.app, after: EndpointThrottle.EndedCall(isTold: step == .told, took: took), now: ports.now())
        return leave(event, after: answer, step)
    }

    private func leave(
        _ event: QueuedEvent, after answer: EventAnswer, _ step: EventSchedule.Step
    ) -> Settlement {
        switch step {
        case .told:
            metrics.count(.told)
            ports.tallies.told(event.app, at: ports.now())
            return .acknowledge()
        case .again(let pause):
            metrics.count(.failed)
            ports.tallies.failedToTell(event.app, answer, at: ports.now())
            return .again(after: pause)
        case .givenUp(let reason): return giveUp(event, reason)
        }
    }

    /// It uses up no try, and waits longer each time; a try begins the count anew, because tries have pauses of their own.
    private func putOff(_ event: QueuedEvent, _ delivery: JobDelivery, atLeast wait: Duration = .zero) -> Settlement {
        putOff(
            event, for: ports.schedule.pause(forPutOff: delivery.properties.putOffs + 1, atLeast: wait),
            isCounted: true)
    }

    private func putOff(_ event: QueuedEvent, for pause: Duration, isCounted: Bool) -> Settlement {
        metrics.count(.putOff)
        ports.tallies.putOff(event.app, at: ports.now())
        return .putOff(for: pause, isCounted: isCounted)
    }

    /// An event of a later version, for example, waits among the dead letters for a program that can read it.
    private func bury(_ letter: DeadLetter) -> Settlement {
        metrics.count(.unreadable)
        ports.tallies.gaveUp(.unreadable, nil, at: ports.now())
        return .dead(letter)
    }

    /// A line a second at most: a dead endpoint may have left a hundred thousand events.
    private func giveUp(_ event: QueuedEvent, _ reason: EventSchedule.Reason) -> Settlement {
        metrics.count(EventMetrics.Outcome(reason))
        ports.tallies.gaveUp(reason, event.app, at: ports.now())
        if let count = losses.note(at: ports.now()) {
            logger.warning(
                "events given up",
                metadata: [
                    LogKeys.reason: "\(reason.rawValue)", LogKeys.count: "\(count)", LogKeys.app: "\(event.app)",
                ])
        }
        return .acknowledge()
    }
}

/// Counts what would be a log line each, and lets one line a second go.
private final class LossCount: Sendable {
    private let state = Mutex((count: 0, last: Timestamp(microseconds: 0)))

    /// How many there were since the last line; nil when the last line was less than a second ago.
    func note(at now: Timestamp) -> Int? {
        state.withLock { state in
            state.count += 1
            guard now - state.last >= .seconds(1) else { return nil }
            defer { state = (0, now) }
            return state.count
        }
    }
}
