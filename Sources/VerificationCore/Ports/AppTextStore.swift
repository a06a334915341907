/// Port: the texts that apps send in place of the catalog's.
package protocol AppTextStore: Sendable {
    /// Makes this the app's own text for a language, whatever it was before; texts for other languages stay.
    ///
    /// - Returns: false when there is no such app.
    func set(_ text: AppText, for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool

    /// Takes an app's own text away, so that its users get the catalog's text again.
    ///
    /// - Returns: false when the app has no text for exactly that language.
    func removeText(for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool
}
