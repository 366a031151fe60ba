import PushPayload

extension Check {
    static let idle = Check(
        "the connection was not idle for too long", [.idleTimeout], .inferred,
        "Responses: IdleTimeout, \"the connection timed out\"; after how long is not said"
    ) { examination in
        let last = examination.connection.lastRequest
        examination.connection.lastRequest = examination.now
        guard let limit = examination.policy.idleSeconds, let last, examination.now - last > limit * 1000 else {
            return nil
        }
        return .because(.idleTimeout)
    }

    static let method = Check(
        "the method is POST", [.methodNotAllowed], .inferred, "Responses: MethodNotAllowed; its place is inferred"
    ) { examination in
        examination.request.method == "POST" ? nil : .because(.methodNotAllowed)
    }

    static let path = Check(
        "the path is /3/device/ and a token", [.badPath, .missingDeviceToken], .inferred,
        "Sending: the path; Responses: BadPath, MissingDeviceToken"
    ) { examination in
        let parts = examination.request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].isEmpty, parts[1] == "3", parts[2] == "device" else {
            return .because(.badPath)
        }
        guard parts.count >= 4, !parts[3].isEmpty else {
            return .because(parts.count <= 4 ? .missingDeviceToken : .badPath)
        }
        guard parts.count == 4 else { return .because(.badPath) }
        examination.token = parts[3].lowercased()
        return nil
    }

    static let duplicateHeaders = Check(
        "no header field comes twice", [.duplicateHeaders], .inferred, "Responses: DuplicateHeaders"
    ) { examination in
        var seen: Set<String> = []
        let areUnique = examination.request.headers.allSatisfy { seen.insert($0.name).inserted }
        return areUnique ? nil : .because(.duplicateHeaders)
    }

    static let messageID = Check(
        "apns-id is a canonical UUID", [.badMessageID], .documented,
        "Sending: 32 lower-case hex digits as 8-4-4-4-12; upper case is a switch"
    ) { examination in
        guard let text = examination.request["apns-id"] else { return nil }
        guard isUUID(text, policy: examination.policy) else { return .because(.badMessageID) }
        examination.id = text
        return nil
    }

    static let expiration = Check(
        "apns-expiration is a UNIX time", [.badExpirationDate], .documented, "Sending: seconds since 1970, UTC"
    ) { examination in
        guard let text = examination.request["apns-expiration"] else { return nil }
        guard isDecimal(text), let seconds = Int64(text) else { return .because(.badExpirationDate) }
        examination.expiration = seconds
        return nil
    }

    static let collapseID = Check(
        "apns-collapse-id has at most 64 bytes", [.badCollapseID], .documented, "Sending: must not exceed 64 bytes"
    ) { examination in
        guard let text = examination.request["apns-collapse-id"] else { return nil }
        guard text.utf8.count <= 64 else { return .because(.badCollapseID) }
        examination.collapseID = text
        return nil
    }

    static let priority = Check(
        "apns-priority is one that the push type may have", [.badPriority], .documented,
        "Sending: 10, 5 or 1; background \"specify 5\", \"10 is an error\"; background with 1 is a switch"
    ) { examination in
        let isBackground = examination.pushType == .background
        guard let text = examination.request["apns-priority"] else {
            examination.priority = isBackground ? 5 : 10
            return nil
        }
        guard let priority = ["10": 10, "5": 5, "1": 1][text] else { return .because(.badPriority) }
        examination.priority = priority
        guard isBackground, priority != 5 else { return nil }
        let isAccepted = priority == 1 && examination.policy.acceptsLowestPriorityForBackground
        return isAccepted ? nil : .because(.badPriority)
    }

    static let payloadEmpty = Check(
        "there is a body", [.payloadEmpty], .documented, "Responses: PayloadEmpty"
    ) { examination in
        examination.request.body.isEmpty ? .because(.payloadEmpty) : nil
    }

    static let payloadSize = Check(
        "the body is not longer than the push type allows", [.payloadTooLarge], .documented,
        "Generating: 4096 bytes, VoIP 5120; only over the limit is refused"
    ) { examination in
        let limit = examination.pushType.maximumByteCount
        return examination.request.body.count > limit ? .because(.payloadTooLarge) : nil
    }

    static let payloadSyntax = Check(
        "the body is a JSON object", [.payloadEmpty], .inferred,
        "Generating: \"a JSON dictionary\"; no reason is documented, PayloadEmpty is the nearest; a switch"
    ) { examination in
        guard !examination.policy.acceptsMalformedPayload else { return nil }
        return (try? Payload(parsing: examination.request.body)) == nil ? .because(.payloadEmpty) : nil
    }

    private static func isDecimal(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isUUID(_ text: String, policy: ServicePolicy) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { isHexDigit($0, upperCase: policy.acceptsUpperCaseID) } }
    }

    static func isHexDigit(_ byte: UInt8, upperCase: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        case UInt8(ascii: "A")...UInt8(ascii: "F"): upperCase
        default: false
        }
    }
}
