import HTTPTypes
import Hummingbird

/// The name of a call, in `Request-Id` and in the log.
enum RequestName {
    /// The caller's own `Request-Id` or `X-Request-Id`, so that the caller's log and ours name the call alike.
    ///
    /// A name consists of 1 to 64 ASCII letters, digits, dots, dashes and underscores. If the caller gave no such name,
    /// the server makes a name.
    static func of(_ request: Request) -> String {
        let given = request.headers.text(of: .requestID) ?? request.headers.text(of: .xRequestID)
        guard let given, isPlain(given) else { return RequestID().description }
        return given
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
