import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore

/// The verification that a call is about, for the log.
enum CallSubject {
    /// The verification in the path, or in the answer's `Location`; nil for a path with another word in its place.
    static func verification(_ request: Request, _ response: Response?) -> VerificationID? {
        verification(in: request.path) ?? response?.headers[.location].flatMap(verification(in:))
    }

    private static func verification(in path: String) -> VerificationID? {
        let start = "/v1/verifications/"
        return path.hasPrefix(start) ? VerificationID(String(path.dropFirst(start.count).prefix(36))) : nil
    }
}
