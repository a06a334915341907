import Foundation

/// Where providers tell what became of messages.
package enum ReceiptSettings {
    package static let url = Setting(
        "receipts.url", .receiptsURL,
        "where providers reach the API, for example https://verify.example.com; receipts go to /v1/receipts/ there"
    )

    static let all: [any DeclaredSetting] = [url]
}

extension SettingForm<String> {
    /// The beginning of a URL, without a slash at its end.
    fileprivate static var receiptsURL: Self {
        Self { text, name throws(SettingsProblem) in
            let parts = URLComponents(string: text)
            guard let parts, parts.scheme == "https" || parts.scheme == "http", parts.host?.isEmpty == false,
                parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
                !text.contains("%")
            else { throw SettingsProblem("\(name) must be a URL such as https://verify.example.com") }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }
}
