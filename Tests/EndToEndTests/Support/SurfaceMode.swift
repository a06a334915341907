/// Whom a process's Firebase surface is for.
enum SurfaceMode: String, CaseIterable, Sendable {
    case emulator, production

    /// What the process says when the surface listens.
    var words: String {
        switch self {
        case .emulator: "Firebase surface listens as an emulator; it shows codes to anyone who asks"
        case .production: "Firebase surface listens"
        }
    }
}
