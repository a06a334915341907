import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries calls by `URLSession`, without cookies, caches and redirections.
public final class URLSessionTransport: ClientTransport {
    private let session: URLSession

    /// Makes a session of its own.
    ///
    /// - Parameter configuration: for example with a proxy or a number of connections; its cookies and cache are switched off.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends one request.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer; a redirection is an answer too.
    /// - Throws: a `URLError`.
    public func send(_ request: ClientRequest) async throws -> ClientResponse {
        var sent = URLRequest(url: request.url, timeoutInterval: request.timeout)
        sent.httpMethod = request.method
        sent.httpBody = request.body
        for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
        let (body, head) = try await session.data(for: sent, delegate: WithoutRedirection())
        guard let head = head as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let headers = head.allHeaderFields.reduce(into: [String: String]()) { headers, field in
            headers["\(field.key)"] = "\(field.value)"
        }
        return ClientResponse(status: head.statusCode, headers: headers, body: body)
    }
}

/// Takes a redirection as the answer.
private final class WithoutRedirection: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
