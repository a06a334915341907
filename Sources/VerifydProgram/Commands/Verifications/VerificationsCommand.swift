import AccountCore
import ArgumentParser
import Foundation
import Operations
import PhoneNumbers
import Store
import StrictJSON
import VerificationCore

struct VerificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifications",
        abstract: "Find and cancel verifications, and erase what is stored about a phone.",
        subcommands: [List.self, Show.self, Cancel.self, Erase.self])

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase", abstract: "Delete a phone's verifications, requests and messages, at once.",
            discussion: """
                What the phone has used of its limits stays until it would be over anyway, at most the longest window. A \
                rule on the number, as `verifyd blocks list` shows it, stays too, and so does an account of a project \
                that has the number: the command says in which project. \
                Requests that wait in a queue are not touched: `verifyd queues list` shows them, `verifyd queues purge dead` \
                empties the dead-letter queue.
                """)

        @Argument(help: "The number in international form, such as +14155550123.")
        var number: String
        @Option(help: "Only with this app; without it, with all.")
        var app: String?
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let phone = try recordedNumber(number, by: try await numberingPlan(sources))
            let (count, rule, projectsKeeping) = try await withStore(sources, role: "verifyd-verifications") { store in
                let apps = try await store.apps.apps().readable.filter { app == nil || $0.id.name == app }.map(\.id)
                guard let first = apps.first else {
                    throw app.map(noApp) ?? NotThereError("app")
                }
                let (rule, only) = (try await store.blocks.rule(on: .number(phone.e164)), app.map { _ in first })
                let count = try await acting { person throws(OperatorError) in
                    dryRun.isDry
                        ? try await store.verificationService.previewErasure(of: phone, in: only, for: person)
                        : try await store.verificationService.erase(phone, in: only, because: "", by: person)
                }
                return (count, rule, await projects(of: phone, among: apps, in: store))
            }
            let (number, keptRule) = (JSONValue.integer(Int64(count)), rule.map { JSONValue.integer($0.id) })
            let accountsIn = projectsKeeping.isEmpty ? nil : JSONValue.array(projectsKeeping.map { .string($0.text) })
            output.print(
                json: dryRun.isDry
                    ? DryRunOptions.json([
                        "wouldEraseVerifications": number, "keptRule": keptRule, "accountsIn": accountsIn,
                    ]) : .members(["erasedVerifications": number, "keptRule": keptRule, "accountsIn": accountsIn]),
                text: words(count, staying: rule, accountsIn: projectsKeeping))
        }

        /// The projects in which an account keeps the number.
        ///
        /// The erasure is done already, so a user who may not ask learns only that it is not known.
        private func projects(of phone: PhoneNumber, among apps: [AppID], in store: StorePorts) async -> [ProjectID] {
            do throws(StoreError) {
                return try await store.identity.phoneOwners.projects(keeping: phone.e164, apps: apps)
            } catch {
                let words = "Warning: it is not known whether an account has this number: the database \(error.words)\n"
                FileHandle.standardError.write(Data(words.utf8))
                return []
            }
        }

        private func words(_ count: Int, staying rule: BlockRule?, accountsIn projects: [ProjectID]) -> String {
            let what = count == 1 ? "1 verification" : "\(count) verifications"
            // A rule holds the number itself, and ends an abuse that an erasure must not begin anew.
            let kept = rule.map { "; the rule on this number stays: `verifyd blocks remove \($0.id)` removes it" } ?? ""
            let accounts = projects.map {
                "; an account of project \($0) has this number, until a backend deletes the account or its number"
            }
            let done = dryRun.isDry ? "\(what) would be erased; nothing has been changed yet" : "\(what) erased"
            return done + kept + accounts.joined()
        }
    }
}

extension VerificationsCommand {
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "End a pending verification: its code becomes invalid.",
            discussion: """
                A verification that has ended stays as it is. The app hears of it by an event, as of a cancel by itself. A \
                request that no worker has seen cannot be canceled here: it waits in its queue.
                """)

        @Argument(help: "The verification's id, or that of a request which joined it.", transform: verificationID)
        var id: VerificationID
        @OptionGroup var why: ReasonOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (before, after) = try await withStore(sources, role: "verifyd-verifications") { store in
                try await acting { person throws(OperatorError) in
                    if dryRun.isDry {
                        let report = try await store.verificationService.previewCancel(of: id, for: person)
                        return (report, report)
                    }
                    return try await store.verificationService.cancel(id, because: why.words, by: person)
                }
            }
            let isPending = before.status == .pending
            let (isCanceled, wouldBe) = (isPending && after.status == .canceled, dryRun.isDry && isPending)
            let (ended, status) = (JSONValue.string("\(after.id)"), JSONValue.string(after.status.rawValue))
            output.print(
                json: dryRun.isDry
                    ? DryRunOptions.json(["id": ended, "status": status, "wouldCancel": .bool(wouldBe)])
                    : .members(["id": ended, "status": status, "canceled": .bool(isCanceled)]),
                text: wouldBe
                    ? "verification \(after.id) would be canceled; nothing has been changed yet"
                    : "verification \(after.id) \(isCanceled ? "is" : "stays") \(after.status.rawValue)")
        }
    }
}
