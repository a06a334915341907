/// Port: an app's test numbers.
package protocol TestNumberStore: Sendable {
    /// In the order in which they were made, expired test numbers included.
    func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber]

    /// Adds a test number, or changes the test number of the same phone, which keeps its id.
    ///
    /// A number to which the app has really sent, as far as that is on record, is refused. With a fixed code it would
    /// open a real person's account. Where there is no such app the answer is `tooMany`.
    func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreProblem) -> SavedTestNumber

    /// - Returns: false when the app has no such test number.
    func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> Bool
}
