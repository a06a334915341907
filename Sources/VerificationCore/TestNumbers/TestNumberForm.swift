import StrictJSON

/// What a caller or an operator says who wants a test number, over HTTP or on the command line, read and checked.
package struct TestNumberForm: Sendable, Hashable {
    package let phone: PhoneNumber
    /// 4 to 10 digits.
    package let code: String
    package let scenario: TestNumber.Scenario?
    package let expiresAt: Timestamp?

    /// Reads `phoneNumber`, `code`, `scenario` and `expiresAt`, and ignores all other members.
    ///
    /// The kind of the number is not checked here, because the calling function has its own error for that. An
    /// `expiresAt` that has passed is refused, because workers would send to the number at once.
    package init(
        reading object: JSONObject, phones: some PhoneNumberParser, now: Timestamp
    ) throws(InvalidMemberError) {
        phone = try object.phoneNumber(phones)
        guard let code = CodeRecipe.code(typed: try object.requiredString("code")) else {
            throw InvalidMemberError("code", is: .malformed)
        }
        self.code = code
        scenario = try object.optionalString("scenario").map { word throws(InvalidMemberError) in
            guard let scenario = TestNumber.Scenario(rawValue: word) else {
                throw InvalidMemberError("scenario", is: .malformed)
            }
            return scenario
        }
        expiresAt = try object.optionalString("expiresAt").map { text throws(InvalidMemberError) in
            guard let moment = Timestamp(rfc3339: text), moment > now else {
                throw InvalidMemberError("expiresAt", is: .malformed)
            }
            return moment
        }
    }

    /// Makes the form from values that did not come as JSON, for example from a command or a page.
    ///
    /// - Throws: `badCode` unless the code has 4 to 10 digits.
    package init(
        phone: PhoneNumber, code: String?, scenario: TestNumber.Scenario?, expiresAt: Timestamp?
    ) throws(TestNumberError) {
        guard let code = code.flatMap(CodeRecipe.code(typed:)) else { throw .badCode }
        (self.phone, self.code, self.scenario, self.expiresAt) = (phone, code, scenario, expiresAt)
    }

    /// The test number with its code encrypted; nil when the ring lacks its current key.
    package func number(_ id: VerificationID, sealedBy keys: KeyRing, of app: AppID) -> TestNumber? {
        keys.seal(code: code, of: phone.e164, app: app).map {
            TestNumber(id: id, phone: phone, code: $0, scenario: scenario, expiresAt: expiresAt)
        }
    }
}

/// Why a number cannot be a test number of an app.
package enum TestNumberError: Error, Sendable, Hashable {
    /// The number is of a kind that gets no SMS, such as a landline.
    case cannotGetSMS
    /// A code has 4 to 10 digits; a new test number needs a code.
    case badCode
    /// It would be a test number until a moment that has passed.
    case ended
    /// The app has as many test numbers as its rules allow; the value tells how many they allow.
    case tooMany(Int)
    /// The app has really sent to this number.
    ///
    /// With a fixed code the app's staff could open the account of the person who has the number.
    case inUse
}
