/// Port: reads a provider's calls with receipts, and believes only those that the provider has signed.
public protocol ReceiptReader: Sendable {
    /// The receipts of a call; none where the call says nothing of a message's way, for example about an incoming message.
    ///
    /// Most readers answer at once; some must fetch the provider's certificate first.
    ///
    /// - Throws: why the call is not believed or cannot be read.
    func receipts(in call: ReceiptCall, at now: Timestamp) async throws(ReceiptError) -> [DeliveryReceipt]
}

/// Why a call with receipts leads to nothing.
public enum ReceiptError: Error, Sendable, Hashable {
    /// The signature is missing or wrong, or too old: an attacker may have made the call.
    case forged
    /// The reader cannot say yet, because it could not fetch the proof, for example a certificate. The provider should
    /// call again.
    case unverified
    /// It is signed, and is not what the provider documents.
    case unreadable
}

/// A provider's call with receipts, as it arrived.
public struct ReceiptCall: Sendable {
    /// For example `POST`.
    public let method: String
    /// The URL that the provider was given, with the query of this call.
    ///
    /// It comes from the settings and never from the call's own `Host`, which an attacker can forge.
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
