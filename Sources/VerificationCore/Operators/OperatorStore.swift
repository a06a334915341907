/// Port: who may sign in to the dashboard, and who has.
package protocol OperatorStore: Sendable {
    /// Adds a person, or gives a known person another role and password; that person's sessions end.
    ///
    /// False for a person who comes in by single sign-on; then nothing is changed.
    @discardableResult
    func save(_ person: Operator, password: PasswordHash) async throws(StoreError) -> Bool

    /// Removes a person and that person's sessions; false when there is no such person.
    func remove(_ name: OperatorName) async throws(StoreError) -> Bool

    /// All operators, by name. A person whose row this version cannot read is left out, and cannot sign in.
    func operators() async throws(StoreError) -> [StoredOperator]

    /// Adds a session that has just begun.
    ///
    /// - Parameters:
    ///   - session: a session that was never added before.
    ///   - changedAt: the person's `changedAt`, as the caller knew it when the person proved the password.
    /// - Returns: false when the person is gone, or has another role or password by now; then nothing is added.
    /// - Throws: a `StoreError` when the store gives no answer.
    func begin(_ session: OperatorSession, knowing changedAt: Timestamp) async throws(StoreError) -> Bool

    /// Ends a session; nothing when it has ended.
    func end(tokenHash: [UInt8]) async throws(StoreError)

    /// Notes when sessions were last used, by the hashes of their tokens; an earlier moment than the known one, and a
    /// session that has ended, change nothing.
    func saw(_ moments: [[UInt8]: Timestamp]) async throws(StoreError)

    /// Gives a person another password; that person's sessions end.
    ///
    /// - Parameters:
    ///   - name: whose.
    ///   - changedAt: the person's `changedAt`, as the caller knew it when the person proved the old password.
    ///   - password: the new one.
    /// - Returns: false when the person is gone, or has another role or password by now; then nothing is changed.
    /// - Throws: a `StoreError` when the store gives no answer.
    func changePassword(
        of name: OperatorName, knowing changedAt: Timestamp, to password: PasswordHash
    ) async throws(StoreError) -> Bool

    /// All sessions that have not ended and are not over their life; older sessions are forgotten.
    func sessions() async throws(StoreError) -> [OperatorSession]
}
