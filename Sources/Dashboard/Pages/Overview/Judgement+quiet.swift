import HTTPService
import Operations
import StrictJSON
import VerificationCore

extension Judgement.Intent {
    /// A line that counts for nothing, because operators mean it to be so.
    func data(since: [Rule: Since]) -> JSONValue {
        [
            "rule": .string(finding.rule.rawValue), "sentence": .string(sentence), "measure": .string(finding.measure),
            "since": .time(since[finding.rule]?.at),
            "actions": .array(
                actions.map { action in
                    [
                        "subject": .text(action.subject.isEmpty ? nil : action.subject), "who": .string(action.who),
                        "at": .time(action.at), "reason": .text(action.reason.isEmpty ? nil : action.reason),
                    ]
                }),
        ]
    }
}

extension Judgement.Known {
    /// A line that counts for nothing until its acknowledgement ends.
    func data(since: [Rule: Since]) -> JSONValue {
        [
            "rule": .string(finding.rule.rawValue), "level": .string(finding.level.rawValue),
            "sentence": .string(finding.sentence), "measure": .string(finding.measure),
            "since": .time(since[finding.rule]?.at), "who": .string(acknowledgement.who),
            "reason": .string(acknowledgement.reason), "at": .time(acknowledgement.at),
            "until": .time(acknowledgement.until),
        ]
    }
}
