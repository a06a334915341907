import AccountCore
import PostgreSQL

extension PostgresError {
    /// Which name of an account belongs to another account; nil for every other error.
    var conflict: AccountConflict? {
        guard sqlState == "23505" else { return nil }
        return switch constraint {
        case "account_id": .id
        case "account_phone": .phone
        case "account_email": .email
        case "account_link_identity": .identity
        default: nil
        }
    }
}
