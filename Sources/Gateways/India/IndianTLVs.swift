import SMPP

/// How an SMSC in India wants the ids of a text's registration.
package enum IndianTLVs: String, Sendable, CaseIterable {
    /// As they are, an octet for each digit.
    case octets
    /// With a NUL at the end, as a "C-Octet String".
    case terminated

    /// The tags that Indian operators agreed on.
    static let (entityTag, templateTag) = (UInt16(0x1400), UInt16(0x1401))

    /// The parameters of a message.
    func parameters(_ ids: IndianRegistration.IDs) -> [Parameter] {
        [(Self.entityTag, ids.entity), (Self.templateTag, ids.template)].compactMap { tag, id in
            id.map { Parameter(Parameter.Tag(rawValue: tag), Array($0.utf8) + (self == .terminated ? [0] : [])) }
        }
    }
}
