/// Which source says a setting's value.
package enum SettingOrigin: String, Sendable, CaseIterable {
    case flag
    case environment
    /// A file in a folder of secrets.
    case secretFile = "secret file"
    /// `verifyd.yaml`, or the file that takes its place.
    case file = "settings file"
    /// No source says it.
    case standard = "default"
}
