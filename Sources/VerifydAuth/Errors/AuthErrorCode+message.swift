extension AuthErrorCode {
    /// One sentence for developers; apps write their own for people.
    var message: String { "The call failed: \(self)." }
}
