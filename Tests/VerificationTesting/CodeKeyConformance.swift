import Testing
import VerificationCore

/// Proves what every register of code keys promises.
///
/// - Parameters:
///   - register: the register; it is empty at the beginning.
///   - passing: moves the store's time forward.
/// - Throws: what the store throws.
package func exerciseCodeKeys(
    _ register: any CodeKeyRegister, passing: (Duration) async throws -> Void
) async throws {
    #expect(try await register.namesInUse().isEmpty)
    for name in ["k1", "k2", "k1"] { try await register.noteUse(of: name) }
    #expect(try await register.namesInUse() == ["k1", "k2"])
    try await passing(.seconds(240))
    try await register.noteUse(of: "k2")
    #expect(try await register.namesInUse() == ["k1", "k2"])
    try await passing(.seconds(61))
    #expect(try await register.namesInUse() == ["k2"], "five minutes after its last use a key is forgotten")
    try await passing(.seconds(240))
    #expect(try await register.namesInUse().isEmpty)
}
