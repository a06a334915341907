import AccountCore
import StrictJSON
import VerificationCore
import Verifications

/// A project's configuration as its administrator sees it: the project's own members, and what its app decides.
struct ProjectConfiguration: Sendable {
    static let domains = ["authorizedDomains"]
    static let regions = ["smsRegionConfig"]
    static let testNumbers = ["signIn", "phoneNumber", "testPhoneNumbers"]
    /// The members that an answer shows also when no caller has set them.
    private static let defaults: [(path: [String], value: JSONValue)] = [
        (["signIn", "allowDuplicateEmails"], false), (["blockingFunctions"], .object(JSONObject())),
        (["emailPrivacyConfig", "enableImprovedEmailPrivacy"], false),
    ]

    private(set) var project: Project
    let app: App
    /// The app's test numbers that are valid now, with their codes.
    let numbers: [(number: TestNumber, code: String)]

    /// All members that are set, whether the project, the app's rules or the app's test numbers hold them.
    var document: JSONObject {
        var document = project.others
        document = document.setting(Self.domains, to: .array(project.authorizedDomains.map(JSONValue.string)))
        document = document.setting(Self.regions, to: policy.map(JSONValue.object))
        let codes = JSONObject(numbers.map { JSONObject.Member(key: $0.number.phone.e164, value: .string($0.code)) })
        return document.setting(Self.testNumbers, to: numbers.isEmpty ? nil : .object(codes))
    }

    /// The outer names of the members whose values differ from those before, sorted; without test numbers.
    func members(changedFrom before: ProjectConfiguration) -> [String] {
        let (old, new) = (
            before.document.setting(Self.testNumbers, to: nil), document.setting(Self.testNumbers, to: nil)
        )
        // An object that held only test numbers says nothing without them.
        let nothing = JSONValue.object(JSONObject())
        let paths = Set((old.members + new.members).map(\.key)).flatMap { name in
            let inner = [old[name], new[name]].flatMap { $0?.object?.members.map(\.key) ?? [] }
            return inner.isEmpty ? [[name]] : Set(inner).map { [name, $0] }
        }
        let changed = paths.filter { (old.value(at: $0) ?? nothing) != (new.value(at: $0) ?? nothing) }
        // A name may be anything that a caller has sent.
        let names = changed.map { $0.filter { $0.utf8.count <= 40 && $0.allSatisfy(\.isLetter) } }
        return Set(names.map { $0.joined(separator: ".") }).filter { !$0.isEmpty }.sorted()
    }

    /// The same beside what another change has made of the project.
    func with(_ project: Project) -> ProjectConfiguration {
        var configuration = self
        configuration.project = project
        return configuration
    }

    /// The same as the wire shows it.
    ///
    /// A former version kept settings that nothing enforces. Production does not show them, because an administrator
    /// would believe them; they stay where they are until an administrator switches them off.
    func json(in mode: IdentityMode) -> JSONObject {
        let shown =
            switch mode {
            case .emulator: document
            case .production: EnforcedSettings.enforced(of: document)
            }
        let name = JSONObject.Member(key: "name", value: .string("projects/\(project.id)/config"))
        let document = JSONObject([name] + shown.members.filter { $0.key != name.key })
        return Self.defaults.reduce(document) { shown, member in
            shown.value(at: member.path) == nil ? shown.setting(member.path, to: member.value) : shown
        }
    }

    /// The policy as the administrator wrote it, while it still says what the app does.
    private var policy: JSONObject? {
        let kept = project.others.value(at: Self.regions)?.object
        // A policy that this version does not understand is not shown.
        if let kept, (try? RegionPolicy.regions(kept)) == app.rules.regions { return kept }
        return RegionPolicy.policy(app.rules.regions)
    }
}

extension AccountPorts {
    /// The configuration as it is now; an app that this version cannot read is `unavailable`.
    func configuration(of project: Project) async throws(AccountError) -> ProjectConfiguration {
        let apps = try await asking { () throws(StoreError) in try await projects.registry.apps() }
        guard let app = apps.app(named: project.app.name) else {
            if let words = apps.unreadable[project.app] { log.report(.unreadable(words)) }
            throw .unavailable
        }
        let all = try await asking { () throws(StoreError) in
            try await projects.registry.testNumbers(of: app.id)
        }
        var numbers: [(number: TestNumber, code: String)] = []
        for number in all where number.isValid(at: now()) {
            // An administrator who saves a list without this number would remove it.
            guard let code = keyRing.open(number.code, of: number.phone.e164, app: app.id) else { throw .unavailable }
            numbers.append((number, code))
        }
        return ProjectConfiguration(project: project, app: app, numbers: numbers)
    }
}
