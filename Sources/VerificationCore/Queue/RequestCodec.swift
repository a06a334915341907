import Messages
import StrictJSON

/// A verification request as a message body, version 1; its JSON Schema is `deploy/verification-request.schema.json`.
package enum RequestCodec {
    /// The AMQP `type` of a message that this codec reads.
    package static let messageType = "verification.request.v1"
    package static let contentType = "application/json"

    /// Larger messages are dead-lettered unread.
    ///
    /// Every body that the API takes fits: it has at most 16,384 bytes, and nothing in it grows more than threefold.
    /// For example the two bytes of `\f` become the six of `\u000c`. What the API adds, such as ids and times, stays
    /// below 4 KiB.
    package static let largestBody = 65_536

    /// How long a request is worth serving when its publisher has not said.
    private static let standardPatience = Duration.seconds(600)

    package static func encode(_ request: VerificationRequest) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("verificationId", is: request.id.description)
            writer.member("app", is: request.app.name)
            writer.member("phoneNumber", is: request.phone.e164)
            JudgedPhone.write(request.phone, to: &writer)
            writer.member("languageCode", is: request.language?.description)
            writer.member("clientIp", is: request.clientIP?.description)
            if request.asker != .backend { writer.member("asker", is: request.asker.rawValue) }
            request.appVerification?.write(to: &writer)
            writer.member("appSignatureHash", is: request.autofill?.androidHash)
            writer.member("webOtpDomain", is: request.autofill?.webOTPDomain)
            writer.member("webOtpEmbeddedDomain", is: request.autofill?.webOTPEmbeddedDomain)
            if !request.metadata.isEmpty {
                writer.memberObject("metadata") { writer in
                    for (key, value) in request.metadata.sorted(by: { $0.key < $1.key }) {
                        writer.member(key, is: value)
                    }
                }
            }
            writer.member("idempotencyKey", is: request.idempotencyKey?.text)
            writer.member("requestedAt", is: request.requestedAt.rfc3339)
            writer.member("deadline", is: request.deadline.rfc3339)
        }
        return writer.bytes
    }

    /// Reads a delivery; throws the reason why a delivery that does not fit is dead-lettered.
    package static func decode(
        _ delivery: JobDelivery, phones: some PhoneNumberParser
    ) throws(DeadLetter) -> VerificationRequest {
        let object = try delivery.object(of: messageType, atMost: largestBody)
        do {
            return try read(object, phones: phones)
        } catch {
            throw DeadLetter(.invalidMember, detail: error.summary)
        }
    }

    private static func read(
        _ object: JSONObject, phones: some PhoneNumberParser
    ) throws(InvalidMemberError) -> VerificationRequest {
        guard let id = VerificationID(try object.requiredString("verificationId")) else {
            throw InvalidMemberError("verificationId", is: .malformed)
        }
        guard let app = AppID(try object.requiredString("app")) else { throw InvalidMemberError("app", is: .malformed) }
        let form =
            if let judged = try JudgedPhone(in: object) {
                try RequestForm(reading: object, phones: judged)
            } else {
                try RequestForm(reading: object, phones: phones)
            }
        let (requestedAt, deadline) = try times(of: id, in: object)
        return VerificationRequest(
            id: id, app: app, phone: form.phone, language: form.language, clientIP: form.clientIP,
            asker: try asker(object), appVerification: try AppVerification(in: object), autofill: form.autofill,
            metadata: form.metadata, idempotencyKey: try key(object), requestedAt: requestedAt,
            deadline: deadline)
    }

    private static func asker(_ object: JSONObject) throws(InvalidMemberError) -> Asker {
        guard let text = try object.optionalString("asker") else { return .backend }
        guard let asker = Asker(rawValue: text) else { throw InvalidMemberError("asker", is: .malformed) }
        return asker
    }

    /// Until when a request is worth serving; nil for a body that cannot be read so far.
    package static func deadline(in body: [UInt8]) -> Timestamp? {
        guard body.count <= largestBody else { return nil }
        // The caller wants the time alone; why a worker refuses the body is another question.
        guard let object = (try? JSONValue(parsing: body))?.object, let text = object["verificationId"]?.string,
            let id = VerificationID(text)
        else { return nil }
        // As above.
        return try? times(of: id, in: object).deadline
    }

    private static func times(
        of id: VerificationID, in object: JSONObject
    ) throws(InvalidMemberError) -> (requestedAt: Timestamp, deadline: Timestamp) {
        let requestedAt = try moment("requestedAt", in: object) ?? id.madeAt
        return (requestedAt, try moment("deadline", in: object) ?? requestedAt + standardPatience)
    }

    private static func key(_ object: JSONObject) throws(InvalidMemberError) -> IdempotencyKey? {
        guard let text = try object.optionalString("idempotencyKey") else { return nil }
        guard let key = IdempotencyKey(text) else { throw InvalidMemberError("idempotencyKey", is: .malformed) }
        return key
    }

    private static func moment(_ member: String, in object: JSONObject) throws(InvalidMemberError) -> Timestamp? {
        guard let text = try object.optionalString(member) else { return nil }
        guard let moment = Timestamp(rfc3339: text) else { throw InvalidMemberError(member, is: .malformed) }
        return moment
    }
}
