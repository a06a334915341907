import ArgumentParser
import Assembly
import Bench
import Foundation
import VerificationCore

/// What the loads have in common: where they go, what they have to keep, and what they write.
struct LoadOptions: ParsableArguments {
    @Option(help: "What has to hold, such as p99(start)<50ms, success(check)>=99.9% or rate(gateway)>190; repeatable.")
    var threshold: [String] = []
    @Option(help: "Write a file of percentiles for each stage, for HdrHistogram's plotter: FILE.start.hgrm and so on.")
    var hdr: String?
    @Option(help: "Write a picture of latency and rate to this file, as SVG.")
    var svg: String?
    @Option(help: "The URL of an API that runs already; its key is the setting bench.key.")
    var target: String?
    @Option(help: "The URL of that installation's sandbox.")
    var sandbox = "http://127.0.0.1:8025"
    @Option(help: "The port here to which the app's events come; their secret is the setting bench.eventsSecret.")
    var events: Int?
    @Option(
        help: "How long to look for a second SMS at the end, for example 20s; longer than 1.5 times gateway.deadline.")
    var watchAfter = LoadTime(.seconds(20))
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard target != nil || events == nil else { throw ValidationError("--events needs --target") }
        guard events.map((1...65_535).contains) ?? true else { throw ValidationError("--events is 1 to 65535") }
        guard watchAfter.duration <= .seconds(120) else { throw ValidationError("--watch-after is 1s to 2m") }
    }

    /// What is measured with these options.
    func plan(_ work: JourneyPlan.Work, at profile: LoadProfile, watches: Bool = false) -> JourneyPlan {
        JourneyPlan(
            work, at: profile, watches: watches, thresholds: threshold, lookAgain: watchAfter.duration)
    }

    /// Throws when a threshold cannot be read.
    func validate(_ plan: JourneyPlan) throws {
        try Self.misuse { for text in threshold { _ = try Threshold(text, stages: plan.stages) } }
    }

    /// Measures, prints the report, and ends with 1 when something is wrong; `name` is the command's.
    func run(_ plan: JourneyPlan, named name: String, process: Int32? = nil) async throws {
        let settings = try await Settings(sources)
        let place = try place(settings, process: process)
        let report = try await explaining("database") {
            try await Self.misuse {
                try await untilInterrupted {
                    let rig = JourneyRig(place, plan: plan) {
                        FileHandle.standardError.write(Data(($0 + "\n").utf8))
                    }
                    return try await rig.measure()
                }
            }
        }
        // First: a file that cannot be written must not cost the result of hours.
        output.print(json: report.json, text: report.text)
        try write(report, name: name)
        guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
    }

    private func place(_ settings: Settings, process: Int32?) throws -> LoadPlace {
        guard let target else { return .own(try BenchInstallation(settings)) }
        let hosts = try settings.value(of: BenchSettings.hosts)
        let (api, inbox) = try Self.misuse {
            (try LoadAddress(target, hosts: hosts), try LoadAddress(sandbox, hosts: hosts))
        }
        let events = try events.map { port in
            guard let signature = WebhookSignature(secret: try settings.value(of: BenchSettings.eventsSecret)) else {
                throw SettingsError("bench.eventsSecret is no secret such as verifyd apps events shows it: whsec_…")
            }
            return LoadTarget.Events(port: port, signature: signature)
        }
        return .target(
            LoadTarget(
                api: api, key: try settings.value(of: BenchSettings.key), sandbox: inbox, events: events,
                process: process))
    }

    private func write(_ report: JourneyReport, name: String) throws {
        if let hdr {
            let stem = hdr.hasSuffix(".hgrm") ? String(hdr.dropLast(5)) : hdr
            for stage in report.stages {
                try stage.percentileText.write(
                    toFile: "\(stem).\(stage.stage.rawValue).hgrm", atomically: true, encoding: .utf8)
            }
        }
        if let svg {
            let title = "verifyd bench \(name), up to \(report.profile.highest.figure(0)) a second"
            let picture = LoadPicture(
                title: title, reports: report.stages, timeline: report.timeline, profile: report.profile)
            try picture.svg.write(toFile: svg, atomically: true, encoding: .utf8)
        }
    }

    /// Runs `body`; what the command line cannot ask for is its misuse.
    private static func misuse<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let refused as LoadAddress.Refused {
            throw ValidationError("\(refused)")
        } catch let unreadable as Threshold.Unreadable {
            throw ValidationError("\(unreadable)")
        }
    }

    private static func misuse<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let unreadable as Threshold.Unreadable {
            throw ValidationError("\(unreadable)")
        }
    }
}
