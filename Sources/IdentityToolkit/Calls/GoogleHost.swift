import HTTPService
import Hummingbird

/// The hosts for which this surface stands in: libraries that know no other hosts reach it through names of its network.
///
/// Elsewhere the host is the first part of the path, as in Firebase's emulator.
enum GoogleHost: String, CaseIterable {
    case identityToolkit = "identitytoolkit.googleapis.com"
    case secureToken = "securetoken.googleapis.com"
    case others = "www.googleapis.com"

    /// The path that a call to one of these hosts means here; nil for a call to any other host.
    @Sendable static func path(meantBy request: Request) -> String? {
        guard let authority = request.authority else { return nil }
        let name = authority.prefix { $0 != ":" }.lowercased()
        return GoogleHost(rawValue: name).map { "/\($0.rawValue)\(request.path)" }
    }
}
