import Messages
import StrictJSON

/// What a backend may say when it asks for a verification, over HTTP or on the queue, read and checked.
package struct RequestForm: Sendable, Hashable {
    package let phone: PhoneNumber
    package let language: LanguageTag?
    package let clientIP: IPAddress?
    package let asker: Asker
    /// See `VerificationRequest.appVerification`.
    package let appVerification: AppVerification?
    package let autofill: Autofill?
    package let metadata: [String: String]

    /// Takes what another surface has read and checked.
    package init(
        phone: PhoneNumber, language: LanguageTag?, clientIP: IPAddress?, asker: Asker,
        appVerification: AppVerification?, autofill: Autofill?
    ) {
        (self.phone, self.language, self.clientIP, self.autofill) = (phone, language, clientIP, autofill)
        (self.asker, self.appVerification) = (asker, appVerification)
        metadata = [:]
    }

    /// Reads the members it knows and ignores all others.
    package init(reading object: JSONObject, phones: some PhoneNumberParser) throws(InvalidMemberError) {
        phone = try object.phoneNumber(phones)
        language = try object.optionalString("languageCode").map { text throws(InvalidMemberError) in
            guard let tag = LanguageTag(text) else { throw InvalidMemberError("languageCode", is: .malformed) }
            return tag
        }
        clientIP = try object.optionalAddress("clientIp")
        (asker, appVerification) = (.backend, nil)
        autofill = try Self.autofill(object)
        metadata = try Self.metadata(object)
    }

    private static func autofill(_ object: JSONObject) throws(InvalidMemberError) -> Autofill? {
        let domain = try object.optionalString("webOtpDomain")
        let frame = try object.optionalString("webOtpEmbeddedDomain")
        let hash = try object.optionalString("appSignatureHash")
        if frame != nil, domain == nil { throw InvalidMemberError("webOtpEmbeddedDomain", is: .needs("webOtpDomain")) }
        switch (domain, hash) {
        case (nil, nil):
            return nil
        case (.some, .some):
            throw InvalidMemberError("appSignatureHash", is: .conflicts(with: "webOtpDomain"))
        case (.some(let domain), nil):
            if let autofill = Autofill(webOTPDomain: domain, embedded: frame) { return autofill }
            let isFrame = Autofill(webOTPDomain: domain) != nil
            throw InvalidMemberError(isFrame ? "webOtpEmbeddedDomain" : "webOtpDomain", is: .malformed)
        case (nil, .some(let hash)):
            guard let autofill = Autofill(androidHash: hash) else {
                throw InvalidMemberError("appSignatureHash", is: .malformed)
            }
            return autofill
        }
    }

    /// At most 16 entries, with names of at most 40 code points and texts of at most 500.
    ///
    /// JSON Schema counts in code points too. The bounds keep a row small.
    private static func metadata(_ object: JSONObject) throws(InvalidMemberError) -> [String: String] {
        guard let value = object["metadata"], value != .null else { return [:] }
        guard let entries = value.object else { throw InvalidMemberError("metadata", is: .wrongType) }
        guard entries.members.count <= 16 else { throw InvalidMemberError("metadata", is: .tooLong) }
        var metadata: [String: String] = [:]
        for (number, entry) in zip(1..., entries.members) {
            guard let text = entry.value.string else {
                throw InvalidMemberError("metadata", is: .wrongType, entry: number)
            }
            guard entry.key.unicodeScalars.count <= 40, text.unicodeScalars.count <= 500 else {
                throw InvalidMemberError("metadata", is: .tooLong, entry: number)
            }
            guard !text.utf8.contains(0), !entry.key.utf8.contains(0) else {
                throw InvalidMemberError("metadata", is: .malformed, entry: number)
            }
            metadata[entry.key] = text
        }
        return metadata
    }
}

extension JSONObject {
    /// The member `phoneNumber`, as the parser understands it.
    package func phoneNumber(_ phones: some PhoneNumberParser) throws(InvalidMemberError) -> PhoneNumber {
        let text = try requiredString("phoneNumber")
        do {
            return try phones.parse(text)
        } catch {
            throw InvalidMemberError("phoneNumber", is: .phoneNumber(error))
        }
    }

    /// Nil when the member is missing or null.
    package func optionalAddress(_ name: String) throws(InvalidMemberError) -> IPAddress? {
        guard let text = try optionalString(name) else { return nil }
        guard let address = IPAddress(text) else { throw InvalidMemberError(name, is: .malformed) }
        return address
    }

    /// Nil when the member is missing or null.
    package func optionalString(_ name: String) throws(InvalidMemberError) -> String? {
        guard let value = self[name], value != .null else { return nil }
        guard let text = value.string else { throw InvalidMemberError(name, is: .wrongType) }
        return text
    }

    /// The text of a member; throws `missing` where `optionalString` is nil.
    package func requiredString(_ name: String) throws(InvalidMemberError) -> String {
        guard let text = try optionalString(name) else { throw InvalidMemberError(name, is: .missing) }
        return text
    }
}
