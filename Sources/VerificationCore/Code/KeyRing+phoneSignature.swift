extension KeyRing {
    /// Signs what the numbering plan says of a request's number, for that request only.
    ///
    /// To judge a number costs a worker more than any other step, and the API has done it already. The signature lets the
    /// worker believe the result. Without a signature it could not, because any publisher may have written the message.
    package func sign(_ phone: PhoneNumber, of id: VerificationID) -> String? {
        guard let tag = numberTag(phone, of: id, keyName: currentName) else { return nil }
        return "\(currentName).\(phone.region).\(phone.callingCode).\(phone.kind.rawValue).\(tag)"
    }

    /// The number, if the signature was made with this ring for this number and request; nil when it must be judged anew.
    package func number(_ e164: String, signedBy signature: String, of id: VerificationID) -> PhoneNumber? {
        let parts = signature.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let callingCode = Int(parts[2]), let kind = PhoneNumber.Kind(rawValue: String(parts[3]))
        else { return nil }
        let phone = PhoneNumber(e164: e164, region: String(parts[1]), callingCode: callingCode, kind: kind)
        guard let tag = numberTag(phone, of: id, keyName: String(parts[0])) else { return nil }
        return CodeComparison.areEqual(tag, String(parts[4])) ? phone : nil
    }

    private func numberTag(_ phone: PhoneNumber, of id: VerificationID, keyName: String) -> String? {
        guard let key = identifierKey(named: keyName) else { return nil }
        var text = Array("number \(phone.e164) \(phone.region) \(phone.callingCode) \(phone.kind.rawValue) ".utf8)
        text += id.bytes
        return Base64.encodeForURL(Array(key.code(for: text).prefix(16)))
    }
}
