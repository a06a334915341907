import ArgumentParser
import Foundation
import UnixSignals

/// Measures until SIGINT or SIGTERM: then the measurement is cancelled, and takes away what it has made.
///
/// A second signal ends this process at once. Throws the exit status that shells give to what a signal has ended.
func untilInterrupted<Report: Sendable>(
    _ measure: @escaping @Sendable () async throws -> Report
) async throws -> Report {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let measuring = Task { try await measure() }
    let listening = Task { () -> Int32? in
        var status: Int32?
        for await signal in signals {
            guard status == nil else { _exit(128 + signal.rawValue) }
            status = 128 + signal.rawValue
            measuring.cancel()
            FileHandle.standardError.write(Data("interrupted: taking away what was made\n".utf8))
        }
        return status
    }
    let result = await measuring.result
    // The list of signals ends with its task.
    listening.cancel()
    if let status = await listening.value { throw ExitCode(status) }
    return try result.get()
}
