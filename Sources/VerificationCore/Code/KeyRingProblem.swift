import Crypto

/// What is wrong with a key ring's text; it never holds a secret.
package enum KeyRingProblem: Error, Sendable, Hashable {
    case malformed
    case weakSecret(name: String)
    case repeatedName(String)
}
