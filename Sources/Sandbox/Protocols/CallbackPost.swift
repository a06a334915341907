import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Posts receipts to the URLs that senders name.
final class CallbackPost: Sendable {
    /// How long a receiver may take; Twilio waits about as long.
    private static let patience = TimeAmount.seconds(15)

    private let isPublic: Bool
    private let client: HTTPClient

    /// `isPublic`: whether receipts may go to other machines.
    init(isPublic: Bool) {
        self.isPublic = isPublic
        // A redirect could lead a receipt to another machine.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)),
            connectionPool: .init(idleTimeout: .seconds(4), concurrentHTTP1ConnectionsPerHostSoftLimit: 64))
        configuration.httpVersion = .http1Only
        // One loop, because AsyncHTTPClient 1.37 can stop the process when a connection and its request have two.
        client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: configuration)
    }

    /// AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        client.shutdown { _ in }
    }

    /// Whether receipts may go to a URL: `http` or `https`, and to this machine unless the sandbox is public.
    func allows(_ url: String) -> Bool {
        guard let address = URL(string: url), address.scheme == "http" || address.scheme == "https",
            let host = address.host, !host.isEmpty
        else { return false }
        return isPublic || isLoopback(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
    }

    /// Posts a form once.
    func post(_ form: [UInt8], to url: String, headers: HTTPHeaders = [:]) async -> ReceiptEnd {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = headers
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded; charset=utf-8")
        request.body = .bytes(form)
        do {
            let response = try await client.execute(request, deadline: .now() + Self.patience)
            // What the receiver says besides the status does not matter; reading it keeps the connection for the next.
            _ = try? await response.body.collect(upTo: 65_536)
            return (200..<300).contains(response.status.code) ? .told : .failed
        } catch {
            // Whatever kept the receipt from its receiver, the scheduler sends it again.
            return .failed
        }
    }
}
