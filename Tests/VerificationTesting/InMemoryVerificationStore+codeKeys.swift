import VerificationCore

extension InMemoryVerificationStore: CodeKeyRegister {
    package func noteUse(of keyName: String) async throws(StoreError) {
        let now = clock.now
        try answering { state in state.codeKeys[keyName] = now }
    }

    package func namesInUse() async throws(StoreError) -> Set<String> {
        let now = clock.now
        return try answering { state in
            Set(state.codeKeys.filter { now < $0.value + .seconds(300) }.keys)
        }
    }
}
