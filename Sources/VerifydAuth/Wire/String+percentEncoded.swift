import Foundation

extension String {
    /// The text with an escape for every byte that is neither an ASCII letter or digit nor one of `-._~`.
    var percentEncoded: String {
        // A text of Unicode is always encoded.
        addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }
}

extension CharacterSet {
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
