import Logging

extension Logger {
    /// For libraries whose ordinary lines verifyd logs already in its own words; passes on warnings and errors.
    var quiet: Logger {
        var logger = self
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
