import VerificationCore

extension InMemoryWorld: SecurityKeyStore {
    package func securityKeys() throws(StoreError) -> [SecurityKey] {
        try answeringOperators { state in
            state.operators.securityKeys.sorted { left, right in
                (left.createdAt, left.id.description) < (right.createdAt, right.id.description)
            }
        }
    }

    package func add(_ key: SecurityKey) throws(StoreError) -> Bool {
        let now = clock.now
        return try answeringOperators { state in
            state.operators.touch(key.name, at: now)
            let keys = state.operators.securityKeys
            guard state.operators.people[key.name] != nil, !keys.contains(where: { $0.id == key.id }),
                keys.count(where: { $0.name == key.name }) < SecurityKey.most
            else { return false }
            state.operators.securityKeys.append(key)
            return true
        }
    }

    package func useSecurityKey(
        _ id: [UInt8], of name: OperatorName, challenge at: Timestamp, counter: UInt32
    ) throws(StoreError) -> Bool {
        try answeringOperators { state in
            let place = state.operators.securityKeys.firstIndex { $0.id == id && $0.name == name }
            guard let place, let used = state.operators.securityKeys[place].used(challenge: at, counter: counter) else {
                return false
            }
            state.operators.securityKeys[place] = used
            return true
        }
    }

    package func removeSecurityKey(_ id: [UInt8], of name: OperatorName) throws(StoreError) -> Bool {
        try answeringOperators { state in
            let before = state.operators.securityKeys.count
            state.operators.securityKeys.removeAll { $0.id == id && $0.name == name }
            return state.operators.securityKeys.count < before
        }
    }

    package func removeSecurityKeys(of name: OperatorName) throws(StoreError) -> Int {
        try answeringOperators { state in
            let before = state.operators.securityKeys.count
            state.operators.securityKeys.removeAll { $0.name == name }
            return before - state.operators.securityKeys.count
        }
    }
}
