import Assembly
import NIOCore
import StrictJSON
import Synchronization
import VerificationCore

/// Takes the events that an installation posts, checks their signatures, and passes them on to the load.
final class EventRelay: Sendable {
    private struct State {
        var signature: WebhookSignature?
        var load: JourneyLoad?
        var forged = 0
    }

    private let state = Mutex(State())

    /// The secret's signature, once the secret exists; until then every event counts as forged.
    func accept(_ signature: WebhookSignature) { state.withLock { $0.signature = signature } }

    /// Where events go from now on.
    func pass(to load: JourneyLoad?) { state.withLock { $0.load = load } }

    /// Events whose signature was wrong or missing.
    var forged: Int { state.withLock { $0.forged } }

    /// An event has come.
    func took(_ message: HTTPMessageReader.Message) {
        let (signature, load) = state.withLock { ($0.signature, $0.load) }
        let (now, deadline) = (Machine.now(), NIODeadline.now())
        guard let signature, isSigned(message, by: signature, now: now) else {
            state.withLock { $0.forged += 1 }
            return
        }
        // A signed event that is no JSON would be a fault of the sender, and then its stage is missing.
        guard let load, let event = try? JSONValue(parsing: message.body.readableBytesView),
            let phone = event["data"]?["metadata"]?["bench"]?.string.flatMap({ Int($0) })
        else { return }
        switch event["type"]?.string {
        case "verification.sent": load.reached(.event, phone: phone, at: deadline)
        case "verification.delivered":
            guard let recorded = event["timestamp"]?.string.flatMap({ Timestamp(rfc3339: $0) }) else { return }
            load.reached(.receipt, phone: phone, at: deadline + .microseconds((recorded - now).wholeMicroseconds))
        default: break
        }
    }

    private func isSigned(
        _ message: HTTPMessageReader.Message, by signature: WebhookSignature, now: Timestamp
    ) -> Bool {
        guard let id = message.header("webhook-id"), let timestamp = message.header("webhook-timestamp"),
            let value = message.header("webhook-signature")
        else { return false }
        return signature.accepts(value, id: id, timestamp: timestamp, body: message.body.readableBytesView, now: now)
    }
}
