package import Foundation
package import StrictJSON

/// A case of Fixtures/vectors/chains.json, which the reference in Python has made from the specification alone.
package struct ChainAnswer: Sendable, CustomStringConvertible {
    package struct Missing: Error {
        package let name: String
        package init(name: String) { self.name = name }
    }

    package var fields: JSONObject

    private static let file = Result {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/vectors/chains.json")
        return try JSONValue(parsing: Array(Data(contentsOf: path)), limits: JSONLimits(maximumByteCount: 1 << 24))
    }

    package init(fields: JSONObject) { self.fields = fields }

    /// The cases of a list; none if the file cannot be read.
    package static func all(_ list: String) -> [ChainAnswer] {
        var answers: [ChainAnswer] = []
        guard case .object(let root)? = try? file.get(), case .array(let values)? = root[list] else { return answers }
        for value in values {
            if case .object(let fields) = value { answers.append(ChainAnswer(fields: fields)) }
        }
        return answers
    }

    /// The step, where the case is one, and the name.
    package var description: String { [text("step"), text("name")].compactMap(\.self).joined(separator: ": ") }

    package func text(_ name: String) -> String? { fields[name]?.stringValue }

    package func required(_ name: String) throws -> String {
        guard let text = text(name) else { throw Missing(name: name) }
        return text
    }

    /// The object in a field with JSON text.
    package func object(_ name: String) throws -> JSONObject {
        guard let object = try JSONValue(parsing: Array(required(name).utf8)).objectValue else {
            throw Missing(name: name)
        }
        return object
    }

    package func number(_ name: String) -> Int? { fields[name]?.numberValue?.int }

    package func time(_ name: String = "now", after seconds: Int = 0) -> Date {
        Date(timeIntervalSince1970: Double((number(name) ?? 0) + seconds))
    }

    /// The bytes of a field in hexadecimal.
    package func bytes(_ name: String) throws -> [UInt8] {
        let digits = Array(try required(name))
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
