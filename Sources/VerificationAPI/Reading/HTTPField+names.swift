import HTTPTypes

extension HTTPField.Name {
    static let requestID = known("Request-Id")
    static let xRequestID = known("X-Request-Id")
    static let prefer = known("Prefer")
    static let preferenceApplied = known("Preference-Applied")
    static let idempotencyKey = known("Idempotency-Key")
    static let rateLimit = known("RateLimit")
    static let rateLimitPolicy = known("RateLimit-Policy")

    /// A name that is valid because it stands above; the other branch is there only because a crash would be worse.
    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
