import Hummingbird
import HummingbirdCore

extension Request {
    /// The path as the caller wrote it, without the query.
    package var path: String { uri.path }
}
