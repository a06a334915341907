import Foundation

/// The API, as this client calls it: each call ends with its answer or a typed error, in bounded time.
struct APIServer: Sendable {
    let address: APIAddress
    let transport: any ClientTransport
    let retries: ClientRetries
    var time = ClientTime.system

    /// Makes a call, and again while that may help, until its deadline.
    ///
    /// `read` turns an answer with a good status into the result; an error of it makes the answer an unexpected one.
    func answer<Value>(to call: APICall, read: (ClientResponse) throws -> Value) async throws -> Value {
        let end = time.uptime() + retries.deadline + TimeInterval(call.waiting)
        var tries = 0
        while true {
            tries += 1
            do throws(ClientError) {
                return try await attempt(call, until: end, read: read)
            } catch {
                var error = error
                error.idempotencyKey = call.idempotencyKey
                try Task.checkCancellation()
                let pause = max(0, retries.pause(tries)) + (error.retryAfter ?? 0)
                guard error.isRepeated, tries < retries.tries, time.uptime() + pause < end else { throw error }
                try await time.pause(pause)
            }
        }
    }

    private func attempt<Value>(
        _ call: APICall, until end: TimeInterval, read: (ClientResponse) throws -> Value
    ) async throws(ClientError) -> Value {
        let seconds = max(0, min(end - time.uptime(), retries.timeout + TimeInterval(call.waiting)))
        let request = address.request(call, timeout: seconds)
        let answer: ClientResponse
        do {
            answer = try await FirstAnswer.of(within: seconds, by: time) { [transport] in
                try await transport.send(request)
            }
        } catch {
            // Types alone: the text of a transport's error may hold the URL, and with it a phone number.
            throw ClientError(.noAnswer, detail: "No answer came in time (\(type(of: error))); the outcome is unknown.")
        }
        guard (200..<300).contains(answer.status) else { throw ClientError(answer) }
        do { return try read(answer) } catch { throw .unreadable(answer) }
    }
}
