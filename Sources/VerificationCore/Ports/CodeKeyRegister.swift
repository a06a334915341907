/// Port: which keys of code rings the processes of one installation use, whatever each of them has in its own ring.
package protocol CodeKeyRegister: Sendable {
    /// Says that this process makes ids and codes with the key; forgotten unless it is said again within five minutes.
    func noteUse(of keyName: String) async throws(StoreProblem)

    /// The names that were noted and are not forgotten.
    func namesInUse() async throws(StoreProblem) -> Set<String>
}
