import Operations
import StrictJSON
import VerificationCore

/// How long a pause lasts, as the page of a pause offers it.
enum PauseLength: String, CaseIterable {
    case untilResumed = "until an operator resumes it"
    case quarter = "15 min"
    case hour = "1 h"
    case fourHours = "4 h"

    static let field = ActionPage.Field(
        name: "for", label: "For how long", kind: .choice, value: untilResumed.rawValue,
        options: allCases.map(\.rawValue), hint: "With an end, workers resume by themselves.")

    /// A form without the field asks for a pause without an end, as scripts of before do.
    static func chosen(_ text: String?) throws(OperatorError) -> PauseLength {
        guard let text else { return .untilResumed }
        guard let length = PauseLength(rawValue: text) else { throw .unusable("Choose how long the pause lasts.") }
        return length
    }

    /// Nil without an end.
    var duration: Duration? {
        switch self {
        case .untilResumed: nil
        case .quarter: .seconds(900)
        case .hour: .seconds(3_600)
        case .fourHours: .seconds(4 * 3_600)
        }
    }
}

extension Situation {
    /// What a pause of requests does to people now.
    var pauseWarning: String {
        let inHand = (workers.value?.living ?? []).reduce(0) { $0 + ($1.status?.inHand ?? 0) }
        return hitWords
            + " Workers still finish the \(inHand) \(inHand == 1 ? "request" : "requests") that they have in flight."
    }
}
