/// Port: an app's test numbers.
package protocol TestNumberStore: Sendable {
    /// In the order in which they were made, those that have expired included.
    func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber]

    /// Adds a test number, or changes the one of the same phone, which keeps its id.
    ///
    /// A number to which the app has really sent, as far as that is on record, is refused: with a code that somebody
    /// has set, it would open a real person's account.
    func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreProblem) -> SavedTestNumber

    /// - Returns: false when the app has no such test number.
    func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> Bool
}
