// The providers that the wire knows by name.
extension ProviderID {
    package static let apple = ProviderID(known: "apple.com")
    package static let facebook = ProviderID(known: "facebook.com")
    package static let google = ProviderID(known: "google.com")
}
