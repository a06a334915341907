/// Port: forgets phones.
package protocol PhoneEraser: Sendable {
    /// Forgets the verifications of a phone with these apps, the live ones included.
    ///
    /// What the phone has used of its limits stays until it would be over anyway: otherwise an erasure would be a way
    /// around the limits. The ids of its requests stay known, so that a request which the broker still holds is not
    /// taken for a new one. A verification that begins during the call stays. After an error the call may be repeated.
    ///
    /// - Parameters:
    ///   - phone: in E.164 form.
    ///   - apps: with which apps; an app that does not know the phone costs nothing.
    /// - Returns: how many verifications there were.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func erase(_ phone: String, of apps: [AppID]) async throws(StoreProblem) -> Int
}
