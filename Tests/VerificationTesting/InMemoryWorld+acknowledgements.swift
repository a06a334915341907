import VerificationCore

extension InMemoryWorld: AcknowledgementStore {
    package func acknowledgements() throws(StoreError) -> [Acknowledgement] {
        let now = clock.now
        return try answering(about: .operatorsAndAudit) { state in
            state.acknowledgements.values.filter { now < $0.until }.sorted { $0.rule < $1.rule }
        }
    }

    package func acknowledge(_ draft: AcknowledgementDraft) throws(StoreError) -> Acknowledgement {
        let now = clock.now
        return try answering(about: .operatorsAndAudit) { state in
            let acknowledgement = Acknowledgement(
                rule: draft.rule, level: draft.level, subjects: draft.subjects, who: draft.who, reason: draft.reason,
                at: now, until: draft.until)
            state.acknowledgements[draft.rule] = acknowledgement
            return acknowledgement
        }
    }

    package func takeBack(of rule: String) throws(StoreError) -> Acknowledgement? {
        let now = clock.now
        return try answering(about: .operatorsAndAudit) { state in
            state.acknowledgements.removeValue(forKey: rule).flatMap { now < $0.until ? $0 : nil }
        }
    }
}
