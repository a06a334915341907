import CLanguages
import GatewayKit

/// A language taken apart under its present name, with what its readers most likely mean.
struct LikelyLanguage {
    /// `und` where the tag names no language.
    let language: String
    let script: String
    let region: String
    let likelyLanguage: String
    /// Empty where ICU does not know it.
    let likelyScript: String

    /// Nil if ICU cannot read the tag, or the tag names neither language nor script nor region.
    init?(_ tag: String) {
        var parts = CLanguageParts()
        guard CLanguagesParts(tag, &parts) else { return nil }
        let name = String(endedByNUL: parts.language)
        language = name.isEmpty ? "und" : name
        script = String(endedByNUL: parts.script)
        region = String(endedByNUL: parts.region)
        likelyLanguage = String(endedByNUL: parts.likelyLanguage)
        likelyScript = String(endedByNUL: parts.likelyScript)
        if name.isEmpty, script.isEmpty, region.isEmpty { return nil }
    }

    /// The language by its present name.
    var tag: String { Self.tag(language, script, region) }

    /// Another language in this language's script and region: `es-Latn-PE` for `es`, from `qu-PE`.
    func tag(ofLanguage other: String) -> String { Self.tag(other, script.isEmpty ? likelyScript : script, region) }

    private static func tag(_ subtags: String...) -> String { subtags.filter { !$0.isEmpty }.joined(separator: "-") }
}

extension String {
    /// Reads a C array of characters, which Swift sees as a tuple, up to its NUL.
    fileprivate init<Characters: BitwiseCopyable>(endedByNUL characters: Characters) {
        self = withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
