import Foundation

// Calls that need a key of the scope `admin`.
extension VerifydClient {
    /// Lists a number's verifications, the newest first, a page at a time.
    ///
    /// - Parameters:
    ///   - phoneNumber: the number in international form.
    ///   - pageSize: how many at most; 1 to 100.
    ///   - token: the ``VerificationPage/nextPageToken`` of the page before; nil for the first page.
    /// - Returns: a page, which may be empty.
    /// - Throws: ``ClientError``.
    public func list(phoneNumber: String, pageSize: Int = 20, after token: String? = nil) async throws
        -> VerificationPage
    {
        var query = [(name: "phoneNumber", value: phoneNumber), (name: "pageSize", value: String(pageSize))]
        if let token { query.append((name: "pageToken", value: token)) }
        return try await server.answer(to: .get("/v1/verifications", query: query)) { answer in
            let page = try APIDates.decode(PageAnswer.self, from: answer.body)
            return VerificationPage(
                verifications: page.verifications.map(Verification.init), nextPageToken: page.nextPageToken)
        }
    }

    /// All verifications of a number, the newest first; pages are read as they are needed.
    ///
    /// - Parameter phoneNumber: the number in international form.
    /// - Returns: a sequence that throws a ``ClientError`` if a page cannot be read.
    public func verifications(of phoneNumber: String) -> VerificationSequence {
        VerificationSequence(client: self, phoneNumber: phoneNumber)
    }

    /// Deletes at once what this app has on record of a number.
    ///
    /// A second call finds nothing and is no error. So after a repetition the number may be lower than what was deleted.
    ///
    /// - Parameter phoneNumber: the number in international form.
    /// - Returns: how many verifications were deleted.
    /// - Throws: ``ClientError``.
    @discardableResult
    public func erase(phoneNumber: String) async throws -> Int {
        try await server.answer(to: try .post("/v1/erasures", body: ["phoneNumber": phoneNumber])) {
            try APIDates.decode(ErasureAnswer.self, from: $0.body).erasedVerifications
        }
    }

    /// Lists the app's test numbers, without their codes.
    ///
    /// - Returns: the numbers, expired ones included, and whether they have an effect.
    /// - Throws: ``ClientError``.
    public func testNumbers() async throws -> TestNumberList {
        try await server.answer(to: .get("/v1/test-numbers")) {
            let answer = try APIDates.decode(TestNumbersAnswer.self, from: $0.body)
            return TestNumberList(testNumbers: answer.testNumbers, isSwitchedOff: answer.switchedOff ?? false)
        }
    }

    /// Adds a test number, or changes the one with the same phone number.
    ///
    /// - Parameters:
    ///   - phoneNumber: the number in international form.
    ///   - code: the code that is always right: 4 to 10 digits.
    ///   - scenario: `undelivered`, `late`, `gateway-down` or `limited`; nil for a message that counts as accepted.
    ///   - expiresAt: from when on it is an ordinary number; nil for never.
    /// - Returns: the test number.
    /// - Throws: ``ClientError``, for example ``ClientErrorCode/numberInUse`` for a number to which the app has really sent.
    @discardableResult
    public func addTestNumber(
        _ phoneNumber: String, code: String, scenario: String? = nil, expiresAt: Date? = nil
    ) async throws -> TestNumber {
        let body = [
            "phoneNumber": phoneNumber, "code": code, "scenario": scenario, "expiresAt": expiresAt.map(APIDates.text),
        ]
        return try await server.answer(to: try .post("/v1/test-numbers", body: body.compactMapValues { $0 })) {
            try APIDates.decode(TestNumber.self, from: $0.body)
        }
    }

    /// Makes a test number an ordinary number again; one that is gone is no error.
    ///
    /// - Parameter id: the test number's ``TestNumber/id``.
    /// - Throws: ``ClientError``.
    public func removeTestNumber(_ id: String) async throws {
        guard let id = UUID(uuidString: id)?.uuidString.lowercased() else { return }
        do {
            try await server.answer(to: APICall(method: "DELETE", path: "/v1/test-numbers/" + id)) { answer in
                guard answer.status == 204 else { throw ClientError.unreadable(answer) }
            }
        } catch let error as ClientError where error.code == .testNumberNotFound {
            // The answer of an earlier try may have got lost, so this says that the number is removed.
        }
    }
}

private struct PageAnswer: Decodable {
    var verifications: [Verification.Answer]
    var nextPageToken: String?
}

private struct ErasureAnswer: Decodable {
    var erasedVerifications: Int
}

private struct TestNumbersAnswer: Decodable {
    var testNumbers: [TestNumber]
    var switchedOff: Bool?
}
