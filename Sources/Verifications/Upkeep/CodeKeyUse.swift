import Logging
import VerificationCore

/// Notes in the store every minute that this process uses its code key; a note counts for five minutes.
package struct CodeKeyUse: Sendable {
    private let keyName: String
    private let register: any CodeKeyRegister
    private let logger: Logger

    /// - Parameters:
    ///   - keyName: the key with which this process makes ids and codes.
    ///   - register: where all processes note their keys.
    ///   - logger: gets a line when the note could not be made.
    package init(of keyName: String, in register: any CodeKeyRegister, logger: Logger) {
        (self.keyName, self.register, self.logger) = (keyName, register, logger)
    }

    /// Runs until its task is cancelled.
    package func run() async {
        var isNoted = true
        while !Task.isCancelled {
            do throws(StoreError) {
                try await register.noteUse(of: keyName)
                isNoted = true
            } catch {
                if isNoted { logger.warning("use of the code key not noted", metadata: [LogKeys.error: "\(error)"]) }
                isNoted = false
            }
            try? await Task.sleep(for: .seconds(isNoted ? 60 : 5))
        }
    }
}
