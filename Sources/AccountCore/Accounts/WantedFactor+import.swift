import VerificationCore

extension [WantedFactor] {
    /// The factors that an import brings along, which are phones alone; a number that stands twice counts once.
    ///
    /// An app's secret is in no export. So an account with an app is imported without it, or not at all.
    func imported(
        at now: Timestamp, newID: () -> String, number: (String) -> String?
    ) throws(ImportError) -> [SecondFactor] {
        let ids = compactMap(\.id)
        guard Set(ids).count == ids.count else { throw .existingFactorID }
        var factors: [SecondFactor] = []
        for wanted in self {
            let factor = try wanted.imported(at: now, newID: newID, number: number)
            if factors.contains(where: { $0.phone == factor.phone }) { continue }
            guard factors.count < SecondFactor.mostPerAccount else { throw .manyFactors }
            factors.append(factor)
        }
        return factors
    }
}

extension WantedFactor {
    fileprivate func imported(
        at now: Timestamp, newID: () -> String, number: (String) -> String?
    ) throws(ImportError) -> SecondFactor {
        guard let phone else { throw .secondFactor }
        guard let number = number(phone) else { throw .invalidFactorPhone }
        let id = id ?? newID()
        guard SecondFactor.canHave(id) else { throw .invalidFactorID }
        guard Profile.excess(name: displayName, photoURL: nil) == nil else { throw .longProfile }
        return SecondFactor(id, kind: .phone(number), displayName: displayName, enrolledAt: enrolledAt ?? now)
    }
}
