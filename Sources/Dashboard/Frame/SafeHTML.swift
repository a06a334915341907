import HTTPService
import Mustache

/// Escapes every text of a page; swift-mustache's own way leaves quotes with accents alone, see `HTMLText`.
struct SafeHTML: MustacheContentType {
    static let name = "VERIFYD-HTML"

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
