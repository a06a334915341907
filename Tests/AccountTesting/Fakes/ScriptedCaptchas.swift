import AccountCore
import StrictJSON
import Synchronization

/// Gives the answers that a test has put to responses, each once, as the providers do, and keeps the questions.
package final class ScriptedCaptchas: CaptchaVerifier {
    private struct State {
        var answers: [String: JSONObject] = [:]
        var asked: [CaptchaQuestion] = []
        var isAway = false
        var hold: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// The questions so far, in order.
    package var asked: [CaptchaQuestion] { state.withLock { $0.asked } }

    /// What the provider says to a response, the first time.
    package func put(_ answer: JSONObject, to response: String) { state.withLock { $0.answers[response] = answer } }

    /// Whether the provider is silent.
    package func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// What each question waits for before its answer.
    package func hold(by wait: (@Sendable () async -> Void)?) { state.withLock { $0.hold = wait } }

    package func ask(_ question: CaptchaQuestion) async throws(CaptchaError) -> CaptchaAnswer {
        let (isAway, hold) = state.withLock { state in
            state.asked.append(question)
            return (state.isAway, state.hold)
        }
        await hold?()
        if isAway { throw .unreachable("timeout") }
        let used: JSONObject = ["success": false, "error-codes": ["timeout-or-duplicate"]]
        let object = state.withLock { $0.answers.removeValue(forKey: question.response) } ?? used
        guard let answer = CaptchaAnswer(object) else { throw .unusable("the answer is no provider's") }
        return answer
    }
}
