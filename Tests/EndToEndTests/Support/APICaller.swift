import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import StrictJSON
import VerificationCore

/// A backend that calls the API.
struct APICaller: Sendable {
    /// What the API said, and how long that took.
    struct Answer: Sendable {
        let status: Int
        fileprivate let headers: HTTPHeaders
        let body: JSONValue
        let took: Duration

        var id: String? { self["verificationId"] }
        var code: String? { self["code"] }

        subscript(member: String) -> String? { body[member]?.string }

        func header(_ name: String) -> String? { headers.first(name: name) }

        /// The whole answer, headers and body.
        var text: String {
            headers.map { "\($0.name): \($0.value)\n" }.joined() + String(decoding: body.serialized, as: UTF8.self)
        }
    }

    let base: String
    /// The address of the process's own pages, for example `/metrics`.
    let admin: String
    let key: String
    let client: HTTPClient
    /// For how long the backend repeats a call that may be repeated while the API tells it to try again.
    var patience = Duration.seconds(60)

    /// Asks for a verification; `wait` is how many seconds the caller would wait for the worker's answer.
    ///
    /// It may repeat the call, because within `resendAfter` a repetition sends nothing. For an app whose `resendAfter`
    /// is 0 use `ask` with a key.
    func start(_ phone: String, wait: Int? = nil) async throws -> Answer {
        let headers = wait.map { [("prefer", "wait=\($0)")] } ?? []
        return try await patiently { try await post("/v1/verifications", ["phoneNumber": phone], headers) }
    }

    func check(_ id: String, _ code: String) async throws -> Answer {
        try await post("/v1/verifications/\(id)/checks", ["code": code])
    }

    func cancel(_ id: String) async throws -> Answer {
        try await patiently { try await post("/v1/verifications/\(id)/cancel", [:]) }
    }

    func show(_ id: String) async throws -> Answer {
        try await patiently { try await send(request(.GET, "/v1/verifications/\(id)")) }
    }

    func isAlive() async throws -> Bool {
        try await send(request(.GET, "/livez")).status == 200
    }

    /// The page of metrics, as text.
    func metrics() async throws -> String {
        try await OperatorCaller(base: admin, client: client).page("/metrics").body
    }

    /// What load balancers hear: the status, and the word for it.
    func readiness() async throws -> (status: Int, word: String?) {
        let answer = try await send("GET", "/readyz", key: nil)
        return (answer.status, answer["status"])
    }

    /// Sends what a caller should not send; nil leaves the key out.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, key: String?, _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method)
        if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        return try await send(request)
    }

    private func post(
        _ path: String, _ members: KeyValuePairs<String, String>, _ headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = request(.POST, path)
        request.headers.add(name: "content-type", value: "application/json")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let body = JSONObject(members.map { .init(key: $0, value: .string($1)) })
        request.body = .bytes(ByteBuffer(bytes: JSONValue.object(body).serialized))
        return try await send(request)
    }

    private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(key)")
        return request
    }

    private func send(_ request: HTTPClientRequest) async throws -> Answer {
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(90))
        let body = try await response.body.collect(upTo: 65_536)
        return Answer(
            status: Int(response.status.code), headers: response.headers,
            body: response.status == .noContent ? .null : try JSONValue(parsing: body.readableBytesView),
            took: .now - start)
    }
}

extension String {
    /// Another code of as many digits.
    var wrongCode: String { (hasPrefix("1") ? "2" : "1") + dropFirst() }
}
