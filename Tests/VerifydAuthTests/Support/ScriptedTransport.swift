import Foundation

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport without a network: the test says what each call is answered, and reads what was sent.
///
/// ```swift
/// let transport = ScriptedTransport([.failure(.cannotConnectToHost), .json(#"{"idToken":"…"}"#)])
/// let other = ScriptedTransport { call in call.path.hasSuffix("/token") ? .refusal("TOKEN_EXPIRED") : .json("{}") }
/// ```
final class ScriptedTransport: AuthTransport {
    /// What happens to a call.
    enum Step: Sendable {
        case answer(status: Int, body: Data, headers: [String: String])
        case failure(URLError.Code)
        /// No answer before the task is cancelled.
        case silence
        /// No answer before the gate opens, also when the task is cancelled.
        case deaf(Gate)

        static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Step {
            let type = ["Content-Type": "application/json; charset=UTF-8"]
            return .answer(status: status, body: Data(text.utf8), headers: headers.merging(type) { mine, _ in mine })
        }

        /// The wire's envelope of an error, for example `INVALID_CODE`.
        static func refusal(_ message: String, status: Int = 400, headers: [String: String] = [:]) -> Step {
            .json(
                #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"message":"\#(message)"}]}}"#,
                status: status, headers: headers)
        }

        /// The wire's own 503.
        static func unavailable(retryAfter: String? = "5") -> Step {
            .json(
                #"{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE"}}"#,
                status: 503, headers: retryAfter.map { ["Retry-After": $0] } ?? [:])
        }

        static func page(_ html: String, status: Int = 200, headers: [String: String] = [:]) -> Step {
            .answer(
                status: status, body: Data(html.utf8),
                headers: headers.merging(["Content-Type": "text/html"]) { mine, _ in mine })
        }
    }

    private let script: @Sendable (SentCall) async -> Step
    private let sent = Guarded<[SentCall]>([])
    private let watchers = Guarded<[(count: Int, gate: CheckedContinuation<Void, Never>)]>([])

    /// Each call asks the script.
    init(_ script: @escaping @Sendable (SentCall) async -> Step) { self.script = script }

    /// One step after the other; calls after the last one are answered by it too.
    convenience init(_ steps: [Step]) {
        self.init { call in steps[min(call.number, steps.count - 1)] }
    }

    /// The calls until now, in the order in which they were made.
    var calls: [SentCall] { sent.with { $0 } }

    /// Returns when so many calls have arrived.
    func arrivals(atLeast count: Int) async {
        await withCheckedContinuation { gate in
            watchers.with { $0.append((count, gate)) }
            wake()
        }
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let call = sent.with { sent in
            let call = SentCall(number: sent.count, request: request)
            sent.append(call)
            return call
        }
        wake()
        switch await script(call) {
        case .answer(let status, let body, let headers): return try call.answer(status, body, headers)
        case .failure(let code): throw URLError(code)
        case .silence:
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            throw URLError(.cancelled)
        case .deaf(let gate):
            await gate.pass()
            throw URLError(.timedOut)
        }
    }

    private func wake() {
        let count = sent.with { $0.count }
        let due = watchers.with { watchers in
            defer { watchers.removeAll { $0.count <= count } }
            return watchers.filter { $0.count <= count }
        }
        for watcher in due { watcher.gate.resume() }
    }
}

/// A call as it was sent.
struct SentCall: Sendable {
    /// How many calls came before.
    let number: Int
    let request: URLRequest

    var path: String { request.url?.path ?? "" }
    /// The members of the body; empty without a body.
    var body: [String: Any] {
        request.httpBody.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any] ?? [:]
    }

    fileprivate func answer(_ status: Int, _ body: Data, _ headers: [String: String]) throws -> (Data, HTTPURLResponse)
    {
        guard let url = request.url,
            let head = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badURL) }
        return (body, head)
    }
}
