import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries calls by a `URLSession` that keeps nothing and follows no redirection.
final class URLSessionTransport: AuthTransport {
    private let session: URLSession
    private let receiver = Receiver()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        #if canImport(Darwin)
            configuration.waitsForConnectivity = false
        #endif
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    // A session keeps its delegate, and its threads, until it is told that it is over.
    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        var request = request
        // On Linux less than a second is no time at all. The caller has a deadline of its own.
        request.timeoutInterval = max(1, request.timeoutInterval.rounded(.up))
        let task = session.dataTask(with: request)
        let id = task.taskIdentifier
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                receiver.enter(id, waiter: waiter)
                // The handler of an earlier cancellation found no waiter.
                if Task.isCancelled { receiver.end(id, with: .failure(URLError(.cancelled))) } else { task.resume() }
            }
        } onCancel: {
            task.cancel()
            receiver.end(id, with: .failure(URLError(.cancelled)))
        }
    }
}

/// Collects the answers of a session's tasks.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private struct Pending {
        let waiter: CheckedContinuation<(Data, HTTPURLResponse), any Error>
        var body = Data()
    }
    private let pending = Guarded<[Int: Pending]>([:])

    func enter(_ id: Int, waiter: CheckedContinuation<(Data, HTTPURLResponse), any Error>) {
        pending.with { $0[id] = Pending(waiter: waiter) }
    }

    /// Gives a task's waiter its result; later ends do nothing.
    func end(_ id: Int, with result: Result<HTTPURLResponse, any Error>) {
        guard let ended = pending.with({ $0.removeValue(forKey: id) }) else { return }
        ended.waiter.resume(with: result.map { (ended.body, $0) })
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The call has a key and perhaps a token in it, and is for nobody else.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
            completionHandler(.performDefaultHandling, nil)
        #else
            // A proxy asks for a password. On Linux a task whose default is asked for would wait for ever.
            end(task.taskIdentifier, with: .failure(URLError(.userAuthenticationRequired)))
            completionHandler(.cancelAuthenticationChallenge, nil)
        #endif
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let size = pending.with { pending in
            pending[dataTask.taskIdentifier]?.body.append(data)
            return pending[dataTask.taskIdentifier]?.body.count ?? 0
        }
        guard size > WireReply.mostBytes else { return }
        end(dataTask.taskIdentifier, with: .failure(URLError(.dataLengthExceedsMaximum)))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let head = task.response as? HTTPURLResponse, error == nil else {
            return end(task.taskIdentifier, with: .failure(error ?? URLError(.badServerResponse)))
        }
        end(task.taskIdentifier, with: .success(head))
    }
}
