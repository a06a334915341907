import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What carries a call to the server and its answer back.
///
/// An app may give its own, for example to pin certificates. It must not follow redirections, and must not keep answers.
public protocol AuthTransport: Sendable {
    /// Sends one request, and returns the whole answer, whatever its status.
    ///
    /// - Parameter request: with URL, method, headers and body. Its `timeoutInterval` is the time that is left.
    /// - Returns: the body and the answer's head.
    /// - Throws: an error of the network. A `URLError` that says that no connection came about allows another try also of a call
    ///   that must not be made twice.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}
