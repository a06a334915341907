import Crypto
import VerificationCore

/// Signs requests the way of AWS: Signature Version 4.
///
/// AWS takes a signature for 5 minutes, by its own clock.
package struct AWSSignature: Sendable {
    private let access: AWSAccess
    private let service: String

    /// Takes the service's name as signatures have it, for example `sns`.
    package init(_ access: AWSAccess, service: String) {
        self.access = access
        self.service = service
    }

    /// The headers of a signed `POST`: those given, the moment, the session's token if there is one, `authorization`.
    ///
    /// `host` is among those given; their names are in lower case, their values without outer spaces. `path` is the
    /// request's, without a query, and holds only letters, digits, `-`, `_` and `/`.
    package func headers(
        signing headers: [(name: String, value: String)], path: String, body: some Sequence<UInt8>, at now: Timestamp
    ) -> [(name: String, value: String)] {
        let moment = Self.moment(now)
        var all = headers + [("x-amz-date", moment)]
        if let token = access.token { all.append(("x-amz-security-token", token.text)) }
        all.sort { $0.name < $1.name }
        return all + [("authorization", authorization(all, path: path, body: body, moment: moment))]
    }

    private func authorization(
        _ headers: [(name: String, value: String)], path: String, body: some Sequence<UInt8>, moment: String
    ) -> String {
        let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
        let names = headers.map(\.name).joined(separator: ";")
        let canonical = "POST\n\(path)\n\n\(lines)\n\(names)\n\(SHA256.hash(data: Array(body)).hexDigits)"
        let scope = "\(moment.prefix(8))/\(access.region)/\(service)/aws4_request"
        let hash = SHA256.hash(data: Array(canonical.utf8)).hexDigits
        let signature = Self.code("AWS4-HMAC-SHA256\n\(moment)\n\(scope)\n\(hash)", with: key(on: moment.prefix(8)))
        return "AWS4-HMAC-SHA256 Credential=\(access.account)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature.hexDigits)"
    }

    /// The key for one day, region and service.
    private func key(on day: Substring) -> SymmetricKey {
        let secret = SymmetricKey(data: Array("AWS4\(access.secret.text)".utf8))
        return [String(day), access.region, service, "aws4_request"].reduce(secret) { key, word in
            SymmetricKey(data: Self.code(word, with: key))
        }
    }

    private static func code(_ text: String, with key: SymmetricKey) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }

    /// For example `20260102T030405Z`.
    private static func moment(_ now: Timestamp) -> String {
        now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
