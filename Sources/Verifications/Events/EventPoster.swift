import VerificationCore

/// Posts one event to its app's endpoint, and says what follows.
///
/// When the worker stops, events that wait for their turn are given back, and calls under way are finished.
final class EventPoster: JobHandler {
    /// How long a call takes at most.
    static let deadline = Duration.seconds(10)

    let ports: EventPorts
    let throttle: EndpointThrottle

    init(ports: EventPorts, throttle: EndpointThrottle) {
        self.ports = ports
        self.throttle = throttle
    }

    func stop() { throttle.stop() }

    /// Waits for the app's turn, makes at most one call, and says how the event leaves.
    func handle(_ delivery: JobDelivery) async -> Settlement {
        let event: QueuedEvent
        do {
            event = try EventCodec.decode(delivery)
        } catch {
            return deadLetter(error)
        }
        guard ports.now() - event.at < EventSchedule.life else { return giveUp(event, because: .tooOld) }
        let app: App?
        do {
            app = try await ports.apps.app(event.app)
        } catch {
            // The directory logs why it cannot say; the event waits.
            return putOff(event, from: delivery)
        }
        guard let endpoint = app?.endpoint else { return giveUp(event, because: .noEndpoint) }
        switch await throttle.enter(event.app, at: endpoint.url, now: ports.now()) {
        case .stopped: return .giveBack
        case .failing(let wait): return putOff(event, from: delivery, atLeast: wait)
        // The endpoint takes events, and its pace says how long this event has to wait, however often it was put off.
        case .busy(let pause):
            tell(.putOff, of: event.app)
            return .putOff(for: ports.schedule.pause(coveringAtLeast: pause), isCounted: false)
        case .go: return await post(event, to: endpoint, from: delivery)
        }
    }

    private func post(_ event: QueuedEvent, to endpoint: EventEndpoint, from delivery: JobDelivery) async -> Settlement
    {
        let signatures = endpoint.secrets(at: ports.now()).compactMap { secret in
            ports.keys.open(endpointSecret: secret, of: event.app).flatMap { WebhookSignature(secret: $0) }
        }
        guard !signatures.isEmpty else {
            throttle.leave(event.app, after: nil, now: ports.now())
            return putOff(event, from: delivery, as: .lackedKey)
        }
        let call = EventCall(
            id: event.id, body: event.body, url: endpoint.url, signatures: signatures, now: ports.now())
        let begin = ContinuousClock.now
        let answer = await ports.caller.post(call, deadline: Self.deadline)
        let took = ContinuousClock.now - begin
        let step = ports.schedule.next(after: answer, tries: delivery.properties.tries + 1, age: ports.now() - event.at)
        throttle.leave(
            event.app, after: EndpointThrottle.CallResult(isTold: step == .told, took: took), now: ports.now())
        return leave(event, after: answer, at: step)
    }

    private func leave(
        _ event: QueuedEvent, after answer: EventAnswer, at step: EventSchedule.Step
    ) -> Settlement {
        switch step {
        case .told:
            tell(.told, of: event.app)
            return .acknowledge()
        case .retry(let pause):
            tell(.failed(answer), of: event.app)
            return .retry(after: pause)
        case .givenUp(let reason): return giveUp(event, because: reason)
        }
    }

    /// It uses up no try, and waits longer each time; a try begins the count anew, because tries have pauses of their own.
    private func putOff(
        _ event: QueuedEvent, from delivery: JobDelivery, atLeast wait: Duration = .zero,
        as outcome: EventOutcome = .putOff
    ) -> Settlement {
        tell(outcome, of: event.app)
        return .putOff(for: ports.schedule.pause(forPutOff: delivery.properties.putOffs + 1, atLeast: wait))
    }

    /// An event of a later version, for example, waits among the dead letters for a program that can read it.
    private func deadLetter(_ letter: DeadLetter) -> Settlement {
        tell(.givenUp(.unreadable), of: nil)
        return .deadLetter(letter)
    }

    private func giveUp(_ event: QueuedEvent, because reason: EventSchedule.Reason) -> Settlement {
        tell(.givenUp(reason), of: event.app)
        return .acknowledge()
    }

    func tell(_ fact: Fact) { ports.facts.tell(fact, at: ports.now()) }

    private func tell(_ outcome: EventOutcome, of app: AppID?) { tell(.eventHandled(outcome, of: app)) }
}
