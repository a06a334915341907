import Foundation

/// A page of metrics, as Prometheus reads it.
struct MetricsText {
    struct Sample {
        /// With `_bucket`, `_sum` or `_count` for a histogram.
        let name: String
        let labels: [String: String]
    }

    /// By the names of the families.
    private(set) var kinds: [String: String] = [:]
    private(set) var meanings: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            switch words[0] {
            case "#" where words[1] == "TYPE": kinds[String(words[2])] = String(words[3])
            case "#": meanings[String(words[2])] = String(words[3])
            default: samples.append(Self.sample(line))
            }
        }
    }

    /// The family of a sample: its name without what a histogram adds.
    func family(of sample: Sample) -> String {
        guard kinds[sample.name] == nil else { return sample.name }
        return ["_bucket", "_sum", "_count"].reduce(sample.name) { name, end in
            name.hasSuffix(end) ? String(name.dropLast(end.count)) : name
        }
    }

    private static func sample(_ line: Substring) -> Sample {
        let labels = line.matches(of: #/(\w+)="((?:[^"\\]|\\.)*)"/#).map { (String($0.1), String($0.2)) }
        return Sample(
            name: String(line.prefix { $0 != "{" && $0 != " " }),
            labels: Dictionary(labels, uniquingKeysWith: { first, _ in first }))
    }
}

/// Prometheus' own judge of metrics, which Debian's package `prometheus` brings.
enum Promtool {
    /// Throws with its words when it finds a fault in a page of metrics.
    static func check(_ page: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "metrics-\(UUID().uuidString)")
        try Data(page.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await ChildProcess.run(
            URL(filePath: "/bin/sh"), ["-c", #"exec promtool check metrics < "$1""#, "sh", file.path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
    }
}
