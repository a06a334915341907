import ArgumentParser
import GatewayKit

/// A time on the command line, such as `90s`, `5m` or `4h`.
struct LoadTime: ExpressibleByArgument {
    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = Duration(setting: argument), (.seconds(1) ... .seconds(86_400 * 7)).contains(duration)
        else { return nil }
        self.duration = duration
    }

    var defaultValueDescription: String {
        let seconds = duration.components.seconds
        return seconds % 3_600 == 0 ? "\(seconds / 3_600)h" : seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
