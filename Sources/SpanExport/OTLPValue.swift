/// The value of an attribute, as far as verifyd has such values.
enum OTLPValue: Sendable, Hashable {
    case text(String)
    case number(Int64)
}
