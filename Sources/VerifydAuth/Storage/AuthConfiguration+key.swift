import Foundation

extension AuthConfiguration {
    /// The name in the store of something that belongs to one project at one server.
    ///
    /// So two configurations may share a store. Another API key, and another way to write the same URL, change nothing.
    func storeKey(for subject: String) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        let port = url.port ?? (scheme == "http" ? 80 : 443)
        let path = url.path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
        let place = [scheme, url.host?.lowercased() ?? "", "\(port)", path, projectID]
        return "verifyd.\(subject).\(Self.shortened(place.joined(separator: "\n")))"
    }

    /// The FNV-1a hash, because a store's names are short and have few kinds of characters.
    private static func shortened(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
