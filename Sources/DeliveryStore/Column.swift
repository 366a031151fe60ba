import GRDB

/// Reads columns whose values may be of any type, whatever the table declares: GRDB's own accessors trap on those.
enum Column {
    /// The number in the first column of a query's first row; nil without a row or for the null of an aggregate.
    ///
    /// - Throws: `DeliveryStoreError` with `corrupt` for another type or a number out of range.
    static func integer<Number: FixedWidthInteger>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        in database: Database,
        as type: Number.Type
    ) throws -> Number? {
        let value = try DatabaseValue.fetchOne(database, sql: sql, arguments: arguments)
        guard let value, !value.isNull else { return nil }
        return try integer(value, as: type)
    }

    /// A number.
    ///
    /// - Throws: `DeliveryStoreError` with `corrupt` for another type or a number out of range.
    static func integer<Number: FixedWidthInteger>(_ value: DatabaseValue, as type: Number.Type) throws -> Number {
        guard case .int64(let stored) = value.storage, let number = Number(exactly: stored) else {
            throw DeliveryStoreError(
                .corrupt, "a column of the store does not hold an integer of \(Number.bitWidth) bits")
        }
        return number
    }
}
