/// A provider's call with receipts, as it arrived.
package struct ReceiptCall: Sendable {
    /// For example `POST`.
    package let method: String
    /// The URL that the provider was given, with the query of this call.
    ///
    /// It comes from the settings and never from the call's own `Host`, which anybody can write.
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(method: String, url: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The first header of this name, in any case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
