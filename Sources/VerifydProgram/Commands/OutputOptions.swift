import ArgumentParser
import Foundation
import StrictJSON
import VerificationCore

/// Whether a command prints its result for people or for programs.
struct OutputOptions: ParsableArguments {
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(name: [.customShort("o"), .long], help: "text, or json for programs.")
    var output: Form = .text

    func print(json: JSONValue, text: String) { Swift.print(words(json, or: text)) }

    /// The same for a command that goes on running: a program that reads its output has it at once.
    func printNow(json: JSONValue, text: String) {
        FileHandle.standardOutput.write(Data((words(json, or: text) + "\n").utf8))
    }

    private func words(_ json: JSONValue, or text: String) -> String {
        switch output {
        case .text: text
        case .json: String(decoding: json.serialized, as: UTF8.self)
        }
    }
}

extension JSONValue {
    /// An object of these members; leaves out members whose value is nil.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { .init(key: key, value: $0) } }))
    }
}
