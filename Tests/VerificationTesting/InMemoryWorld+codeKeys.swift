import VerificationCore

extension InMemoryWorld: CodeKeyRegister {
    package func noteUse(of keyName: String) async throws(StoreError) {
        let now = clock.now
        try answering(about: .verifications) { state in state.codeKeys[keyName] = now }
    }

    package func namesInUse() async throws(StoreError) -> Set<String> {
        let now = clock.now
        return try answering(about: .verifications) { state in
            Set(state.codeKeys.filter { now < $0.value + .seconds(300) }.keys)
        }
    }
}
