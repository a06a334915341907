import HTTPTypes
import Hummingbird
import VerificationCore

/// Takes the sentence about what was done from the page that did it to the next page.
///
/// It is no text of the address: nobody can make a page say something by a link.
enum TellingCookie {
    private static let name = "__Host-verifyd-done"

    static func set(_ sentence: String) -> String {
        let text = Base64.encodeForURL(Array(sentence.utf8))
        return "\(name)=\(text); Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=60"
    }

    static let removal = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"

    /// Nil for a browser that has done nothing just now.
    static func sentence(of request: Request) -> String? {
        guard let text = request.cookies[name]?.value, let bytes = Base64.decode(text) else { return nil }
        let sentence = String(decoding: bytes, as: UTF8.self)
        return sentence.isEmpty ? nil : sentence
    }
}
