/// The error for bytes that are not UTF-8.
struct InvalidUTF8: Error {
    /// The offset of the first sequence that is not UTF-8.
    let offset: Int
}

extension String {
    /// Copies bytes that must be UTF-8.
    init(validating bytes: Span<UInt8>) throws(InvalidUTF8) {
        guard #available(iOS 26, macOS 26, *) else {
            self = try String(validating: bytes.elements)
            return
        }
        do {
            self.init(copying: try UTF8Span(validating: bytes))
        } catch {
            throw InvalidUTF8(offset: error.byteOffsets.lowerBound)
        }
    }

    /// Copies bytes that must be UTF-8, on systems without `UTF8Span`.
    init(validating bytes: [UInt8]) throws(InvalidUTF8) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        var codec = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = codec.decode(&rest) { offset += UTF8.width(scalar) }
        throw InvalidUTF8(offset: offset)
    }
}

extension Span<UInt8> {
    /// The offset of the first sequence that is not UTF-8, or nil.
    var firstInvalidUTF8: Int? {
        guard #available(iOS 26, macOS 26, *) else {
            do {
                _ = try String(validating: elements)
                return nil
            } catch {
                return error.offset
            }
        }
        do {
            _ = try UTF8Span(validating: self)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    fileprivate var elements: [UInt8] { indices.map { self[$0] } }
}
