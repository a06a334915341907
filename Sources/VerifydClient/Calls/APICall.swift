import Foundation

/// A call of the API: everything but the server and the key.
///
/// Every call may be made again when its answer got lost: it reads, or has an idempotency key, or does the same twice.
struct APICall: Sendable {
    var method: String
    /// For example `/v1/verifications`.
    var path: String
    var query: [(name: String, value: String)] = []
    var body: Data?
    /// How many seconds the API waits for news before it answers.
    var waiting = 0
    var idempotencyKey: String?

    static func get(_ path: String, query: [(name: String, value: String)] = [], waiting: Int = 0) -> APICall {
        APICall(method: "GET", path: path, query: query, waiting: seconds(waiting))
    }

    static func post(
        _ path: String, body: some Encodable, waiting: Int = 0, idempotencyKey: String? = nil
    ) throws -> APICall {
        if let idempotencyKey { try check(idempotencyKey) }
        return APICall(
            method: "POST", path: path, body: try JSONEncoder().encode(body), waiting: seconds(waiting),
            idempotencyKey: idempotencyKey)
    }

    /// The API takes 30 seconds at most.
    private static func seconds(_ waiting: Int) -> Int { min(30, max(0, waiting)) }

    /// A key with other characters would break out of its header.
    private static func check(_ key: String) throws {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            var error = ClientError(
                .invalidIdempotencyKey, detail: "An idempotency key has 1 to 255 printable ASCII characters.")
            error.param = "Idempotency-Key"
            throw error
        }
    }
}
