import HTTPService
import VerificationCore

/// A message as Vonage's SMS API takes it.
struct VonageOrder: Sendable {
    /// Digits without a plus.
    let to: String
    let from: String
    let text: String
    let reference: String?
    let callback: String?

    /// Throws why Vonage would not take it.
    init(_ form: Form) throws(VonageError) {
        guard let to = form["to"], let from = form["from"], let text = form["text"] else { throw .missingParameter }
        guard (7...15).contains(to.utf8.count), to.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .invalidParameter
        }
        self.to = to
        self.from = from
        self.text = form["type"] == "unicode" ? text : Self.inGSM(text)
        reference = form["client-ref"]
        callback = form["callback"]
        guard callback.map({ $0.utf8.count <= 100 }) ?? true else { throw .badCallback }
    }

    var draft: SandboxMessage.Draft {
        SandboxMessage.Draft(wireProtocol: .vonage, id: reference, phone: "+" + to, sender: from, text: text)
    }

    /// A text of type `text` loses the characters that GSM-7 lacks.
    private static func inGSM(_ text: String) -> String {
        String(text.map { SMSEncoding(for: String($0)) == .gsm7 ? $0 : "?" })
    }
}

/// Why Vonage does not take a message; HTTP says 200 all the same.
enum VonageError: Int, Error, Sendable {
    case throttled = 1
    case missingParameter = 2
    case invalidParameter = 3
    case badCredentials = 4
    case internalError = 5
    case invalidMessage = 6
    case badSignature = 14
    case badCallback = 23

    /// What `error-text` says.
    var text: String {
        switch self {
        case .throttled: "Throughput Rate Exceeded"
        case .missingParameter: "Missing to, from or text param"
        case .invalidParameter: "Invalid value for param"
        case .badCredentials: "Bad Credentials"
        case .internalError: "Internal Error"
        case .invalidMessage: "Unroutable message - rejected"
        case .badSignature: "Invalid Signature"
        case .badCallback: "Invalid Callback Url"
        }
    }
}
