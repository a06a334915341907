/// A scalar type that can be bound and read, also as an element of an array.
package typealias PostgresValue = PostgresEncodable & PostgresDecodable & PostgresArrayElement
