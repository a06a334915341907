import StrictJSON
import VerificationCore

/// What a person proves beside the first proof of a sign-in.
package struct SecondFactor: Sendable, Hashable {
    /// How the person proves it.
    package enum Kind: Sendable, Hashable {
        /// A phone that gets a code by SMS; E.164. It need not be the number of the account.
        case phone(String)
        /// An app that makes codes (RFC 6238).
        case totp(TOTPFactor)
    }

    /// How many random bytes the name of a new factor is made of.
    package static let randomLength = LocalID.randomLength
    /// How many factors an account has at most.
    package static let mostPerAccount = 5

    /// Its name within the account, for example 28 letters and digits.
    package let id: String
    package var kind: Kind
    package var displayName: String?
    package let enrolledAt: Timestamp

    package init(_ id: String, kind: Kind, displayName: String? = nil, enrolledAt: Timestamp) {
        (self.id, self.kind, self.displayName, self.enrolledAt) = (id, kind, displayName, enrolledAt)
    }

    /// The number that gets the codes, E.164; nil for other kinds.
    package var phone: String? {
        switch kind {
        case .phone(let number): number
        case .totp: nil
        }
    }

    /// What an ID token says of a sign-in with this factor.
    package var proven: SignInMethod.SecondFactor {
        switch kind {
        case .phone: SignInMethod.SecondFactor(.phone, enrollmentID: id)
        case .totp: SignInMethod.SecondFactor(.totp, enrollmentID: id)
        }
    }
}

// As the store keeps the factors of an account.
extension SecondFactor {
    var json: JSONValue {
        var members: JSONObject = ["id": .string(id), "at": .integer(enrolledAt.microseconds)]
        members["name"] = displayName.map(JSONValue.string)
        switch kind {
        case .phone(let number): members["phone"] = .string(number)
        case .totp(let factor): members["totp"] = factor.json
        }
        return .object(members)
    }

    /// Nil for a factor that only another program can have written.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let at = json["at"]?.integer else { return nil }
        switch (json["phone"]?.string, json["totp"].flatMap(TOTPFactor.init)) {
        case (let number?, nil): kind = .phone(number)
        case (nil, let factor?): kind = .totp(factor)
        case (nil, nil), (_?, _?): return nil
        }
        (self.id, enrolledAt, displayName) = (id, Timestamp(microseconds: at), json["name"]?.string)
    }

    /// The factors as a text; nil where there is none.
    package static func text(of factors: [SecondFactor]) -> String? {
        if factors.isEmpty { return nil }
        return String(decoding: JSONValue.array(factors.map(\.json)).serialized, as: UTF8.self)
    }

    /// Reads such a text; nil for what only another program can have written.
    ///
    /// To leave out an unknown factor would let its owner in without it.
    package static func list(_ text: String) -> [SecondFactor]? {
        // The parser's error would add nothing.
        guard let all = (try? JSONValue(parsing: text.utf8))?.array else { return nil }
        let factors = all.compactMap(SecondFactor.init)
        return factors.count == all.count ? factors : nil
    }
}
