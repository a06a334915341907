/// What a scalar type conforms to, to be bound, read, and both again as elements of arrays.
package typealias PostgresValue = PostgresEncodable & PostgresDecodable & PostgresArrayElement
