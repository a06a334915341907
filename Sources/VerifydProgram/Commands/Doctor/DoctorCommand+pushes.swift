import AccountCore
import Assembly
import VerificationCore

extension DoctorCommand {
    /// A well-formed token that no device has.
    private static let nobody = DeviceToken(String(repeating: "0f", count: 32))

    /// Whether the projects that take silent pushes can have them, and whether Apple takes the key.
    ///
    /// Nothing where neither a project nor the settings say anything of pushes.
    static func pushes(_ settings: Settings, for projects: [Project]) async -> [Finding] {
        let takers = projects.filter { $0.proofs[.silentPush] != .off }.map(\.id.text).joined(separator: ", ")
        do {
            guard let configured = try settings.pushes(now: Machine.now) else {
                let words = "\(takers) takes silent pushes, and identity.push.keyFile is not set"
                return takers.isEmpty ? [] : [Finding("silent push", is: .warning, words: words)]
            }
            var findings: [Finding] = []
            for bundle in configured.bundles {
                findings.append(await finding(bundle, by: configured.sender))
            }
            return findings
        } catch {
            return [Finding("silent push", is: .failed, words: "\(error)")]
        }
    }

    /// Apple looks at the key first: that it does not know the device is the good answer.
    private static func finding(_ bundle: String, by sender: any PushSender) async -> Finding {
        guard let nobody else { return Finding("silent push", is: .failed, words: "no device to ask for") }
        let push = SilentPush(to: nobody, of: bundle, isSandbox: false, receipt: "doctor", secret: "doctor")
        switch await sender.send(push, within: .seconds(5)) {
        case .badDevice, .delivered: return Finding("silent push", is: .ok, words: "Apple takes the key for \(bundle)")
        case .refused(let reason):
            return Finding("silent push", is: .failed, words: "Apple refuses the key for \(bundle): \(reason)")
        case .busy(let reason):
            return Finding("silent push", is: .failed, words: "Apple gives no answer for \(bundle): \(reason)")
        }
    }
}
