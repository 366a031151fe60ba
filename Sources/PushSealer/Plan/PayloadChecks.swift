import SealedEnvelope
import StrictJSON

extension JSONObject {
    /// Refuses an object that no reader accepts, since it nests too deep.
    ///
    /// A parsed payload has passed the depth limit already; one that was made in code has not.
    func requireDepth(_ limit: Int = JSONLimits.deepest, named name: String) throws(SealError) {
        guard nests(atMost: limit) else {
            throw SealError(.invalidPayload, "the \(name) nests deeper than the limit of \(limit) levels")
        }
    }

    /// Refuses an object that nests too deep, or that holds a null, which APNs does not carry.
    func requireSealable(named name: String) throws(SealError) {
        try requireDepth(named: name)
        if let pointer = pointerToNull {
            throw SealError(.invalidPayload, "the \(name) holds a null at \(pointer), which APNs does not carry")
        }
    }

    /// Returns whether arrays and objects nest at most `depth` levels, this object counting as 1.
    fileprivate func nests(atMost depth: Int) -> Bool {
        depth > 0 && members.allSatisfy { $0.value.nests(atMost: depth - 1) }
    }

    /// The JSON pointer (RFC 6901) to the first null.
    fileprivate var pointerToNull: String? {
        for member in self {
            if let rest = member.value.pointerToNull { return "/\(JSONPointer.escape(member.name))\(rest)" }
        }
        return nil
    }
}

extension JSONValue {
    fileprivate func nests(atMost depth: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .object(let object): object.nests(atMost: depth)
        case .array(let elements): depth > 0 && elements.allSatisfy { $0.nests(atMost: depth - 1) }
        }
    }

    fileprivate var pointerToNull: String? {
        switch self {
        case .null: return ""
        case .object(let object): return object.pointerToNull
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = element.pointerToNull { return "/\(index)\(rest)" }
            }
            return nil
        case .bool, .number, .string: return nil
        }
    }
}

extension Padding {
    /// - Throws: ``SealError`` with `invalidPadding` for a block of another size than 1 to 4096 bytes.
    func requireValid() throws(SealError) {
        if case .block(let size) = self, !Self.blockSizes.contains(size) {
            throw SealError(.invalidPadding, "expected a padding block of 1 to 4096 bytes, found \(size)")
        }
    }
}
