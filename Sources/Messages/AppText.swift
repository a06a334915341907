/// A text of an app's own in one language: `{code}` once, and `{app}` and `{minutes}` where wanted.
///
/// `{minutes}` is the bare number, which is right where the word beside it has no forms ("min"). Where the word has
/// forms, the text names them as CLDR does: `{minutes|one:# minute|other:# minutes}`. There `#` is the number. `{{` and
/// `}}` are braces. The values put in are only text, whatever they say.
package struct AppText: Sendable, Hashable {
    /// The most code units of UTF-16 that a text may have.
    private static let longest = 2_000

    /// The text as it was written.
    package let template: String
    let format: MessageFormat
    /// Whether it has words that depend on the number of minutes.
    package let isCounting: Bool

    /// Takes a template apart; throws on a template that could make a wrong message.
    ///
    /// Refused are:
    /// - an unknown placeholder;
    /// - a code that does not stand in it exactly once, or that touches other digits;
    /// - white space at either end;
    /// - control characters, except line breaks between lines;
    /// - marks that turn letters round, because they could change how the code reads.
    package init(_ template: String) throws(AppTextError) {
        guard !template.isEmpty else { throw .empty }
        guard template.utf16.count <= Self.longest else { throw .tooLong }
        for scalar in template.unicodeScalars where scalar != "\n" {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: throw .controlCharacter
            default: break
            }
            guard !Direction.isForced(by: scalar) else { throw .directionMark }
        }
        for edge in [template.unicodeScalars.first, template.unicodeScalars.last] {
            guard edge?.properties.isWhitespace == false else { throw .whiteSpaceAtTheEnds }
        }
        let format = try MessageFormat(appText: template)
        let codes = format.count(of: .code)
        guard codes == 1 else { throw .codes(codes) }
        guard !format.isCodeCrowded else { throw .crowdedCode }
        self.template = template
        self.format = format
        isCounting = !format.countedForms.isEmpty
    }
}
