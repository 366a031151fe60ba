import CPostgreSQL
import Foundation
import KeyManagement

/// The answer to a statement, with values in their binary form.
@safe
final class Rows {
    private let result: OpaquePointer
    let count: Int
    var columnCount: Int { unsafe Int(PQnfields(result)) }

    init(_ result: OpaquePointer) {
        unsafe self.result = result
        count = unsafe Int(PQntuples(result))
    }

    deinit { unsafe PQclear(result) }

    /// The code of the error, or nil for rows; empty for an error of libpq itself.
    var sqlState: String? {
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: nil
        default: unsafe PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { unsafe String(cString: $0) } ?? ""
        }
    }

    func string(_ row: Int, _ column: Int) -> String {
        unsafe String(decoding: buffer(row, column), as: UTF8.self)
    }

    func number(_ row: Int, _ column: Int) -> Int {
        unsafe buffer(row, column).reduce(0) { $0 << 8 | Int($1) }
    }

    func text(_ row: Int, _ column: Int) throws(KeyError) -> KeyringText {
        let buffer = unsafe buffer(row, column)
        let text = unsafe buffer.span
        return try KeyringText(copying: text)
    }

    private func buffer(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        let (row, column) = (CInt(row), CInt(column))
        guard let value = unsafe PQgetvalue(result, row, column) else { return unsafe .init(start: nil, count: 0) }
        let count = unsafe Int(PQgetlength(result, row, column))
        return unsafe UnsafeRawBufferPointer(start: value, count: count).assumingMemoryBound(to: UInt8.self)
    }
}

/// The binary form of values: their bytes, numbers with the most significant byte first.
enum Binary {
    static func number(_ number: Int) -> [UInt8] { bytes(UInt64(bitPattern: Int64(number))) }

    static func byteStrings(_ values: [[UInt8]?]) -> [UInt8] { array(values, of: 17) }

    static func uuids(_ values: [UUID?]) -> [UInt8] { array(values.map { $0.map(bytes) }, of: 2950) }

    static func bytes(_ uuid: UUID) -> [UInt8] { unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) } }

    /// One dimension whose first index is 1.
    private static func array(_ values: [[UInt8]?], of type: UInt32) -> [UInt8] {
        let header = [1, values.contains(nil) ? 1 : 0, type, UInt32(values.count), 1]
        return header.flatMap(bytes)
            + values.flatMap { value in value.map { bytes(UInt32($0.count)) + $0 } ?? bytes(UInt32.max) }
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
