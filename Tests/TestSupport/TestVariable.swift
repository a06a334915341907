import Glibc
import Testing

/// What the environment tells the tests of the services that they talk to; `deploy/services env` prints it.
package enum TestVariable {
    /// The variable's value; without it the test fails, and is not skipped.
    package static func value(of name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let value = getenv(name).map { String(cString: $0) }
        return try #require(
            value, #"\#(name) is not set: eval "$(deploy/services env)""#, sourceLocation: sourceLocation)
    }
}
