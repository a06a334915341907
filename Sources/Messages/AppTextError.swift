import GatewayKit

/// Why a text of an app's own is refused.
package enum AppTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It has more than 2,000 characters.
    case tooLong
    /// It has a control character other than a line break.
    case controlCharacter
    /// It has a mark that forces a direction on what follows.
    case directionMark
    /// It begins or ends with white space, a line break included.
    case whiteSpaceAtTheEnds
    /// It has an unknown placeholder.
    case placeholder(String)
    /// What stands after `{minutes|` is not a form of counting, or a form comes twice.
    case form(String)
    /// It lacks a form in which its language counts minutes.
    case missingForm(PluralCategory, in: LanguageTag)
    /// It has a brace that begins or ends no placeholder.
    case brace
    /// It has the code this many times, not once.
    case codes(Int)
    /// A digit or another placeholder stands right beside the code.
    case crowdedCode
    /// At its longest it needs more segments than the app allows.
    case overBudget(longest: MessageText, budget: Int)
    /// It is filed under a name that is not a language tag, or two texts are filed under the same tag.
    case language(String)
    /// What is filed under a language is not a text.
    case notText(LanguageTag)

    /// What is wrong, as text for the operator who wrote the template.
    package var description: String {
        switch self {
        case .empty: "the text is empty"
        case .tooLong: "the text has more than 2,000 characters"
        case .controlCharacter: "the text has a control character that is not a plain line break (U+A)"
        case .directionMark: "the text has a mark that forces a writing direction"
        case .whiteSpaceAtTheEnds: "the text begins or ends with white space"
        case .placeholder(let name):
            "{\(name)} is no placeholder: {code}, {app} and {minutes} are, and {{ and }} are single braces"
        case .form(let text):
            "\(text): {minutes|one:# minute|other:# minutes} names each form once: zero, one, two, few, many or other"
        case .missingForm(let form, let language):
            "{minutes|…} has no form \(form), which \(language) needs for some number of minutes"
        case .brace: "there is a brace that belongs to no placeholder: write {{ or }} for one"
        case .codes(0): "the text does not have {code}, in single braces, where the code belongs"
        case .codes(let count): "the text has {code} \(count) times: once is right"
        case .crowdedCode:
            "right beside {code} there is a digit or a placeholder, so nobody could tell where the code ends"
        case .overBudget(let longest, let budget):
            """
            too long with 20 letters of name, or the app's own if that is longer: \(longest.cost); the app allows \
            \(budget) (rule maxSegments)
            """
        case .language(let name): "\(name) is not a language tag, or comes twice"
        case .notText(let language): "what is filed under \(language) is no text"
        }
    }
}
