package import GRDB

extension DatabaseValue {
    /// Returns the value as a number or throws `corrupt`; GRDB's own accessors trap on another type than the table declares.
    package func integer<Number: FixedWidthInteger>(as type: Number.Type = Number.self) throws(SQLiteFileError)
        -> Number
    {
        guard case .int64(let stored) = storage, let number = Number(exactly: stored) else {
            throw SQLiteFileError(
                .corrupt, "a column of the store does not hold an integer of \(Number.bitWidth) bits")
        }
        return number
    }

    /// Returns the bytes of a blob or throws `corrupt`.
    package func bytes() throws(SQLiteFileError) -> [UInt8] {
        guard case .blob(let data) = storage else {
            throw SQLiteFileError(.corrupt, "a column of the store does not hold bytes")
        }
        return Array(data)
    }
}

extension Database {
    /// Returns the number in the first column of a query's first row; nil without a row or for the null of an aggregate.
    package func integer<Number: FixedWidthInteger>(_ sql: String, _ arguments: StatementArguments = []) throws
        -> Number?
    {
        let value = try DatabaseValue.fetchOne(self, sql: sql, arguments: arguments)
        return try value.flatMap { $0.isNull ? nil : try $0.integer() }
    }
}
