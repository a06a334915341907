import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries calls by `URLSession`, without cookies, caches and redirections.
///
/// - Warning: Do not use it in a server on Linux. `URLSession` of Swift 6.3 ends the whole process there when a connection
///   closes in the middle of an answer's head, as it does when a proxy restarts. Later versions do not
///   (swift-corelibs-foundation, issue 5285). For trials against a verifyd on this machine it serves.
public final class URLSessionTransport: ClientTransport {
    private let session: URLSession
    private let calls = SessionCalls()

    /// Makes a session of its own.
    ///
    /// - Parameter configuration: for example with a proxy or a number of connections; its cookies and cache are switched off.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: calls, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends one request.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer; a redirection is an answer too.
    /// - Throws: a `URLError`.
    public func send(_ request: ClientRequest) async throws -> ClientResponse {
        // On Linux less than a second is no time at all; the client itself ends the call in time.
        var sent = URLRequest(url: request.url, timeoutInterval: max(1, request.timeout.rounded(.up)))
        sent.httpMethod = request.method
        sent.httpBody = request.body
        for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: sent)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                calls.begin(task.taskIdentifier, for: waiting)
                // A handler that ran before found nobody who waits.
                if Task.isCancelled { calls.end(task.taskIdentifier, with: .failure(CancellationError())) }
                task.resume()
            }
        } onCancel: {
            task.cancel()
            calls.end(task.taskIdentifier, with: .failure(CancellationError()))
        }
    }
}

/// The calls of a session that are under way.
///
/// It is a delegate because `URLSession` on Linux follows redirections for all other callers, with the API key.
private final class SessionCalls: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked: only the lock's holder touches the dictionary.
    private let lock = NSLock()
    /// The longest answer of the API, a page of 100 verifications, is far smaller.
    private static let mostBytes = 16 << 20
    private var calls: [Int: (waiting: CheckedContinuation<ClientResponse, any Error>, body: Data)] = [:]

    func begin(_ id: Int, for waiting: CheckedContinuation<ClientResponse, any Error>) {
        lock.lock()
        calls[id] = (waiting, Data())
        lock.unlock()
    }

    /// Gives the caller the result; a later end of the same call does nothing.
    func end(_ id: Int, with result: Result<HTTPURLResponse, any Error>) {
        lock.lock()
        let call = calls.removeValue(forKey: id)
        lock.unlock()
        guard let call else { return }
        call.waiting.resume(
            with: result.map { head in
                let headers = head.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
                return ClientResponse(
                    status: head.statusCode, headers: Dictionary(headers) { first, _ in first }, body: call.body)
            })
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.lock()
        calls[dataTask.taskIdentifier]?.body.append(data)
        let size = calls[dataTask.taskIdentifier]?.body.count ?? 0
        lock.unlock()
        // An endless answer must not fill the memory.
        guard size > Self.mostBytes else { return }
        end(dataTask.taskIdentifier, with: .failure(URLError(.dataLengthExceedsMaximum)))
        dataTask.cancel()
    }

    #if !canImport(Darwin)
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            // A proxy asks for a password. On Linux a task whose default is asked for would wait for ever.
            end(task.taskIdentifier, with: .failure(URLError(.userAuthenticationRequired)))
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard error == nil, let head = task.response as? HTTPURLResponse else {
            return end(task.taskIdentifier, with: .failure(error ?? URLError(.badServerResponse)))
        }
        end(task.taskIdentifier, with: .success(head))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
