import ServiceLifecycle

/// What the roles of a process have put together so far.
struct ProcessParts {
    private(set) var services: [any Service] = []
    private(set) var supports: [Support] = []
    var vitals = Vitals()

    mutating func add(services: [any Service] = [], supports: [Support] = [], vitals: Vitals = Vitals()) {
        self.services += services
        self.supports += supports
        self.vitals += vitals
    }
}
