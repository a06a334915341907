/// Port: makes and changes apps.
package protocol AppStore: AppReader {
    /// Makes the app, or changes the app of that id to this one.
    ///
    /// The app's own texts and its test numbers stay as they are: they have ports of their own.
    func save(_ app: App) async throws(StoreProblem)
}
