/// What a provider does with a message.
public enum ProviderBehaviour: Sendable, Hashable, CaseIterable {
    case accepts
    case refusesForGood
    /// Says that it has not taken the message, for a fault that passes.
    ///
    /// A provider that documents no such words but "busy" says that it is busy.
    case refusesForNow
    case isBusy
    /// Takes the message; its answer never arrives, and it does not say so.
    case staysSilent
    /// Takes the message; what arrives of the answer is nothing that tells.
    case losesItsAnswer
}
