import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdCore
import StrictJSON
import VerificationCore

extension Request {
    /// The body's members; an empty body has none.
    ///
    /// Where the call takes forms, a form is read like an object of texts. A body without a content type is read as
    /// JSON.
    func wireBody(_ context: CallContext, kibibytes: Int, takesForms: Bool) async throws -> WireBody {
        let bytes: [UInt8]
        do {
            bytes = try await self.bytes(context, within: BodyLimits(kibibytes: kibibytes))
        } catch let problem where problem.status == .contentTooLarge {
            throw AccountError.tooLarge
        }
        guard !bytes.isEmpty else { return WireBody(JSONObject()) }
        switch mediaType {
        case "", "application/json": return try Self.json(bytes, limits: Self.limits(kibibytes))
        case Self.form where takesForms: return try Self.form(bytes)
        case let other: throw AccountError.wrongContentType(String(other.prefix(Self.longestTypeShown)))
        }
    }

    /// The query, read as a form; throws for a query that is none, because a call without its parameters means another.
    func query() throws(AccountError) -> Form {
        guard let query = Form(Array((uri.query ?? "").utf8)) else {
            throw .unreadable("The query is not well-formed.")
        }
        return query
    }

    /// What the call brings along to say who calls.
    func credentials(_ query: Form) -> AdmitCaller.Credentials {
        let words = (headers.text(of: .authorization) ?? "").split(separator: " ", maxSplits: 1)
        let isBearer = words.count == 2 && words[0].lowercased() == "bearer"
        let key = query["key"] ?? headers.text(of: .googleAPIKey)
        return AdmitCaller.Credentials(
            key: key.flatMap { $0.isEmpty ? nil : $0 }, bearer: isBearer ? String(words[1]) : nil, origin: origin)
    }

    /// Whether a browser calls, or Firebase's library for browsers.
    var isPage: Bool {
        headers.text(of: .origin) != nil || isOfJavaScriptSDK
    }

    /// What the call says of the app or page that makes it.
    ///
    /// A browser writes `Origin` into every call that a script makes to another site, and `null` where it tells no site.
    /// `Referer` only names the page of a call without an `Origin`: apps and tools send it too, and pages may leave it out.
    private var origin: ClientBounds.Origin {
        let origin = headers.text(of: .origin)
        let page = origin ?? headers.text(of: .referer)
        return ClientBounds.Origin(
            bundle: headers.text(of: .iOSBundle), package: headers.text(of: .androidPackage),
            domain: page.flatMap { URI($0).host }, isPage: origin != nil)
    }

    /// Whether Firebase's SDK for JavaScript makes the call, in a browser or elsewhere.
    private var isOfJavaScriptSDK: Bool { headers.text(of: .clientVersion)?.contains("JsCore") ?? false }

    /// Whether the library for browsers would sign a person out because of an error that is no answer about the person.
    ///
    /// It does so on every error that it can read from the two calls that tell it who is signed in.
    func takesForLoss(_ error: AccountError) -> Bool {
        let asksWhoIsThere = uri.path.hasSuffix("accounts:lookup") || uri.path.hasSuffix("/token")
        return isOfJavaScriptSDK && (error.isOutage || asksWhoIsThere && error.isOfTries)
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let longestTypeShown = 100
    /// No form of this wire has as many fields; to set each of thousands of members searches all of them.
    private static let mostFields = 100

    private static func form(_ bytes: [UInt8]) throws(AccountError) -> WireBody {
        guard let form = Form(bytes), form.fields.count <= mostFields else {
            throw .unreadable("The form is not well-formed, or has more than \(mostFields) fields.")
        }
        var members = JSONObject()
        for field in form.fields { members[field.name] = .string(field.value) }
        return WireBody(members)
    }

    /// A list of ids or of accounts may be longer than any other list, and an endpoint says how long.
    private static func limits(_ kibibytes: Int) -> JSONLimits {
        kibibytes > 64 ? JSONLimits(depth: 32, elementsPerContainer: 5_000, elements: 100_000) : .standard
    }

    private static func json(_ bytes: [UInt8], limits: JSONLimits) throws(AccountError) -> WireBody {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw .unreadable("\(error.description)")
        }
        guard let members = value.object else { throw .wrongType(path: "", wanted: "object") }
        return WireBody(members)
    }
}

extension HTTPField.Name {
    static let googleAPIKey = known("X-Goog-Api-Key")
    fileprivate static let iOSBundle = known("X-Ios-Bundle-Identifier")
    fileprivate static let androidPackage = known("X-Android-Package")
    fileprivate static let clientVersion = known("X-Client-Version")
    static let firebaseLocale = known("X-Firebase-Locale")
    static let firebaseAppCheck = known("X-Firebase-AppCheck")
    static let appAttest = known("X-Verifyd-App-Attest")
    static let missingProof = known("X-Verifyd-Missing-Proof")
}
