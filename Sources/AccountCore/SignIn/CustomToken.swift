import StrictJSON
import VerificationCore

/// A token by which a backend says who somebody is.
package struct CustomToken: Sendable, Hashable {
    /// The audience of all custom tokens.
    package static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    package let id: LocalID
    /// What the backend adds to the ID tokens of the session; nil where it adds nothing.
    package let claims: CustomClaims?

    init(_ id: LocalID, claims: CustomClaims?) { (self.id, self.claims) = (id, claims) }

    /// Reads a JWT, signed or not, or the plain JSON object of its payload, as an emulator does: nobody checks a signature.
    ///
    /// Its times are not looked at, so that a developer's tests may use a token for years. Its claims are checked as
    /// those of an account are.
    package init(emulated text: String) throws(WireError) {
        let payload = text.hasPrefix("{") ? try Self.plain(text) : try Self.payload(ofJWT: text)
        guard let name = Self.name(payload["uid"]) ?? Self.name(payload["user_id"]), !name.isEmpty else {
            throw .refused(.missingIdentifier)
        }
        guard let id = LocalID(name) else {
            throw .refused(.invalidCustomToken, "The uid is longer than 128 characters, or has a control character.")
        }
        self.init(id, claims: try Self.claims(payload))
    }

    static func claims(_ payload: JSONObject) throws(WireError) -> CustomClaims? {
        try payload["claims"].map { claims throws(WireError) in
            try CustomClaims(String(decoding: claims.serialized, as: UTF8.self))
        }
    }

    private static func plain(_ text: String) throws(WireError) -> JSONObject {
        guard let payload = object(Array(text.utf8)) else {
            throw .refused(.invalidCustomToken, "Neither strict JSON nor a JWT.")
        }
        return payload
    }

    private static func payload(ofJWT text: String) throws(WireError) -> JSONObject {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, Base64.decode(parts[0]).flatMap(object) != nil,
            let payload = Base64.decode(parts[1]).flatMap(object)
        else { throw .refused(.invalidCustomToken, "Invalid assertion format") }
        guard payload["aud"]?.string == audience else {
            throw .refused(.invalidCustomToken, "The audience is not that of custom tokens.")
        }
        return payload
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        // A text that is no JSON is no token, for whatever reason.
        (try? JSONValue(parsing: bytes))?.object
    }

    /// A number or a truth value may stand for a text.
    private static func name(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?: text
        case .integer?, .decimal?, .bool?: value.map { String(decoding: $0.serialized, as: UTF8.self) }
        case .null?, .array?, .object?, nil: nil
        }
    }
}
