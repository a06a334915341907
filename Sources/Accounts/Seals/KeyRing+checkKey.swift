import VerificationCore

extension KeyRing {
    /// The idempotency key of a check: a call with the same code for the same verification is the same call.
    ///
    /// So a client whose answer was lost may repeat its call. It tells nothing of the code to anybody without the ring.
    func checkKey(of verification: VerificationID, code: String) -> IdempotencyKey? {
        mark(verification.bytes + Array(code.utf8), for: "check", keyName: currentName)
            .flatMap { IdempotencyKey("identity " + Base64.encodeForURL($0)) }
    }
}
