import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import StrictJSON
import Testing

/// A device with an app, or a backend, that calls the Firebase surface of a process.
struct IdentityCaller: Sendable {
    /// What the surface said, and how long that took.
    struct Answer: Sendable {
        let status: Int
        fileprivate let headers: HTTPHeaders
        /// Null for an answer without a body.
        let body: JSONValue
        let took: Duration

        subscript(member: String) -> String? { body[member]?.string }

        func header(_ name: String) -> String? { headers.first(name: name) }

        /// What an error says, with its code; nil for a call that was served.
        var message: String? { body["error"]?["message"]?.string }

        /// The code of an error, as clients know it: what stands before ` : `.
        var code: String? { message?.components(separatedBy: " : ").first }

        /// The users of a look-up.
        var users: [JSONValue] { body["users"]?.array ?? [] }
    }

    static let v1 = "/identitytoolkit.googleapis.com/v1"
    static let v2 = "/identitytoolkit.googleapis.com/v2"
    static let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
    static let token = "/securetoken.googleapis.com/v1/token"

    let base: String
    let mode: SurfaceMode
    let keys: ProjectKeys
    let client: HTTPClient
    /// For how long a call is repeated while the surface says that something was too slow.
    var patience = Duration.seconds(60)

    /// The same surface, but no call is repeated.
    var impatient: IdentityCaller {
        var caller = self
        caller.patience = .zero
        return caller
    }

    /// A call of the app about accounts, for example `lookup`.
    func call(
        _ method: String, _ members: [String: JSONValue], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        try await post("\(Self.v1)/accounts:\(method)?key=\(keys.client)", members, headers)
    }

    /// A call of the backend; the path begins after the project's id.
    func manage(_ path: String, _ members: [String: JSONValue]) async throws -> Answer {
        let bearer = mode == .emulator ? "owner" : keys.admin
        return try await post(
            "\(Self.v1)/projects/\(keys.project)\(path)", members, ["authorization": "Bearer \(bearer)"])
    }

    /// A new ID token for a refresh token, as a browser asks for it.
    func refresh(_ token: String) async throws -> Answer {
        try await patiently {
            try await send(
                "POST", "\(Self.token)?key=\(keys.client)", "grant_type=refresh_token&refresh_token=\(token)",
                ["content-type": "application/x-www-form-urlencoded"])
        }
    }

    /// Sends what no library would send.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(90))
        let bytes = try await response.body.collect(upTo: 1_048_576)
        return Answer(
            status: Int(response.status.code), headers: response.headers,
            body: bytes.readableBytes == 0 ? .null : try JSONValue(parsing: bytes.readableBytesView),
            took: .now - start)
    }

    private func post(
        _ path: String, _ members: [String: JSONValue], _ headers: [String: String]
    ) async throws -> Answer {
        let body = JSONValue.object(JSONObject(members.map { .init(key: $0.key, value: $0.value) }))
        let text = String(decoding: body.serialized, as: UTF8.self)
        return try await patiently {
            try await send("POST", path, text, headers.merging(["content-type": "application/json"]) { $1 })
        }
    }

    /// Repeats a call while database or queue are too slow for it, as `APICaller.patiently` does.
    private func patiently(_ call: () async throws -> Answer) async throws -> Answer {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while true {
            let answer = try await call()
            guard answer.status == 503, clock.now < deadline else { return answer }
            try await clock.sleep(for: .seconds(answer.header("retry-after").flatMap(Int.init) ?? 1))
        }
    }
}

extension [IdentityCaller.Answer] {
    /// How many there are of each kind, for a test's comments.
    var summary: String {
        let kinds = Dictionary(grouping: self) { "\($0.status) \($0.message ?? "")" }
        return kinds.map { "\($0.value.count) × \($0.key)" }.sorted().joined(separator: ", ")
    }

    func count(of status: Int) -> Int { count { $0.status == status } }
}
