import AMQP
import PostgreSQL
import RequestQueue
import SessionStore

extension Settings {
    /// Where the database is, for a process that must answer in two seconds.
    ///
    /// `role` is what the connections are called in its list. A `schema` takes the place of the usual one, for work that
    /// must leave nothing behind.
    package func database(role: String, schema: String? = nil) throws -> PostgresConfiguration {
        let plaintext = try value(of: DatabaseSettings.allowPlaintext)
        var url = try value(of: DatabaseSettings.url)
        if let schema { url += (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D" + schema }
        var database: PostgresConfiguration
        do throws(PostgresError) {
            database = try PostgresConfiguration(url: url, allowPlaintext: plaintext)
        } catch {
            throw SettingsProblem("database.url: \(error.context)")
        }
        database.applicationName = role
        database.planForLookupsByKey()
        // Longer than any of our transactions holds a row. A call that meets a longer lock fails, so that others go on.
        database.lockTimeout = .milliseconds(500)
        database.maximumConnections = try value(of: DatabaseSettings.connections)
        return database
    }

    /// The same for a command, which may wait longer than a server.
    package func patientDatabase(role: String) throws -> PostgresConfiguration {
        var database = try database(role: role)
        database.connectTimeout = .seconds(10)
        database.lockTimeout = .seconds(5)
        database.acquireTimeout = .seconds(10)
        database.callTimeout = .seconds(15)
        return database
    }

    /// Where the broker is; `role` is what the connections are called in its list.
    package func broker(role: String) throws -> AMQPConfiguration {
        let plaintext = try value(of: AMQPSettings.allowPlaintext)
        let urls = try value(of: AMQPSettings.url)
        var broker: AMQPConfiguration
        do throws(AMQPError) {
            broker = try AMQPConfiguration(urls: urls, allowPlaintext: plaintext)
        } catch {
            throw SettingsProblem("amqp.url: \(error.context)")
        }
        broker.connectionName = role
        broker.caFile = try valueIfSet(of: AMQPSettings.caFile)
        return broker
    }

    /// What the queues of this installation are called, and how long a retry waits.
    package func topology() throws -> QueueTopology {
        QueueTopology(
            prefix: try value(of: QueueSettings.prefix), ladder: try value(of: QueueSettings.ladder))
    }
}
