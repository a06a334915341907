import AsyncHTTPClient
import Foundation
import GatewayKit
import NIOConcurrencyHelpers
import NIOCore

/// Hands each message to the provider Example SMS, with one HTTP call.
struct ExampleSMS: SMSGateway {
    let url, token: String
    var name = "example-sms"
    var receiptsURL: String?
    let honorsIdempotencyKeys = true
    let keepsDeadlines = true

    /// A redirect, or a second try on another connection, could hand over a message twice.
    static let client = {
        var once = HTTPClient.Configuration(redirectConfiguration: .disallow)
        once.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: once)
    }()

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        var fields = ["id": message.id.description, "to": message.phone.e164, "text": message.text.text]
        fields["receipts"] = receiptsURL
        guard let json = try? JSONEncoder().encode(fields), deadline > .zero, !Task.isCancelled else {
            return .refused(reason: "not-begun", .forNow)
        }
        // The client takes the body when it has a connection to write to; until then, nothing can have left.
        let body = NIOLockedValueBox<ByteBuffer?>(ByteBuffer(bytes: json))
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = ["authorization": "Bearer \(token)", "content-type": "application/json"]
        let stream = AsyncStream(unfolding: { body.withLockedValue { $0.take() } })
        request.body = .stream(stream, length: .known(Int64(json.count)))
        let call = Task { [request] in try await read(Self.client.execute(request, timeout: .hours(1))) }
        let timer = Task {
            try await ContinuousClock().sleep(for: deadline)
            call.cancel()
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler(operation: { await call.result }, onCancel: { call.cancel() })
        if case .success(let outcome) = result { return outcome }
        let hasLeft = body.withLockedValue { $0 == nil }
        return hasLeft ? .unknown(reason: "no-answer") : .refused(reason: "not-reached", .forNow)
    }
}

/// Only what Example SMS itself calls "not taken" may be sent again; a proxy has only the status.
private func read(_ answer: HTTPClientResponse) async -> SendOutcome {
    let body = try? await Data(answer.body.collect(upTo: 65_536).readableBytesView)
    let words = body.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
    switch answer.status.code {
    case 200..<300: return .accepted(id: words?["id"])
    case 400, 401, 403, 404: return .refused(reason: "status-\(answer.status.code)", .byThisGateway)
    case 422: return .refused(reason: "no-such-number", .byEveryGateway)
    case 429: return .throttled(after: answer.headers.first(name: "retry-after").flatMap(Int.init).map { .seconds($0) })
    case 503 where words?["error"] == "not-taken": return .refused(reason: "not-taken", .forNow)
    default: return .unknown(reason: "status-\(answer.status.code)")
    }
}
