import AccountCore
import Assembly
import PostgreSQL
import Store
import StrictJSON
import VerificationCore

extension DoctorCommand {
    /// Whether the Firebase surface could start with these settings.
    static func surface(_ settings: Settings) -> [Finding] {
        let start = Finding.of("identity") { try settings.identityInWords() }
        do {
            return [start] + (try settings.proxyWarning.map { [Finding("proxies", is: .warning, words: $0)] } ?? [])
        } catch {
            return [start, Finding("proxies", is: .failed, words: "\(error)")]
        }
    }

    /// Whether the Firebase surface could work with accounts, and its projects and their keys.
    ///
    /// Nothing of them where there is no project.
    static func identity(_ settings: Settings, in pool: PostgresPool) async -> [Finding] {
        await use(settings, in: pool) + accounts(settings, in: pool)
    }

    /// What keeps the surface from serving with this database; nothing when nothing does.
    private static func use(_ settings: Settings, in pool: PostgresPool) async -> [Finding] {
        do {
            let refusal = try settings.identityRefusal(afterUse: try await PostgresProjects(pool: pool).modes())
            return refusal.map { [Finding("surface's mode", is: .failed, words: $0)] } ?? []
        } catch {
            return [Finding("surface's mode", is: .failed, words: "\(error)")]
        }
    }

    private static func accounts(_ settings: Settings, in pool: PostgresPool) async -> [Finding] {
        do {
            let projects = try await PostgresProjects(pool: pool).projects()
            guard !projects.isEmpty else { return [] }
            try await PostgresAccounts(pool: pool).examine()
            let issuers = await issuers(of: projects, by: try settings.keySets())
            let captchas = await captchas(
                of: projects, with: try settings.value(of: CodeSettings.keys), by: try settings.captchas())
            let keys = try signingKeys(
                settings, keys: await PostgresSigningKeys(pool: pool).signingKeys(), at: await StorePorts(pool).now())
            let locked = try playKeys(of: projects, settings)
            let proofs = await issuers + captchas + pushes(settings, for: projects) + locked
            let people = await providers(
                of: projects, with: try settings.value(of: CodeSettings.keys), by: try settings.keySets())
            let accounts = [Finding("accounts", is: .ok, words: "can be changed")]
            return accounts + projects.map(signIn) + proofs + people + [keys]
        } catch {
            return [Finding("accounts", is: .failed, words: "\(error)")]
        }
    }

    private static func signIn(_ project: Project) -> Finding {
        let words = "\(project.id) is app \(project.app); \(project.gateInWords)"
        let warning = project.isByPhoneOnly ? "; \(Project.phoneOnlyWarning)" : ""
        let isWellBounded = warning.isEmpty && project.unprovenSends.isEmpty
        return Finding("project", is: isWellBounded ? .ok : .warning, words: words + warning)
    }

    /// Whether the keys can be read by which proofs of apps are verified.
    private static func issuers(of projects: [Project], by source: any KeySetSource) async -> [Finding] {
        let urls = projects.filter { $0.proofs[.appCheck] != .off }.flatMap(\.proofs.appCheckIssuers).map(\.keySetURL)
        var findings: [Finding] = []
        for url in Set(urls).sorted() {
            do throws(KeySetError) {
                let keys = try await source.keySet(at: url)["keys"]?.array ?? []
                findings.append(
                    Finding("keys of App Check", is: keys.isEmpty ? .failed : .ok, words: "\(url) has \(keys.count)"))
            } catch {
                findings.append(Finding("keys of App Check", is: .failed, words: "\(url): \(error.words)"))
            }
        }
        return findings
    }

    /// Whether the keys can be opened by which tokens of Play Integrity are read.
    private static func playKeys(of projects: [Project], _ settings: Settings) throws -> [Finding] {
        let ring = try settings.value(of: CodeSettings.keys)
        return projects.compactMap { project in
            guard project.proofs[.playIntegrity] != .off, let key = project.proofs.playIntegrity?.decryptionKey else {
                return nil
            }
            return ring.holds(key.keyName)
                ? Finding("keys of Play Integrity", is: .ok, words: "\(project.id) can open tokens")
                : Finding(
                    "keys of Play Integrity", is: .failed,
                    words: "code.keys lacks \(key.keyName), which sealed the key of \(project.id)")
        }
    }

    private static func signingKeys(
        _ settings: Settings, keys: [SigningKey], at now: Timestamp
    ) throws -> Finding {
        let ring = try settings.value(of: CodeSettings.keys)
        let locked = keys.filter { !ring.holds($0.secret.keyName) }
        guard locked.isEmpty else {
            let names = Set(locked.map(\.secret.keyName)).sorted().joined(separator: ", ")
            return Finding("signing keys", is: .failed, words: "code.keys lacks \(names), which sealed a signing key")
        }
        let current = keys.signing(at: now).map { "\($0.id) signs" }
        return Finding("signing keys", is: .ok, words: current ?? "the first is made at the first sign-in")
    }
}
