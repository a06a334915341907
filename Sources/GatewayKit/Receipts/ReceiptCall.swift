/// A provider's call with receipts, as it arrived.
public struct ReceiptCall: Sendable {
    /// For example `POST`.
    public let method: String
    /// The URL that the provider was given, with the query of this call.
    ///
    /// It comes from the settings and never from the call's own `Host`, which anybody can write.
    public let url: String
    /// The headers in the order of the call.
    public let headers: [(name: String, value: String)]
    /// The body, of at most 64 KiB.
    public let body: [UInt8]

    /// Describes a call; nothing is checked here.
    public init(method: String, url: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The first header of this name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
