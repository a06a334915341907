import VerificationCore

extension TestNumberService {
    /// The outcome of replacing an app's test numbers by a list; where it was refused, nothing has changed.
    package enum Replaced: Sendable, Hashable {
        case replaced
        /// Why it was refused, and the first number of which that is true; nil where it is true of the whole list.
        case refused(TestNumberError, PhoneNumber?)
    }

    /// Makes these numbers the only test numbers of the app; also expired test numbers go.
    ///
    /// A number whose code stays is not touched. Where the code changes, the number keeps its scenario and its end, for
    /// a list of numbers and codes says nothing of them. The audit gets how many numbers were added, changed and
    /// removed.
    package func replaceAll(
        with wanted: [TestNumberForm], of app: App, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Replaced {
        var refused: PhoneNumber?
        do throws(OperatorError) {
            try await permits.perform(
                .changeTestNumber, on: "test numbers of app \(app.id)", because: reason, by: person
            ) { () throws(OperatorError) -> String? in
                if let form = wanted.first(where: { !app.rules.takes($0.phone.kind) }) {
                    refused = form.phone
                    throw .noTestNumber(.cannotGetSMS)
                }
                let known = try await asked { () throws(StoreError) in try await store.testNumbers(of: app.id) }
                let change = try change(of: known, to: wanted, of: app)
                let most = app.rules.maxTestNumbers
                let replaced = try await asked { () throws(StoreError) in
                    try await store.replace(change.removed, with: change.saved, of: app.id, limit: most)
                }
                switch replaced {
                case .replaced: return change.words
                case .tooMany: throw .noTestNumber(.tooMany(most))
                case .inUse(let phone):
                    refused = phone
                    throw .noTestNumber(.inUse)
                }
            }
            return .replaced
        } catch {
            guard case .noTestNumber(let reason) = error else { throw error }
            return .refused(reason, refused)
        }
    }

    private func change(
        of known: [TestNumber], to wanted: [TestNumberForm], of app: App
    ) throws(OperatorError) -> TestNumberReplacement {
        let now = now()
        let known = Dictionary(known.map { ($0.phone.e164, $0) }) { first, _ in first }
        var change = TestNumberReplacement()
        for form in wanted {
            let old = known[form.phone.e164].flatMap { $0.isValid(at: now) ? $0 : nil }
            if let old, keyRing?.open(old.code, of: form.phone.e164, app: app.id) == form.code { continue }
            let kept = try TestNumberForm(form, keeping: old)
            change.saved.append(try sealed(kept, of: app, at: now))
            if old != nil { change.changed += 1 }
        }
        let phones = Set(wanted.map(\.phone.e164))
        change.removed = Set(known.values.filter { !phones.contains($0.phone.e164) }.map(\.id))
        return change
    }
}

/// What has to happen to an app's test numbers so that they become those of a list.
private struct TestNumberReplacement {
    var saved: [TestNumber] = []
    /// How many of the saved numbers stood before, with another code.
    var changed = 0
    var removed: Set<VerificationID> = []

    /// For the audit; nil where nothing changes.
    var words: String? {
        let counts = [(saved.count - changed, "added"), (changed, "changed"), (removed.count, "removed")]
        let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension TestNumberForm {
    /// The number and code of a form with the scenario and the end of the test number that stands.
    fileprivate init(_ form: TestNumberForm, keeping old: TestNumber?) throws(OperatorError) {
        do throws(TestNumberError) {
            try self.init(phone: form.phone, code: form.code, scenario: old?.scenario, expiresAt: old?.expiresAt)
        } catch {
            throw .noTestNumber(error)
        }
    }
}
