import AccountCore
import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StrictJSON
import VerificationCore

/// An app and a backend that call the surface.
struct IdentityClient: Sendable {
    /// Where apps call, and where backends do.
    static let v1 = "/identitytoolkit.googleapis.com/v1"
    static let v2 = "/identitytoolkit.googleapis.com/v2"
    static let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    let client: any TestClientProtocol
    let mode: IdentityMode

    /// Calls `accounts:method` as an app does.
    ///
    /// `address`: where the device is, as a proxy tells it; nil without a proxy.
    func app(
        _ method: String, _ body: String, key: String = IdentityFixture.clientKey, from address: String? = nil
    ) async throws -> WireAnswer {
        try await call(
            .post, "\(Self.v1)/accounts:\(method)?key=\(key.urlForm)", body,
            headers: address.map(Self.way) ?? [:])
    }

    /// What a proxy writes of a caller's address.
    static func way(_ address: String) -> HTTPFields {
        HTTPField.Name("X-Forwarded-For").map { [$0: address] } ?? [:]
    }

    /// Calls `method` in the form that phones use.
    func phone(_ method: String, _ body: String) async throws -> WireAnswer {
        try await call(.post, "\(Self.v3)/\(method)?key=\(IdentityFixture.clientKey)", body)
    }

    /// Calls a method of a project's administration, such as `/accounts:update`.
    func admin(
        _ path: String, _ body: String, of project: String = "demo-shop", bearer: String? = nil
    ) async throws -> WireAnswer {
        try await call(.post, "\(Self.v1)/projects/\(project)\(path)", body, bearer: bearer ?? owner)
    }

    /// The same for a method that only asks.
    func get(
        _ path: String, of project: String = "demo-shop", bearer: String? = nil
    ) async throws -> WireAnswer {
        try await call(.get, "\(Self.v1)/projects/\(project)\(path)", nil, bearer: bearer ?? owner)
    }

    /// Reads a project's configuration, or changes it where there is a body.
    func config(_ body: String? = nil, mask: String? = nil) async throws -> WireAnswer {
        let query = mask.map { "?updateMask=" + $0.urlForm } ?? ""
        return try await call(
            body == nil ? .get : .patch, "\(Self.v2)/projects/demo-shop/config\(query)", body, bearer: owner)
    }

    /// What an administrator of `demo-shop` writes behind `Bearer`.
    var owner: String {
        switch mode {
        case .emulator: "owner"
        case .production: IdentityFixture.adminKey
        }
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, bearer: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> WireAnswer {
        var headers = headers
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if let bearer { headers[.authorization] = "Bearer \(bearer)" }
        let response = try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        return WireAnswer(
            status: response.status.code, headers: response.headers,
            body: String(buffer: response.body), json: try? JSONValue(parsing: Array(response.body.readableBytesView)))
    }
}

/// What came back.
struct WireAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String
    /// Nil for a body that is no JSON.
    let json: JSONValue?

    subscript(member: String) -> JSONValue? { json?[member] }

    func text(_ member: String) -> String? { self[member]?.string }

    /// The first of the users of a look-up.
    var user: JSONObject? { self["users"]?.array?.first?.object }

    /// The words of an error; nil where the answer is none.
    var error: String? { self["error"]?["message"]?.string }

    /// The member that an answer must have for the test to go on.
    func required(_ member: String) throws -> String {
        guard let text = text(member) else { throw Missing.member(member + ": " + (error ?? "no error")) }
        return text
    }

    /// The claims of the answer's ID token.
    var claims: JSONObject? {
        let parts = (text("idToken") ?? text("id_token") ?? "").split(separator: ".")
        guard parts.count > 1, let bytes = Base64.decode(parts[1]) else { return nil }
        return (try? JSONValue(parsing: bytes))?.object
    }
}

extension JSONObject {
    /// The names of the ways in that a user has, in their order.
    var providers: [String]? { self["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } }

    /// A member that is a text.
    func text(_ member: String) -> String? { self[member]?.string }
}

extension String {
    /// The text as a value of a query.
    fileprivate var urlForm: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            text += isPlain || "-_.~".utf8.contains(byte) ? String(UnicodeScalar(byte)) : "%" + byte.hex
        }
    }
}

extension UInt8 {
    fileprivate var hex: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension IdentityClient {
    /// Asks for an SMS with an App Check token; nil brings none.
    func send(
        _ token: String?, _ body: String = #"{"phoneNumber":"+4915112345678"}"#
    ) async throws -> WireAnswer {
        var headers = HTTPFields()
        if let name = HTTPField.Name("X-Firebase-AppCheck") { headers[name] = token }
        let path = "\(Self.v1)/accounts:sendVerificationCode?key=\(IdentityFixture.clientKey)"
        return try await call(.post, path, body, headers: headers)
    }
}
