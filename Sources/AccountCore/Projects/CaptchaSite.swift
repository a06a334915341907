import StrictJSON
import VerificationCore

/// A project as the provider of its captcha knows it.
package struct CaptchaSite: Sendable, Hashable {
    package let provider: CaptchaProvider
    /// Names the site to everybody.
    package let siteKey: String
    /// What shows the provider that verifyd asks, sealed for the project.
    package var secret: SealedCode
    /// Where verifyd asks the provider; nil for the usual place.
    package private(set) var ownVerifyURL: String?
    /// The script of the page that verifyd shows; nil for the usual script.
    package private(set) var ownScriptURL: String?
    /// What a page has to say that the captcha is for; nil for the usual word of the provider.
    package private(set) var ownAction: String?
    /// The hosts whose pages may show the captcha; empty for the project's authorized domains.
    package private(set) var hosts: [String] = []
    /// The URL schemes by which the page that verifyd shows may lead back to an app; in lower case.
    package private(set) var callbackSchemes: [String] = []

    /// Nil for a text that is no site key.
    package init?(_ provider: CaptchaProvider, siteKey: String, secret: SealedCode) {
        guard (1...100).contains(siteKey.utf8.count), siteKey.utf8.allSatisfy(Self.isOfKey) else { return nil }
        (self.provider, self.siteKey, self.secret) = (provider, siteKey, secret)
    }

    /// Where the provider says what an answer is worth.
    package var verifyURL: String { ownVerifyURL ?? provider.verifyURL }

    /// The script that draws the captcha.
    package var scriptURL: String { ownScriptURL ?? provider.scriptURL }

    /// What a page has to say that the captcha is for; nil where it need not say it.
    package var action: String? { ownAction ?? provider.action }

    /// From where a page's policy has to let scripts, frames, styles and calls come.
    package var sources: [String] { ownScriptURL.flatMap(TrustedURL.origin).map { [$0] } ?? provider.sources }

    /// For an operator, for example `turnstile`.
    var words: String { provider.rawValue }

    private static func isOfKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

// What an operator may change.
extension CaptchaSite {
    /// False for a URL behind which somebody else could answer; nil is the usual place.
    package mutating func setVerifyURL(_ url: String?) -> Bool {
        guard url.map(TrustedURL.isGood) ?? true else { return false }
        ownVerifyURL = url
        return true
    }

    /// False for a URL that somebody else could answer, or that a page's policy cannot name; nil is the usual script.
    package mutating func setScriptURL(_ url: String?) -> Bool {
        guard url.map({ TrustedURL.origin(of: $0) != nil }) ?? true else { return false }
        ownScriptURL = url
        return true
    }

    /// False for what no provider takes as an action, and at a provider that knows none; nil is the usual word.
    package mutating func setAction(_ action: String?) -> Bool {
        if let action {
            guard provider.knowsActions, (1...32).contains(action.utf8.count), action.utf8.allSatisfy(Self.isOfKey)
            else { return false }
        }
        ownAction = action
        return true
    }

    /// False where one is no host.
    package mutating func setHosts(_ hosts: [String]) -> Bool {
        guard hosts.count <= 100, hosts.allSatisfy(HostName.isHost) else { return false }
        self.hosts = hosts
        return true
    }

    /// False where one is no URL scheme of an app.
    package mutating func setCallbackSchemes(_ schemes: [String]) -> Bool {
        guard schemes.count <= 100, schemes.allSatisfy(AppScheme.isScheme) else { return false }
        callbackSchemes = schemes
        return true
    }
}

// As the store keeps it.
extension CaptchaSite {
    /// All of it but the secret, for operators.
    package var shown: JSONObject {
        var object: JSONObject = ["provider": .string(provider.rawValue), "siteKey": .string(siteKey)]
        object["verifyURL"] = ownVerifyURL.map(JSONValue.string)
        object["scriptURL"] = ownScriptURL.map(JSONValue.string)
        object["action"] = ownAction.map(JSONValue.string)
        if !hosts.isEmpty { object["hosts"] = .array(hosts.map(JSONValue.string)) }
        if !callbackSchemes.isEmpty { object["callbackSchemes"] = .array(callbackSchemes.map(JSONValue.string)) }
        return object
    }

    var json: JSONValue {
        var object = shown
        object["secret"] = [
            "key": .string(secret.keyName), "sealed": .string(Base64.encodeForURL(secret.bytes)),
        ]
        return .object(object)
    }

    private static let members: Set<String> = [
        "provider", "siteKey", "secret", "verifyURL", "scriptURL", "action", "hosts", "callbackSchemes",
    ]

    /// Nil for what another version has written.
    init?(_ json: JSONValue) {
        guard json.object?.members.allSatisfy({ Self.members.contains($0.key) }) == true,
            let provider = json["provider"]?.string.flatMap(CaptchaProvider.init),
            let siteKey = json["siteKey"]?.string, let key = json["secret"]?["key"]?.string,
            let sealed = json["secret"]?["sealed"]?.string.flatMap(Base64.decode)
        else { return nil }
        self.init(provider, siteKey: siteKey, secret: SealedCode(keyName: key, bytes: sealed))
        guard let verifyURL = Self.text(json["verifyURL"]), setVerifyURL(verifyURL),
            let scriptURL = Self.text(json["scriptURL"]), setScriptURL(scriptURL),
            let action = Self.text(json["action"]), setAction(action),
            let hosts = Self.texts(json["hosts"]), setHosts(hosts),
            let schemes = Self.texts(json["callbackSchemes"]), setCallbackSchemes(schemes)
        else { return nil }
    }

    /// The text, or none of it without a member; nil for another value.
    private static func text(_ json: JSONValue?) -> String?? { json.map { $0.string.map(Optional.some) } ?? .some(nil) }

    private static func texts(_ json: JSONValue?) -> [String]? {
        guard let json else { return [] }
        let texts = json.array?.compactMap(\.string)
        return texts?.count == json.array?.count ? texts : nil
    }
}

extension CaptchaSite: CustomStringConvertible, CustomReflectable {
    package var description: String { "(captcha of \(provider.rawValue))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

// The secret between the provider and verifyd.
extension KeyRing {
    /// Encrypts the secret of a project's captcha; it opens for the same project only.
    package func seal(captchaSecret text: String, of project: ProjectID) -> SealedCode? {
        seal(Array(text.utf8), for: "captcha \(project)")
    }

    /// The secret; nil when the ring lacks its key, or it was sealed for another project.
    package func open(captchaSecret sealed: SealedCode, of project: ProjectID) -> String? {
        open(sealed, for: "captcha \(project)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same secret under the current key; nil when the ring lacks the key under which it was sealed.
    package func reseal(captchaSecret sealed: SealedCode, of project: ProjectID) -> SealedCode? {
        resealed(sealed, for: "captcha \(project)")
    }
}
