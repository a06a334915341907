import Foundation

extension VerifydClient {
    /// Starts a verification: sends a code, or joins the verification that is already alive for the number.
    ///
    /// Without `waiting` the result has the status ``Verification/Status/queued``: the queue has the request. With it, the call
    /// returns when a worker has decided and a gateway has answered, or when the seconds are over. A status
    /// ``Verification/Status/failed`` means that no gateway could send to this number. A limit is the error
    /// ``ClientErrorCode/limitReached`` with its `retryAfter`, and ``ClientErrorCode/verificationRefused`` means that asking
    /// again does not help.
    ///
    /// - Parameters:
    ///   - request: whom to send a code.
    ///   - waiting: how many seconds to wait for the worker's decision; 30 at most, 10 in most sign-ins.
    ///   - idempotencyKey: the caller's own name for this call. The same key and request within 24 hours is the same
    ///     verification, also from another process. Nil for a random one.
    /// - Returns: the verification; keep its ``Verification/id``.
    /// - Throws: ``ClientError``; after ``ClientErrorCode/queueUnconfirmed`` its `verificationID` names the request.
    public func start(
        _ request: VerificationRequest, waiting: Int = 0, idempotencyKey: String? = nil
    ) async throws -> Verification {
        try await server.answer(
            to: try .post(
                "/v1/verifications", body: request, waiting: waiting,
                idempotencyKey: idempotencyKey ?? UUID().uuidString),
            read: Verification.init)
    }

    /// Shows a verification; for displays, because only a check proves.
    ///
    /// - Parameters:
    ///   - id: the ``Verification/id`` of a start.
    ///   - waiting: how many seconds to wait until its status changes; 30 at most.
    /// - Returns: the verification; ``Verification/Status/queued`` while no worker has seen the request.
    /// - Throws: ``ClientErrorCode/verificationNotFound`` for an id that is not one of this app's.
    public func show(_ id: String, waiting: Int = 0) async throws -> Verification {
        try await server.answer(to: .get(try Self.path(id), waiting: waiting), read: Verification.init)
    }

    /// Checks the code that a person has typed.
    ///
    /// The answer of a check that got lost comes again by the idempotency key, and the code counts once.
    ///
    /// - Parameters:
    ///   - code: as the person typed or pasted it.
    ///   - id: the ``Verification/id`` of a start. Take it from your own session, and not from the app, if the app could name
    ///     another person's.
    ///   - clientIP: the address of the person's device, for limits by address.
    ///   - idempotencyKey: the caller's own name for this check; nil for a random one.
    /// - Returns: what the code led to.
    /// - Throws: ``ClientError``, for example ``ClientErrorCode/limitReached`` after too many wrong codes.
    public func check(
        _ code: String, of id: String, clientIP: String? = nil, idempotencyKey: String? = nil
    ) async throws -> CheckOutcome {
        // A text that is no id is the id of no verification.
        guard let path = try? Self.path(id) else { return .ended(nil) }
        let outcome = try await check(
            at: path + "/checks", ["code": code, "clientIp": clientIP], key: idempotencyKey)
        if case .approved(let verification) = outcome, verification.id.lowercased() != id.lowercased() {
            throw ClientError(.unexpectedAnswer, detail: "The answer is about another verification.")
        }
        return outcome
    }

    /// Checks the code that a person has typed for their number, for a backend that keeps no ids.
    ///
    /// - Parameters:
    ///   - code: as the person typed or pasted it.
    ///   - phoneNumber: the number in international form.
    ///   - clientIP: the address of the person's device, for limits by address.
    ///   - idempotencyKey: the caller's own name for this check; nil for a random one.
    /// - Returns: what the code led to; ``CheckOutcome/ended(_:)`` without a status if no code is due for the number.
    /// - Throws: ``ClientError``.
    public func check(
        _ code: String, phoneNumber: String, clientIP: String? = nil, idempotencyKey: String? = nil
    ) async throws -> CheckOutcome {
        try await check(
            at: "/v1/checks", ["phoneNumber": phoneNumber, "code": code, "clientIp": clientIP], key: idempotencyKey)
    }

    /// Ends a verification, so that its code is right no more; one that has ended stays as it is.
    ///
    /// - Parameter id: the ``Verification/id`` of a start.
    /// - Returns: the verification as it stands then.
    /// - Throws: ``ClientError``, for example ``ClientErrorCode/verificationQueued`` if no worker sees the request in time.
    public func cancel(_ id: String) async throws -> Verification {
        try await server.answer(
            to: try .post(try Self.path(id) + "/cancel", body: [String: String]()), read: Verification.init)
    }

    private func check(at path: String, _ body: [String: String?], key: String?) async throws -> CheckOutcome {
        let call = try APICall.post(path, body: body.compactMapValues { $0 }, idempotencyKey: key ?? UUID().uuidString)
        do {
            return .approved(try await server.answer(to: call, read: Self.approved))
        } catch let error as ClientError {
            guard let outcome = CheckOutcome(error) else { throw error }
            return outcome
        }
    }

    /// A good status with another body than an approved verification lets nobody in.
    private static func approved(_ answer: ClientResponse) throws -> Verification {
        let verification = try Verification(answer)
        guard answer.status == 200, verification.status == .approved else { throw ClientError.unreadable(answer) }
        return verification
    }

    /// The path of a verification; a text that is no id would lead elsewhere, so no call is made with it.
    private static func path(_ id: String) throws -> String {
        guard let id = UUID(uuidString: id) else {
            throw ClientError(.verificationNotFound, detail: "This is the id of no verification.")
        }
        return "/v1/verifications/" + id.uuidString.lowercased()
    }
}

extension CheckOutcome {
    /// What the person did, if that is why there is no approval.
    fileprivate init?(_ error: ClientError) {
        switch (error.status, error.code) {
        case (422, .invalidCode):
            let end = error.verificationStatus.flatMap { $0.isEnd ? $0 : nil }
            self = end.map(Self.ended) ?? .wrong(remainingChecks: error.remainingChecks)
        case (400, .invalidCodeFormat): self = .wrong(remainingChecks: nil)
        case (409, .verificationEnded): self = .ended(error.verificationStatus)
        case (404, .verificationNotFound): self = .ended(nil)
        default: return nil
        }
    }
}
