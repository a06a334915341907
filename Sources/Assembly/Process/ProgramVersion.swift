import CRevision

/// Which verifyd this is.
package enum ProgramVersion {
    /// The version of the next release; no release has been made yet.
    private static let current = "0.1.0"

    /// The tag of a release, such as `0.2.0`; of any other build the next release and the commit, such as
    /// `0.1.0+baaef228d676`.
    ///
    /// A build with changes that are in no commit ends with `.changed`, and a build without git has no commit.
    package static let full = full(of: String(cString: verifyd_revision()))

    /// `revision`: a tag such as `v0.2.0`, or anything else that git says, as `Package.swift` hands it over.
    static func full(of revision: String) -> String {
        let isRelease = revision.wholeMatch(of: /v[0-9]+(\.[0-9]+)*(-(alpha|beta|rc)[.0-9]*)?/) != nil
        if isRelease { return String(revision.dropFirst()) }
        return revision.isEmpty ? current : "\(current)+\(revision)"
    }
}
