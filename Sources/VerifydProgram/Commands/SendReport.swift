import StrictJSON
import VerificationCore

/// The outcome of a message that an operator sent by hand.
struct SendReport {
    let gateway: String
    let message: OutgoingMessage
    let outcome: SendOutcome
    let time: Duration
    /// Why the gateway's standing connection did not come about; nil where it did, and for gateways that have no such.
    var trouble: String?

    var rows: [[String]] {
        [
            ["gateway", gateway], ["message", message.id.description], ["to", message.phone.masked],
            ["text", text], ["cost", "\(message.text.encoding.rawValue), \(segments)"],
            ["outcome", sentence], ["took", "\(milliseconds) ms"],
        ] + (trouble.map { [["connection", $0]] } ?? [])
    }

    var json: JSONValue {
        .members([
            "gateway": .string(gateway), "messageId": .string(message.id.description),
            "phoneNumber": .string(message.phone.masked), "text": .string(text),
            "encoding": .string(message.text.encoding.rawValue), "segments": .integer(Int64(message.text.segments)),
            "outcome": .string(words.outcome), "gatewayId": words.id.map { .string($0) },
            "reason": words.reason.map { .string($0) }, "milliseconds": .integer(milliseconds),
            "connection": trouble.map { .string($0) },
        ])
    }

    /// The code stays hidden, because what a command prints may end in a log.
    private var text: String { message.text.text.replacing(message.code, with: "······") }

    private var segments: String { message.text.segments == 1 ? "1 segment" : "\(message.text.segments) segments" }

    private var milliseconds: Int64 {
        time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    }

    /// In words that a program can compare.
    var words: (outcome: String, id: String?, reason: String?) {
        switch outcome {
        case .accepted(let id): ("accepted", id, nil)
        case .refused(let reason, _): ("refused", nil, reason)
        case .throttled: ("throttled", nil, nil)
        case .unknown(let reason): ("unknown", nil, reason)
        }
    }

    private var sentence: String {
        switch outcome {
        case .accepted(let id?): "accepted under the id \(id)"
        case .accepted(nil): "accepted; the provider gave no id"
        case .refused(let reason, .forNow): "not sent: \(reason); another try may succeed"
        case .refused(let reason, .byThisGateway): "not sent: \(reason); this gateway will not take it"
        case .refused(let reason, .byEveryGateway): "not sent: \(reason); no gateway will take it"
        case .throttled(let wait?): "not sent: the provider is busy for \(wait.components.seconds) s"
        case .throttled(nil): "not sent: the provider is busy"
        case .unknown(let reason): "may have been sent: \(reason)"
        }
    }
}
