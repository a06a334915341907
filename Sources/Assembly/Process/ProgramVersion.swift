/// Which verifyd this is.
package enum ProgramVersion {
    /// The version of the next release; no release has been made yet.
    package static let current = "0.1.0"
}
