/// Port: an app's test numbers.
package protocol TestNumberStore: Sendable {
    /// In the order in which they were made, expired test numbers included.
    func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber]

    /// Adds a test number, or changes the test number of the same phone, which keeps its id.
    ///
    /// A number to which the app has really sent, as far as that is on record, is refused. With a fixed code it would
    /// open a real person's account. Where there is no such app the answer is `tooMany`.
    func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreProblem) -> SavedTestNumber

    /// Removes test numbers and saves others, each as `save` does; either all of it is done, or nothing.
    ///
    /// - Parameters:
    ///   - removed: ids that the app does not have are no mistake.
    ///   - saved: no phone twice.
    ///   - app: whose.
    ///   - limit: how many test numbers the app may have afterwards.
    /// - Returns: what became of it; where there is no such app, and something to save, `tooMany`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func replace(
        _ removed: Set<VerificationID>, with saved: [TestNumber], of app: AppID, limit: Int
    ) async throws(StoreProblem) -> ReplacedTestNumbers

    /// - Returns: false when the app has no such test number.
    func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> Bool
}
