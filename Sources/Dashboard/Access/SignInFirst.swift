/// A page was asked for by a browser without a session.
struct SignInFirst: Error {
    /// Where the person wanted to go; nil for the overview.
    let to: String?
}
