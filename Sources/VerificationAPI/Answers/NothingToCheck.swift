/// Why a check found no verification; what is said of it depends on how it was looked for.
enum NothingToCheck {
    case conflict
    case forgotten
    case noSuchVerification
}
