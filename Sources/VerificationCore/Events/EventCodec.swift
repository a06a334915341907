import StrictJSON

/// An event as a message body on the queue, version 1, which is also the body that the app's endpoint gets.
///
/// So every try posts the same bytes.
package enum EventCodec {
    /// The AMQP `type` of a message that this codec reads.
    package static let messageType = "verification.event.v1"
    package static let contentType = "application/json"
    /// Larger messages are dead-lettered unread; metadata is bounded, so no event is larger.
    package static let largestBody = 65_536

    package static func encode(_ event: AppEvent) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", is: event.kind.rawValue)
            writer.member("timestamp", is: event.at.rfc3339)
            writer.memberObject("data") { writeData(of: event, to: &$0) }
        }
        return writer.bytes
    }

    /// The body of an event about no verification, for an operator who tries an endpoint.
    package static func encodeTest(of app: AppID, at now: Timestamp) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", is: "verification.test")
            writer.member("timestamp", is: now.rfc3339)
            writer.memberObject("data") { $0.member("app", is: app.name) }
        }
        return writer.bytes
    }

    private static func writeData(of event: AppEvent, to writer: inout JSONWriter) {
        // A receiver knows its people by the ids that the API gave it. The one whose code was right is the one it lets in.
        writer.member("verificationId", is: event.request.description)
        if event.request != event.verification { writer.member("joined", is: event.verification.description) }
        writer.member("app", is: event.app.name)
        writer.member("sequence", is: event.sequence)
        writer.member("status", is: event.status.rawValue)
        writer.member("reason", is: event.reason)
        writer.member("messageNumber", is: event.message)
        writer.member("languageCode", is: event.language)
        writer.memberObject("metadata") { writer in
            for (key, value) in event.metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, is: value) }
        }
    }

    /// Reads as much as it takes to post the event; throws the reason why every other message is dead-lettered.
    package static func decode(_ delivery: JobDelivery) throws(DeadLetter) -> QueuedEvent {
        let event = try delivery.object(of: messageType, atMost: largestBody)
        do {
            return try read(event, body: delivery.body)
        } catch {
            throw DeadLetter(.invalidMember, detail: error.summary)
        }
    }

    private static func read(_ event: JSONObject, body: [UInt8]) throws(InvalidMemberError) -> QueuedEvent {
        guard let at = Timestamp(rfc3339: try event.requiredString("timestamp")) else {
            throw InvalidMemberError("timestamp", is: .malformed)
        }
        guard let value = event["data"] else { throw InvalidMemberError("data", is: .missing) }
        guard let data = value.object else { throw InvalidMemberError("data", is: .wrongType) }
        guard let app = AppID(try data.requiredString("app")) else { throw InvalidMemberError("app", is: .malformed) }
        guard let verification = VerificationID(try data.requiredString("verificationId")) else {
            throw InvalidMemberError("verificationId", is: .malformed)
        }
        let joined = data["joined"]?.string.flatMap(VerificationID.init)
        guard let sequence = data["sequence"]?.integer else { throw InvalidMemberError("sequence", is: .malformed) }
        return QueuedEvent(id: "evt_\(joined ?? verification)_\(sequence)", app: app, at: at, body: body)
    }
}

/// An event as it came from the queue, ready to be posted.
package struct QueuedEvent: Sendable, Hashable {
    /// See `AppEvent.id`.
    package let id: String
    package let app: AppID
    /// When the change happened that the event reports.
    package let at: Timestamp
    /// What the app's endpoint gets.
    package let body: [UInt8]
}
