/// A person asked for a page who has to get an authenticator app first.
struct EnrollFirst: Error {}
