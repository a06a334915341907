import ArgumentParser
import Foundation
import StrictJSON
import VerificationCore

/// Whether a command prints its result for people or for programs.
struct OutputOptions: ParsableArguments {
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(name: .long, help: "text, or json for programs.")
    var output: Form = .text

    func print(json: JSONValue, text: String) {
        switch output {
        case .text: Swift.print(text)
        case .json: Swift.print(String(decoding: json.serialized, as: UTF8.self))
        }
    }
}
