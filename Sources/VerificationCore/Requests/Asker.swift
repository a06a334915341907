/// Who asks for a verification, or types its code, as far as limits differ.
package enum Asker: String, Sendable, CaseIterable {
    /// A backend, which knows whom it asks for.
    case backend
    /// An app on somebody's device, and therefore anybody: the app's key is public.
    case device
    /// A developer's program at an emulator, where no limit holds.
    case emulator
}
