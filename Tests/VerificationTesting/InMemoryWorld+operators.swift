import Synchronization
import VerificationCore

extension InMemoryWorld {
    /// The rows of operators, and of their sessions.
    struct Operators: Sendable {
        var people: [OperatorName: StoredOperator] = [:]
        var sessions: [[UInt8]: OperatorSession] = [:]
        var factors: [OperatorName: OperatorFactor] = [:]
        var securityKeys: [SecurityKey] = []
        var changes: Int64 = 0
        /// How many calls there were about operators, and about the audit.
        var questions = 0

        /// Moves a person's `changedAt`, so that a sign-in that has begun begins no session.
        mutating func touch(_ name: OperatorName, at now: Timestamp) {
            guard let before = people[name] else { return }
            changes += 1
            people[name] = StoredOperator(
                before.person, password: before.password, changedAt: now + .microseconds(changes),
                identity: before.identity, isOff: before.isOff)
        }
    }
}

extension InMemoryWorld: OperatorStore {
    /// How many calls there were about operators, and about the audit.
    package var operatorQuestions: Int { state.withLock(\.operators.questions) }

    @discardableResult
    package func save(_ person: Operator, password: PasswordHash) throws(StoreError) -> Bool {
        let now = clock.now
        return try answeringOperators { state in
            guard state.operators.people[person.name]?.identity == nil else { return false }
            state.operators.changes += 1
            // Like the database's clock, it never stands still.
            let changedAt = now + .microseconds(state.operators.changes)
            state.operators.people[person.name] = StoredOperator(person, password: password, changedAt: changedAt)
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != person.name }
            return true
        }
    }

    package func remove(_ name: OperatorName) throws(StoreError) -> Bool {
        try answeringOperators { state in
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != name }
            state.operators.factors[name] = nil
            state.operators.securityKeys.removeAll { $0.name == name }
            return state.operators.people.removeValue(forKey: name) != nil
        }
    }

    package func operators() throws(StoreError) -> [StoredOperator] {
        try answeringOperators { $0.operators.people.values.sorted { $0.person.name < $1.person.name } }
    }

    package func begin(_ session: OperatorSession, knowing changedAt: Timestamp) throws(StoreError) -> Bool {
        try answeringOperators { state in
            guard state.operators.people[session.name]?.changedAt == changedAt else { return false }
            state.operators.sessions[session.tokenHash] = session
            return true
        }
    }

    package func end(tokenHash: [UInt8]) throws(StoreError) {
        try answeringOperators { $0.operators.sessions[tokenHash] = nil }
    }

    package func saw(_ moments: [[UInt8]: Timestamp]) throws(StoreError) {
        try answeringOperators { state in
            for (hash, moment) in moments {
                state.operators.sessions[hash] = state.operators.sessions[hash]?.seen(at: moment)
            }
        }
    }

    package func changePassword(
        of name: OperatorName, knowing changedAt: Timestamp, to password: PasswordHash
    ) throws(StoreError) -> Bool {
        let now = clock.now
        return try answeringOperators { state in
            guard let stored = state.operators.people[name], stored.changedAt == changedAt else { return false }
            state.operators.changes += 1
            state.operators.people[name] = StoredOperator(
                stored.person, password: password, changedAt: now + .microseconds(state.operators.changes))
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != name }
            return true
        }
    }

    package func sessions() throws(StoreError) -> [OperatorSession] {
        let now = clock.now
        return try answeringOperators { state in
            state.operators.sessions = state.operators.sessions.filter { $0.value.endsAt > now }
            return Array(state.operators.sessions.values)
        }
    }

    /// Runs a call about operators or the audit; a call counts also while they are away.
    func answeringOperators<Value: Sendable>(_ call: (inout State) -> Value) throws(StoreError) -> Value {
        state.withLock { $0.operators.questions += 1 }
        return try answering(about: .operatorsAndAudit) { state in call(&state) }
    }
}

extension InMemoryWorld: OperatorFactorStore {
    package func factors() throws(StoreError) -> [OperatorFactor] {
        try answeringOperators { Array($0.operators.factors.values) }
    }

    package func enroll(_ factor: OperatorFactor) throws(StoreError) -> Bool {
        let now = clock.now
        return try answeringOperators { state in
            state.operators.touch(factor.name, at: now)
            guard state.operators.people[factor.name] != nil, state.operators.factors[factor.name] == nil else {
                return false
            }
            state.operators.factors[factor.name] = factor
            return true
        }
    }

    package func use(step: Int64, of name: OperatorName) throws(StoreError) -> Bool {
        try answeringOperators { state in
            guard let factor = state.operators.factors[name], factor.usedStep < step else { return false }
            state.operators.factors[name] = OperatorFactor(
                name: name, secret: factor.secret, usedStep: step, enrolledAt: factor.enrolledAt)
            return true
        }
    }

    package func reseal(_ factor: OperatorFactor, as resealed: SealedCode) throws(StoreError) -> Bool {
        try answeringOperators { state in
            guard let known = state.operators.factors[factor.name], known.secret == factor.secret else { return false }
            state.operators.factors[factor.name] = OperatorFactor(
                name: factor.name, secret: resealed, usedStep: known.usedStep, enrolledAt: known.enrolledAt)
            return true
        }
    }

    package func removeFactor(of name: OperatorName) throws(StoreError) -> Bool {
        try answeringOperators { $0.operators.factors.removeValue(forKey: name) != nil }
    }
}

extension InMemoryWorld: OperatorIdentityStore {
    package func admit(
        _ identity: OperatorIdentity, as person: Operator, password: PasswordHash
    ) throws(StoreError) -> IdentityAdmission {
        let now = clock.now
        return try answeringOperators { state in
            let before = state.operators.people.values.first { $0.identity == identity }
            if let before, before.isOff { return .switchedOff(before.person.name) }
            if let before, before.person.role == person.role { return .known(before) }
            guard before != nil || state.operators.people[person.name] == nil else { return .nameTaken }
            state.operators.changes += 1
            let name = before?.person.name ?? person.name
            let after = StoredOperator(
                Operator(name: name, role: person.role), password: before?.password ?? password,
                changedAt: now + .microseconds(state.operators.changes), identity: identity)
            state.operators.people[name] = after
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != name }
            guard let before else { return .added(after) }
            return .changed(after, from: before.person.role)
        }
    }

    package func endSessions(of identity: OperatorIdentity) throws(StoreError) -> OperatorName? {
        let now = clock.now
        return try answeringOperators { state in
            guard let name = state.operators.people.values.first(where: { $0.identity == identity })?.person.name else {
                return nil
            }
            state.operators.touch(name, at: now)
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != name }
            return name
        }
    }

    package func switchIdentity(of name: OperatorName, off isOff: Bool) throws(StoreError) -> Bool {
        let now = clock.now
        return try answeringOperators { state in
            guard let before = state.operators.people[name], before.identity != nil, before.isOff != isOff else {
                return false
            }
            state.operators.changes += 1
            state.operators.people[name] = StoredOperator(
                before.person, password: before.password, changedAt: now + .microseconds(state.operators.changes),
                identity: before.identity, isOff: isOff)
            state.operators.sessions = state.operators.sessions.filter { $0.value.name != name }
            return true
        }
    }
}
