import Foundation
import Testing

@testable import VerifydClient

/// A verifyd that answers what a test has written, and tells what it was asked.
final class StandIn: ClientTransport, @unchecked Sendable {
    // Unchecked: only the lock's holder touches the values.
    private let lock = NSLock()
    private var script: [Reply]
    private var asked: [ClientRequest] = []
    private var slept: [TimeInterval] = []
    private var now: TimeInterval = 1_000

    enum Reply: Sendable {
        case answer(ClientResponse)
        case error(any Error)
        /// Takes all its time.
        case silence
    }

    /// The last reply is repeated for ever.
    init(_ script: Reply...) { self.script = script }

    var requests: [ClientRequest] { locked { asked } }
    var pauses: [TimeInterval] { locked { slept } }

    func send(_ request: ClientRequest) async throws -> ClientResponse {
        let reply = locked {
            asked.append(request)
            return script.count > 1 ? script.removeFirst() : script[0]
        }
        switch reply {
        case .answer(let answer): return answer
        case .error(let error): throw error
        case .silence:
            locked { now += request.timeout }
            throw TimeIsOver()
        }
    }

    /// A client with this transport, with pauses of 1, 2, 3 … seconds that take no time.
    func client(_ retries: ClientRetries? = nil) throws -> VerifydClient {
        let url = try #require(URL(string: "https://verify.shop.example/base/"))
        return VerifydClient(
            server: APIServer(
                address: try APIAddress(url, key: "vfd_secret", allowsPlainHTTP: false), transport: self,
                retries: retries ?? ClientRetries { TimeInterval($0) }, time: time))
    }

    /// Pauses take no time.
    private var time: ClientTime {
        ClientTime(
            uptime: { self.locked { self.now } },
            pause: { seconds in
                try Task.checkCancellation()
                self.locked {
                    self.now += seconds
                    self.slept.append(seconds)
                }
            },
            expire: { _ in try await never() })
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}

/// Waits for the end of the task.
func never() async throws {
    for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
    throw CancellationError()
}

extension StandIn.Reply {
    /// An answer in JSON.
    static func json(_ status: Int, _ text: String, _ headers: [String: String] = [:]) -> Self {
        let headers = headers.merging(["Content-Type": "application/json"]) { own, _ in own }
        return .answer(ClientResponse(status: status, headers: headers, body: Data(text.utf8)))
    }

    /// A problem of the API.
    static func problem(_ status: Int, _ code: String, _ members: String = "", retryAfter: Int? = nil) -> Self {
        var headers = ["Content-Type": "application/problem+json", "Request-Id": "r-1"]
        headers["Retry-After"] = retryAfter.map(String.init)
        return .json(status, #"{"status": \#(status), "detail": "Why.", "code": "\#(code)"\#(members)}"#, headers)
    }

    /// What `POST /v1/verifications` answers first.
    static let queued = json(
        202, #"{"verificationId": "\#(id)", "requestId": "\#(id)", "status": "queued", "phoneNumber": "+49•••••••78"}"#)
    static let approved = json(200, #"{"verificationId": "\#(id)", "requestId": "\#(id)", "status": "approved"}"#)
    /// What stands between a server and its callers.
    static let page = answer(
        ClientResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>Welcome</html>".utf8)))
}

/// The id in the answers.
let id = "019b7f3e-6000-7000-8000-000000000001"
