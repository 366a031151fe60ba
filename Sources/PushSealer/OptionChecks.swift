import PushPayload
import SealedEnvelope
import StrictJSON

extension SealOptions {
    /// The push type that the options say or the content tells.
    func checkedPushType(for payload: Payload, apsAt place: Int?) throws(SealError) -> PushType {
        guard let pushType = pushType ?? PushType.derived(from: payload, apsAt: place) else {
            throw SealError(.unknownPushType, "the content does not tell the push type; say which it is")
        }
        return pushType
    }

    /// Checks what does not depend on the payload.
    func check() throws(SealError) {
        guard EnvelopeKey.isValid(envelopeKey) else {
            throw SealError(
                .invalidEnvelopeKey, "an envelope key has 1 to 64 of A-Z a-z 0-9 _ - . and is not aps")
        }
        if case .block(let size) = padding, !Padding.blockSizes.contains(size) {
            throw SealError(.invalidPadding, "a padding block has 1 to 4096 bytes, not \(size)")
        }
    }

    /// The header fields that go with the push.
    func headers(topic: String, pushType: PushType, expiration: UInt32?) throws(SealError) -> PushHeaders {
        do throws(PayloadError) {
            return try PushHeaders(
                topic: topic.isEmpty ? nil : topic, pushType: pushType, priority: priority, expiration: expiration,
                collapseID: collapseID, id: id)
        } catch {
            throw SealError(.invalidHeaders, error.reason)
        }
    }

    /// When a message sealed now expires.
    func expiry(from issuedAt: UInt32) throws(SealError) -> UInt32? {
        guard let expiresIn else { return nil }
        let (expiry, overflow) = issuedAt.addingReportingOverflow(expiresIn)
        guard !overflow else { throw SealError(.invalidExpiry, "the expiry lies beyond 32 bits of UNIX seconds") }
        return expiry
    }
}

extension VisiblePart {
    /// The digest that the message carries.
    func digest() throws(SealError) -> [UInt8] {
        do throws(InexactNumber) {
            return try clear.digest.get()
        } catch {
            throw SealError(
                .inexactNumber,
                """
                the number \(error.number.text) in the clear is not held exactly by every JSON library; \
                seal it, or send it as a string
                """)
        }
    }
}

extension JSONObject {
    /// The JSON pointer (RFC 6901) to the first null, if there is one.
    var pointerToNull: String? {
        for member in self {
            if let rest = member.value.pointerToNull { return "/\(JSONPointer.escape(member.name))\(rest)" }
        }
        return nil
    }
}

extension JSONValue {
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
