import AccountCore
import StrictJSON
import VerificationCore

/// The configuration that a caller wants, read and checked.
struct WantedConfiguration {
    /// How many bytes of members a project keeps that this program does not use.
    private static let mostKept = 65_536

    /// Nil where the regions stay as they are.
    let regions: Regions?
    /// All test numbers that the app shall have; nil where they stay as they are.
    let numbers: [TestNumberForm]?
    private let domains: [String]?
    private let kept: JSONObject

    /// Reads what a caller wants.
    ///
    /// - Parameters:
    ///   - update: the members that the caller wrote.
    ///   - mask: which members are changed; nil for all of them.
    ///   - before: the document as it is. An earlier call has checked what it holds, perhaps by other rules.
    ///   - mode: an emulator keeps settings that nothing enforces.
    ///   - phones: reads the test numbers.
    ///   - now: the store's time.
    /// - Throws: an `AccountError` if a project cannot have the configuration.
    init(
        _ update: JSONObject, mask: FieldMask?, insteadOf before: JSONObject, mode: IdentityMode,
        phones: any PhoneNumberParser, at now: Timestamp
    ) throws(AccountError) {
        let named = try Self.choosingPolicy(of: update, in: mask?.applied(update, to: before) ?? update)
        let document = try Self.checkingFactors(of: named, insteadOf: before, in: mode)
        let changed = { (path: [String]) in
            document.value(at: path) == before.value(at: path) ? nil : document.value(at: path)
        }
        try BlockingFunctions.check(document)
        if mode == .production, let member = EnforcedSettings.unenforced(in: document, insteadOf: before) {
            throw .refused(.invalidConfig, "\(member) is not enforced here.")
        }
        domains = try Self.domains(changed(ProjectConfiguration.domains))
        regions = try Self.regions(changed(ProjectConfiguration.regions))
        numbers = try Self.numbers(changed(ProjectConfiguration.testNumbers), by: phones, at: now)
        kept = document.setting(["name"], to: nil).setting(ProjectConfiguration.domains, to: nil)
            .setting(ProjectConfiguration.testNumbers, to: nil)
        let text = JSONValue.object(kept).serialized
        // The store's reader has the same limits: it could not read a project with a longer text.
        guard text.count <= Self.mostKept, (try? JSONValue(parsing: text)) != nil else {
            throw .refused(.invalidConfig, "The configuration is too large.")
        }
    }

    /// The document with a single policy of regions: a change that names one of the two ends the other.
    private static func choosingPolicy(
        of update: JSONObject, in document: JSONObject
    ) throws(AccountError) -> JSONObject {
        guard let policy = document.value(at: ProjectConfiguration.regions)?.object else { return document }
        let named = update.value(at: ProjectConfiguration.regions)?.object ?? JSONObject()
        return document.setting(
            ProjectConfiguration.regions, to: .object(try RegionPolicy.single(policy, naming: named)))
    }

    /// What stands there already is no change: an earlier version has kept states that it did not enforce.
    private static func checkingFactors(
        of document: JSONObject, insteadOf before: JSONObject, in mode: IdentityMode
    ) throws(AccountError) -> JSONObject {
        guard let mfa = document["mfa"], mfa != .null, mfa != before["mfa"] else { return document }
        guard let members = mfa.object else { throw .wrongType(path: "/mfa", wanted: "object") }
        return document.setting(
            ["mfa"], to: .object(try SecondFactorRules.checked(members, needsKind: mode == .production)))
    }

    /// The project as it is wanted.
    func project(_ project: Project) -> Project {
        var project = project
        project.authorizedDomains = domains ?? project.authorizedDomains
        project.others = kept
        return project
    }

    private static func domains(_ value: JSONValue?) throws(AccountError) -> [String]? {
        guard let value else { return nil }
        let domains = (value.array ?? [.null]).map { $0.string?.lowercased() ?? "" }
        guard domains.allSatisfy(HostName.isHost) else {
            throw .refused(.invalidConfig, "authorizedDomains is a list of host names without scheme and port.")
        }
        return domains
    }

    private static func regions(_ value: JSONValue?) throws(AccountError) -> Regions? {
        guard let value else { return nil }
        guard let policy = value.object else { throw .wrongType(path: "/smsRegionConfig", wanted: "object") }
        return try RegionPolicy.regions(policy)
    }

    private static func numbers(
        _ value: JSONValue?, by phones: any PhoneNumberParser, at now: Timestamp
    ) throws(AccountError) -> [TestNumberForm]? {
        guard let value else { return nil }
        guard let codes = value.object else {
            throw .wrongType(path: "/" + ProjectConfiguration.testNumbers.joined(separator: "/"), wanted: "object")
        }
        var forms: [TestNumberForm] = []
        for member in codes.members {
            let entry = JSONObject([
                JSONObject.Member(key: "phoneNumber", value: .string(member.key)),
                // The wire lets a number stand for a text.
                JSONObject.Member(key: "code", value: member.value.integer.map { .string("\($0)") } ?? member.value),
            ])
            let form: TestNumberForm
            do throws(InvalidMemberError) {
                form = try TestNumberForm(reading: entry, phones: phones, now: now)
            } catch {
                throw .refused(.invalidTestingPhoneNumber, words(error))
            }
            guard !forms.contains(where: { $0.phone == form.phone }) else {
                throw .refused(.invalidTestingPhoneNumber, "A number stands twice.")
            }
            forms.append(form)
        }
        return forms
    }

    private static func words(_ problem: InvalidMemberError) -> String {
        problem.member == "code" ? "A code has 4 to 10 digits." : "Invalid format."
    }
}

/// The functions that a configuration names for sign-ups and sign-ins; verifyd keeps them, and calls none.
enum BlockingFunctions {
    private static let events: Set<String> = ["beforeCreate", "beforeSignIn"]

    /// Throws an `AccountError` for a function with an unknown event or a malformed URL.
    static func check(_ document: JSONObject) throws(AccountError) {
        let triggers = document.value(at: ["blockingFunctions", "triggers"])?.object ?? JSONObject()
        for trigger in triggers.members {
            guard events.contains(trigger.key) else {
                throw .refused(.invalidBlockingFunction, "((Event type is invalid.))")
            }
            guard AbsoluteURI.isWellFormed(trigger.value["functionUri"]?.string ?? "") else {
                throw .refused(
                    .invalidBlockingFunction, "((Expected an absolute URI with valid scheme and host.))")
            }
        }
    }
}
