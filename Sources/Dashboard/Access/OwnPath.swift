/// A path of this dashboard to which a person goes on after signing in.
struct OwnPath {
    let text: String

    /// The text comes from the address bar, so an attacker may have chosen it: what may lead elsewhere becomes the
    /// overview.
    init(_ text: String?) {
        let isOwn =
            text.map { text in
                text.hasPrefix("/") && !text.contains("//") && !text.contains("..") && !text.contains("\\")
                    && !text.lowercased().contains("%2e") && !text.lowercased().contains("%2f")
                    && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            } ?? false
        self.text = isOwn ? text ?? "/" : "/"
    }
}
