import AccountCore
import Assembly
import StrictJSON
import VerificationCore

extension DoctorCommand {
    /// Whether the providers of the projects' captchas are there, and know the projects' secrets.
    static func captchas(
        of projects: [Project], with keys: KeyRing, by verifier: any CaptchaVerifier
    ) async -> [Finding] {
        var findings: [Finding] = []
        for project in projects {
            guard let site = project.proofs.captcha else { continue }
            findings.append(await captcha(site, of: project, with: keys, by: verifier))
        }
        return findings
    }

    /// Asks about a response that no provider has given, so it uses up nothing.
    private static func captcha(
        _ site: CaptchaSite, of project: Project, with keys: KeyRing, by verifier: any CaptchaVerifier
    ) async -> Finding {
        let name = "\(site.provider.rawValue) of \(project.id)"
        guard let secret = keys.open(captchaSecret: site.secret, of: project.id) else {
            return Finding(
                "captcha", is: .failed,
                words: "\(name): code.keys lacks \(site.secret.keyName), which sealed its secret")
        }
        do throws(CaptchaError) {
            let answer = try await verifier.ask(
                CaptchaQuestion("made-up-by-verifyd-doctor", of: site, secret: secret, from: nil))
            if answer.isSuccess {
                return Finding(
                    "captcha", is: .warning, words: "\(name) takes every answer: its keys are the provider's test keys")
            }
            switch answer.verdict(for: site, domains: [], at: Machine.now()) {
            case .good, .bad: return Finding("captcha", is: .ok, words: "\(name) is there, and knows the secret")
            case .undecided(let words): return Finding("captcha", is: .failed, words: "\(name): \(words)")
            }
        } catch {
            return Finding("captcha", is: .failed, words: "\(name) at \(site.verifyURL): \(error.words)")
        }
    }
}
