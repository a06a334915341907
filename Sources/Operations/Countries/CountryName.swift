import Foundation

/// What people call a country whose code they may not know.
package enum CountryName {
    private static let english = Locale(identifier: "en")

    /// The code with the country's English name, for example `DE (Germany)`.
    ///
    /// Numbers of no country have `001`, which stays as it is; so does a code that ICU does not know.
    package static func described(_ code: String) -> String {
        guard code.utf8.count == 2, let name = english.localizedString(forRegionCode: code) else { return code }
        return "\(code) (\(name))"
    }
}
