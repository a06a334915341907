import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server, as this library calls it: each call ends with an answer or a typed error, in bounded time.
package struct IdentityServer: Sendable {
    /// The pauses between the tries of a call.
    private static let pauses: [TimeInterval] = [0.3, 1, 3]

    let configuration: AuthConfiguration
    /// The language of SMS and captchas; nil for the server's own choice.
    let language: Guarded<String?>
    let time: AuthTime
    private let transport: any AuthTransport

    /// Opens no connection yet; a configuration without a transport gets one of its own.
    init(configuration: AuthConfiguration, language: Guarded<String?>, time: AuthTime) {
        self.configuration = configuration
        self.language = language
        self.time = time
        transport = configuration.transport ?? Self.transport(to: configuration.url)
    }

    private static func transport(to url: URL) -> any AuthTransport {
        #if !canImport(Darwin)
            if url.scheme?.lowercased() == "http" { return SocketTransport() }
        #endif
        return URLSessionTransport()
    }

    /// Makes a call, and makes it again where that is safe and may help.
    ///
    /// It ends at the configuration's time-out at the latest, all tries and pauses included. Throws an ``AuthError``, or
    /// `CancellationError` if the task is cancelled.
    func call<Answer: Decodable & Sendable>(_ call: WireCall, as type: Answer.Type) async throws -> Answer {
        try Task.checkCancellation()
        let request = try self.request(for: call)
        let end = time.uptime() + configuration.timeout
        return try await Deadline.wait(configuration.timeout, by: time) {
            try await tries(of: call, with: request, until: end)
        }
    }

    private func tries<Answer: Decodable & Sendable>(
        of call: WireCall, with request: URLRequest, until end: TimeInterval
    ) async throws -> Answer {
        for pause in Self.pauses {
            do throws(WireFailure) {
                return try await once(call, with: request, until: end)
            } catch {
                let pause = max(pause, error.error.retryAfter ?? 0)
                // A try after the deadline would help nobody, so the app hears now for how long it should wait.
                guard error.allowsAnotherTry(of: call), time.uptime() + pause < end else { throw error.error }
                try await time.sleep(pause)
            }
        }
        do throws(WireFailure) { return try await once(call, with: request, until: end) } catch { throw error.error }
    }

    private func once<Answer: Decodable & Sendable>(
        _ call: WireCall, with request: URLRequest, until end: TimeInterval
    ) async throws(WireFailure) -> Answer {
        var request = request
        request.timeoutInterval = max(0.1, end - time.uptime())
        let reply: WireReply
        do {
            let (body, head) = try await transport.send(request)
            reply = WireReply(body: body, head: head)
        } catch {
            throw .transport(error)
        }
        return try reply.answer(as: Answer.self, to: call)
    }
}
