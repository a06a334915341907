// The core's rules and ports use messages, outcomes and receipts, so a file that imports the core sees them too.
@_exported import GatewayKit
