/// Port: which keys of code rings the processes of an installation use, also keys that this process's ring lacks.
package protocol CodeKeyRegister: Sendable {
    /// Notes that this process makes ids and codes with the key; forgotten after five minutes unless it is noted again.
    func noteUse(of keyName: String) async throws(StoreError)

    /// The names that were noted and are not forgotten.
    func namesInUse() async throws(StoreError) -> Set<String>
}
