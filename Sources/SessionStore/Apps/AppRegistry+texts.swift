import PostgreSQL
import StrictJSON
import VerificationCore

extension AppRegistry: AppTextStore {
    package func set(_ text: AppText, for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool {
        let texts = PostgresJSON(
            text: String(decoding: JSONValue.object(AppTexts([language: text]).json).serialized, as: UTF8.self))
        let results = try await change(app, ["update app set texts = texts || \(texts) where id = \(app.name)"])
        return results[0].affectedRows == 1
    }

    package func removeText(for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool {
        let results = try await change(
            app,
            [
                """
                update app set texts = texts - \(language.description)
                where id = \(app.name) and jsonb_exists(texts, \(language.description))
                """
            ])
        return results[0].affectedRows == 1
    }
}
