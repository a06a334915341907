import AccountCore
import Assembly
import Operations

extension DoctorCommand {
    /// Whether operators could come in by single sign-on, and whether the provider answers; nothing without a provider.
    static func signOn(_ settings: Settings) async -> [Finding] {
        let subject = "single sign-on"
        do {
            guard let plan = try settings.signOnPlan else { return [] }
            let server = try settings.signOnServer(of: plan.client)
            do throws(SignOnError) {
                _ = try await server.document()
                let words = "\(plan.client.issuer) is there; it has to allow \(plan.redirectURI)"
                return [Finding(subject, is: .ok, words: words)]
            } catch {
                return [Finding(subject, is: .failed, words: "\(plan.client.issuer) \(error.words)")]
            }
        } catch {
            return [Finding(subject, is: .failed, words: "\(error)")]
        }
    }
}
