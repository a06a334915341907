/// Whom a session belongs to: no two live verifications share one of these.
package struct PhoneKey: Sendable, Hashable, Comparable {
    package let app: AppID
    /// E.164.
    package let phone: String

    package init(app: AppID, phone: String) {
        self.app = app
        self.phone = phone
    }

    /// The order in which rows are locked, everywhere.
    package static func < (left: PhoneKey, right: PhoneKey) -> Bool {
        (left.app, left.phone) < (right.app, right.phone)
    }
}

extension VerificationRequest {
    package var phoneKey: PhoneKey { PhoneKey(app: app, phone: phone.e164) }
}

/// All that the rules need to know of one phone and app; one row, locked while they decide.
package struct PhoneState: Sendable, Hashable {
    package var sends: SlotCounts
    /// Of all its verifications.
    package var wrongCodes: SlotCounts
    package var live: LiveVerification?

    package init(
        sends: SlotCounts = SlotCounts(), wrongCodes: SlotCounts = SlotCounts(), live: LiveVerification? = nil
    ) {
        self.sends = sends
        self.wrongCodes = wrongCodes
        self.live = live
    }
}

/// The verification that requests for a phone meet in, until it is approved, canceled, used up or its code dies.
package struct LiveVerification: Sendable, Hashable {
    package let id: VerificationID
    package let code: CodeRecipe
    package let expiresAt: Timestamp
    /// SMS that were sent or are being sent; those that definitely did not leave are taken off again.
    package var sends: Int
    /// Messages ever begun; the next one's ordinal is one more.
    package var messages: Int
    /// From this moment on another request sends another SMS; nil when the last send did not happen, so that the next
    /// request may send at once.
    package var resendAfter: Timestamp?
    package var wrongCodes: Int

    package init(
        id: VerificationID, code: CodeRecipe, expiresAt: Timestamp, sends: Int, messages: Int, resendAfter: Timestamp?,
        wrongCodes: Int
    ) {
        self.id = id
        self.code = code
        self.expiresAt = expiresAt
        self.sends = sends
        self.messages = messages
        self.resendAfter = resendAfter
        self.wrongCodes = wrongCodes
    }
}

/// How a verification's code is made again: by which key of the ring, with how many digits.
package struct CodeRecipe: Sendable, Hashable {
    package let keyName: String
    package let digits: Int

    package init(keyName: String, digits: Int) {
        self.keyName = keyName
        self.digits = digits
    }

    /// The code is not made but set: it is the test number's.
    ///
    /// No key of a ring has an empty name.
    package static let fixed = CodeRecipe(keyName: "", digits: 0)

    package var isFixed: Bool { keyName.isEmpty }

    /// How many digits a code can have.
    package static let lengths = 4...10

    /// Whether a text could be a code: so many ASCII digits and nothing else.
    package static func isCode(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
