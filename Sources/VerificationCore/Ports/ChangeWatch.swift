/// Port: whether what a process keeps in memory is still the last word.
package protocol ChangeWatch: Sendable {
    /// The number of the subject's last change; nil when another process may have made a change that nobody can know here.
    ///
    /// A change that its maker was told of before the call is in it.
    func number(of subject: ChangeSubject) -> Int64?
}
