import StrictJSON
import VerificationCore

/// What came back of an answer.
package struct HTTPReply: Sendable {
    let status: Int
    /// The text of the `Retry-After` header; nil without that header.
    let retryAfter: String?
    /// At most 64 KiB from the beginning of the body; less than the whole body when it was longer or cut off.
    var body: [UInt8] = []
}

extension HTTPReply {
    /// The body as JSON; nil for anything else.
    var json: JSONValue? { body.isEmpty ? nil : try? JSONValue(parsing: body) }
}

extension JSONValue {
    /// A provider's id of a message; nil for what is no id, or too long to be stored.
    var gatewayID: String? { string.flatMap(DeliveryReceipt.storableID) ?? integer.map { String($0) } }
}

extension HTTPReply {
    /// What the status alone says of a message that was not taken; nil for a 2xx, which says that it was.
    ///
    /// The status decides, whatever then became of the body. A 2xx must never lead to a second SMS.
    ///
    /// A proxy on the way gives a doubtful answer too, after the provider has sent the SMS: Envoy says 503 when a
    /// connection ends, a router says 408 or 499 when its own time is over. So it means "not sent" only where its sender
    /// promises that. No provider promises it of a status alone; some do of their own words in the body, and their
    /// adapters say where.
    ///
    /// `doubtMeansNotSent`: whether everybody who may answer at this URL promises it of every doubtful answer.
    func refusal(at now: Timestamp, doubtMeansNotSent: Bool = false) -> SendOutcome? {
        let reason = "status-\(status)"
        return switch status {
        case 200..<300:
            nil
        case 429:
            throttled(at: now)
        case 303:
            // "Carried out, see there", and nobody knows what was carried out.
            .unknown(reason: reason)
        case 300..<500 where !Self.doubtful.contains(status):
            // Redirects too: when a URL has moved, the operator changes the setting; another try would find the same.
            .refused(reason: reason, .byThisGateway)
        case 503 where doubtMeansNotSent:
            throttled(at: now)
        default:
            doubtMeansNotSent ? .refused(reason: reason, .forNow) : .unknown(reason: reason)
        }
    }

    /// The 4xx that find no mistake in the request: as any 5xx, they may follow on a message that was sent.
    ///
    /// Too slow; it collides with another request, perhaps its own first try; locked, or refused, by what it leads to;
    /// too early; the caller has gone.
    private static let doubtful: Set = [408, 409, 423, 424, 425, 499]

    /// Busy, for as long as `Retry-After` says, if it says anything.
    func throttled(at now: Timestamp) -> SendOutcome {
        .throttled(after: retryAfter.flatMap { RetryAfter.wait($0, now: now) })
    }
}
