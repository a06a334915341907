import ArgumentParser
import Assembly
import GatewayKit

/// How a command ends; scripts go by these numbers, so they never change.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// A question has its answer, and the answer is bad; for example `doctor` has found a part that does not work.
    case bad = 1
    /// Graver than `bad`, as plug-ins of monitoring systems tell it.
    case down = 2
    /// A question has no answer, and nothing is known to be bad.
    case unknown = 3
    /// As `EX_USAGE` of sysexits.h.
    case misused = 64
    /// As `EX_NOINPUT`: what the command names does not exist.
    case notThere = 66
    /// As `EX_UNAVAILABLE`: trying again later may help.
    case away = 69
    /// As `EX_CONFIG`: a person must change something first.
    case misconfigured = 78

    /// The status of a command that has ended with an error; nil where ArgumentParser knows better, for example `--help`.
    init?(_ error: any Error) {
        switch error {
        case is ValidationError: self = .misused
        case is NotThereError: self = .notThere
        case is ServiceError: self = .away
        case is SettingsError: self = .misconfigured
        default: return nil
        }
    }

    /// For a command to throw.
    var code: ExitCode { ExitCode(rawValue) }

    var meaning: String {
        switch self {
        case .done: "all is done"
        case .bad:
            "`doctor`, `bench` or a test has found something bad, `status` says DEGRADED, or the program itself has failed"
        case .down: "`status` says DOWN"
        case .unknown: "`status` cannot look at a part, and finds nothing else wrong"
        case .misused: "a command is used wrongly"
        case .notThere: "what the command names is not there"
        case .away: "the database or the broker does not answer, or refuses"
        case .misconfigured: "a setting is missing or wrong, or its port is taken"
        }
    }

    /// For `verifyd --help`.
    static let words = "Exit status: " + allCases.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ") + "."
}
