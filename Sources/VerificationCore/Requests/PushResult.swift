/// How a silent push turned out; the raw values are labels of metrics.
package enum PushResult: String, Sendable, CaseIterable {
    /// Apple's push service has taken it.
    case delivered
    /// No such device has the app.
    case badDevice = "bad_device"
    /// The push service refuses verifyd's key.
    case refused
    /// The push service gave no answer, or had no time for it.
    case busy
    /// Too many pushes waited, so verifyd asked for none.
    case dropped
}
