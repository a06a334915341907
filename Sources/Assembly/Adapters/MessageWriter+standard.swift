import Languages
import VerificationCore

extension MessageWriter {
    /// Writes from the texts that come with the program.
    package static func standard() throws -> MessageWriter {
        MessageWriter(catalog: try .embedded(languages: ICULanguageData()))
    }
}
