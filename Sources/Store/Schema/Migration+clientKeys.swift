import PostgreSQL

extension Migration {
    /// Binds keys of clients to apps and pages.
    static let clientKeys = Migration(
        version: 13, name: "clientKeys",
        statements: ["alter table api_key add column bounds text not null default ''"])
}
