/// What the value of a setting has to be.
enum SettingForm {
    case text
    case number(ClosedRange<Int>)
    case truth
    case duration(ClosedRange<Duration>)
    /// Several durations, ascending.
    case ladder
    case keyRing
    case logLevel
    case logFormat
}
