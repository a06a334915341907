/// Why Vonage does not take a message; HTTP says 200 all the same.
enum VonageRefusal: Int, Error, Sendable {
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
