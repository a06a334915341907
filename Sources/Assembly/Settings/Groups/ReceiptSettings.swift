import Foundation
import GatewayKit

/// Where providers send their receipts.
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
        Self { text, name throws(SettingsError) in
            let parts = URLComponents(string: text)
            guard let parts, parts.scheme == "https" || parts.scheme == "http", parts.host?.isEmpty == false,
                parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
                !text.contains("%")
            else { throw SettingsError("\(name) must be a URL such as https://verify.example.com") }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }
}

/// How receipts of a gateway come to this installation.
package enum ReceiptWay: Sendable, Hashable {
    /// The provider calls this URL.
    case calls(url: String)
    /// Over the worker's standing connection to the provider.
    case connection
    /// They do not come; the text says why.
    case none(String)
}

extension ReceiptWay {
    /// For `verifyd doctor`.
    package var words: String {
        switch self {
        case .calls(let url): "receipts come to \(url)"
        case .connection: "receipts come over the connection"
        case .none(let reason): "no receipts: \(reason)"
        }
    }

    /// For `verifyd gateways list`: the URL that the provider calls, `connection` or `none`.
    package var place: String {
        switch self {
        case .calls(let url): url
        case .connection: "connection"
        case .none: "none"
        }
    }
}

extension Settings {
    /// How receipts of a gateway come, as far as its settings say.
    package func receiptWay(of described: GatewaySettings) throws(SettingsError) -> ReceiptWay {
        let (provider, values) = (try provider(of: described), values(of: described))
        let proof: (any DeclaredSetting)?
        switch try provider.receipts(with: values) {
        case .calls(let needed, _): proof = needed
        case .connection: return .connection
        case .none(let reason): return .none(reason)
        }
        guard let base = try valueIfSet(of: ReceiptSettings.url) else {
            return .none("\(ReceiptSettings.url.name) is not set")
        }
        if let proof, !values.isSet(proof) { return .none("\(values.name(of: proof)) is not set") }
        return .calls(url: "\(base)/v1/receipts/\(described.name ?? provider.kind)")
    }

    /// The URL that the gateway's provider calls with receipts; nil when it calls none.
    func receiptsURL(of described: GatewaySettings) throws(SettingsError) -> String? {
        guard case .calls(let url) = try receiptWay(of: described) else { return nil }
        return url
    }
}
