import HTTPTypes
import Testing

extension IdentityClient {
    /// The header in which an app on Apple's platforms names itself.
    static func bundle(_ name: String?) throws -> HTTPFields {
        let field = try #require(HTTPField.Name("X-Ios-Bundle-Identifier"))
        return name.map { [field: $0] } ?? [:]
    }

    /// Asks for a silent push.
    func verify(
        _ token: String, bundle: String? = "com.example.shop", sandbox: Bool = false, from address: String? = nil
    ) async throws -> WireAnswer {
        var headers = try Self.bundle(bundle)
        if let address { headers.append(contentsOf: Self.way(address)) }
        let body = #"{"appToken":"\#(token)"\#(sandbox ? #","isSandbox":true"# : "")}"#
        let path = "\(Self.v1)/accounts:verifyIosClient?key=\(IdentityFixture.clientKey)"
        return try await call(.post, path, body, headers: headers)
    }

    /// Asks for an SMS with what a push has brought.
    func send(
        receipt: String, secret: String?, bundle: String = "com.example.shop"
    ) async throws -> WireAnswer {
        let secret = secret.map { #","iosSecret":"\#($0)""# } ?? ""
        let body = #"{"phoneNumber":"+4915112345678","iosReceipt":"\#(receipt)"\#(secret)}"#
        let path = "\(Self.v1)/accounts:sendVerificationCode?key=\(IdentityFixture.clientKey)"
        return try await call(.post, path, body, headers: try Self.bundle(bundle))
    }
}
