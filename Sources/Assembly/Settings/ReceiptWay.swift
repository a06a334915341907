import SMSGateways

/// How receipts of a gateway come to this installation.
package enum ReceiptWay: Sendable, Hashable {
    /// The provider calls this URL.
    case calls(url: String)
    /// Over the worker's standing connection to the provider.
    case connection
    /// They do not come; the words say why.
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
    package func receiptWay(of described: GatewaySettings) throws(SettingsProblem) -> ReceiptWay {
        let kind = try value(of: described.kind)
        switch kind {
        case .sandbox: return .none("a sandbox tells them only when its behaviour asks for them")
        case .sns: return .none("Amazon SNS tells nobody what became of an SMS")
        case .smpp:
            let asked = described.receipts.areAsked
            guard try value(of: described.smpp.bind).hearsReceipts else {
                return .none("\(described.smpp.bind.name) is transmitter")
            }
            return try value(of: asked) ? .connection : .none("\(asked.name) is false")
        case .webhook, .twilio, .vonage, .messagebird, .bird, .kannel, .endUserMessaging: break
        }
        guard let base = try valueIfSet(of: ReceiptSettings.url) else {
            return .none("\(ReceiptSettings.url.name) is not set")
        }
        if let proof = proof(described, kind), !isSet(proof) { return .none("\(proof.name) is not set") }
        return .calls(url: "\(base)/v1/receipts/\(described.name ?? kind.rawValue)")
    }

    /// The URL that the gateway's provider calls with receipts; nil when it calls none.
    func receiptsURL(of described: GatewaySettings) throws(SettingsProblem) -> String? {
        guard case .calls(let url) = try receiptWay(of: described) else { return nil }
        return url
    }

    /// What shows that a receipt is the provider's; nil where the gateway's `secret` shows it.
    private func proof(
        _ described: GatewaySettings, _ kind: GatewayKind
    ) -> (any DeclaredSetting)? {
        switch kind {
        case .vonage, .messagebird, .bird: described.receipts.secret
        // With an API key, `secret` is the key's, and Twilio signs with the account's auth token.
        case .twilio: isSet(described.apiKey) ? described.receipts.secret : nil
        case .kannel: described.receipts.token
        case .endUserMessaging: described.receipts.topic
        case .webhook, .sandbox, .sns, .smpp: nil
        }
    }
}
