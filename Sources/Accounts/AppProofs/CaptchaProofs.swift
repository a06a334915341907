import AccountCore
import VerificationCore

/// Verifies what a captcha's provider gave a person's browser.
struct CaptchaProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// `address`: where the caller is, which the provider may compare with where the person was.
    func look(at response: String?, from address: IPAddress?, for project: Project) async -> ProofLook {
        guard let response, !response.isEmpty else { return .missing }
        guard response.utf8.count <= CaptchaAnswer.longestResponse,
            response.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let site = project.proofs.captcha
        else { return .bad }
        let digest = ProofLook.digest(of: Array(response.utf8))
        let questions = ports.credentials.captchas
        guard let secret = ports.keyRing.open(captchaSecret: site.secret, of: project.id) else {
            questions.report("code.keys does not open the secret", of: project.id, at: ports.now())
            return .unverified
        }
        let question = CaptchaQuestion(response, of: site, secret: secret, from: address)
        guard let answer = await questions.ask(question, digest: digest, of: project.id, at: ports.now()) else {
            return .unverified
        }
        switch answer.verdict(for: site, domains: project.authorizedDomains, at: ports.now()) {
        case .good: return .good(digest: digest)
        case .bad: return .bad
        case .undecided(let words):
            questions.report(words, of: project.id, at: ports.now())
            return .unverified
        }
    }
}
