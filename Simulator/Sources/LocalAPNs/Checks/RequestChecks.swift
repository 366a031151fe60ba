import Foundation
import PushPayload

extension Check {
    static let idle = Check(
        "the connection was not idle for too long", [.idleTimeout], .inferred,
        "Responses: IdleTimeout, \"the connection timed out\"; no duration is documented"
    ) { context in
        let last = context.connection.lastRequest
        context.connection.lastRequest = context.now
        guard let limit = context.policy.idleSeconds, let last, context.now - last > limit * 1000 else {
            return nil
        }
        return .because(.idleTimeout)
    }

    static let method = Check(
        "the method is POST", [.methodNotAllowed], .inferred, "Responses: MethodNotAllowed; its position is inferred"
    ) { context in
        context.request.method == "POST" ? nil : .because(.methodNotAllowed)
    }

    static let path = Check(
        "the path is /3/device/ and a token", [.badPath, .missingDeviceToken], .inferred,
        "Sending: the path; Responses: BadPath, MissingDeviceToken"
    ) { context in
        let parts = context.request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].isEmpty, parts[1] == "3", parts[2] == "device" else {
            return .because(.badPath)
        }
        guard parts.count >= 4, !parts[3].isEmpty else {
            return .because(parts.count <= 4 ? .missingDeviceToken : .badPath)
        }
        guard parts.count == 4 else { return .because(.badPath) }
        context.token = parts[3].lowercased()
        return nil
    }

    static let duplicateHeaders = Check(
        "no header field is repeated", [.duplicateHeaders], .inferred,
        "Responses: DuplicateHeaders; RFC 9113, 8.2.3: cookie may be split into several fields"
    ) { context in
        var seen: Set<String> = []
        let areUnique = context.request.headers.allSatisfy { $0.name == "cookie" || seen.insert($0.name).inserted }
        return areUnique ? nil : .because(.duplicateHeaders)
    }

    static let messageID = Check(
        "apns-id is a canonical UUID", [.badMessageID], .documented,
        "Sending: 32 lower-case hex digits as 8-4-4-4-12; upper case is a switch"
    ) { context in
        checkID("apns-id", of: &context)
    }

    static let expiration = Check(
        "apns-expiration is a UNIX time", [.badExpirationDate], .documented, "Sending: seconds since 1970, UTC"
    ) { context in
        guard let text = context.request["apns-expiration"] else { return nil }
        guard isDecimal(text), let seconds = Int64(text) else { return .because(.badExpirationDate) }
        context.expiration = seconds
        return nil
    }

    static let collapseID = Check(
        "apns-collapse-id has at most 64 bytes", [.badCollapseID], .documented, "Sending: must not exceed 64 bytes"
    ) { context in
        guard let text = context.request["apns-collapse-id"] else { return nil }
        guard text.utf8.count <= 64 else { return .because(.badCollapseID) }
        context.collapseID = text
        return nil
    }

    static let priority = Check(
        "apns-priority is allowed for the push type", [.badPriority], .documented,
        "Sending: 10, 5 or 1; background \"specify 5\", \"10 is an error\"; background with 1 is a switch"
    ) { context in
        let isBackground = context.pushType == .background
        guard let text = context.request["apns-priority"] else {
            context.priority = isBackground ? 5 : 10
            return nil
        }
        guard let priority = ["10": 10, "5": 5, "1": 1][text] else { return .because(.badPriority) }
        context.priority = priority
        guard isBackground, priority != 5 else { return nil }
        let isAccepted = priority == 1 && context.policy.acceptsLowestPriorityForBackground
        let option = priority == 1 ? "; --accept background-priority-1 accepts 1" : ""
        return isAccepted ? nil : .because(.badPriority, "a background push has priority 5\(option)")
    }

    static let payloadEmpty = Check(
        "the body is not empty", [.payloadEmpty], .documented, "Responses: PayloadEmpty"
    ) { context in
        context.request.body.isEmpty ? .because(.payloadEmpty) : nil
    }

    static let payloadSize = Check(
        "the body is not longer than the push type allows", [.payloadTooLarge], .documented,
        "Generating: 4096 bytes, VoIP 5120; a body of exactly the limit is accepted"
    ) { context in
        exceeds(context.pushType.maximumByteCount, context)
    }

    static let payloadSyntax = Check(
        "the body is a JSON object", [.payloadEmpty], .inferred,
        "Generating: \"a JSON dictionary\"; no reason is documented, PayloadEmpty is the closest; a switch"
    ) { context in
        guard !context.policy.acceptsMalformedPayload else { return nil }
        let isObject = (try? Payload(parsing: context.request.body)) != nil
        return isObject ? nil : .because(.payloadEmpty, "no JSON object; --accept malformed-payload accepts it")
    }

    static func exceeds(_ limit: Int, _ context: CheckContext) -> Rejection? {
        let count = context.request.body.count
        return count > limit ? .because(.payloadTooLarge, "expected at most \(limit) bytes, found \(count)") : nil
    }

    static func isDecimal(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Checks the identifier of a request in a field.
    static func checkID(_ field: String, of context: inout CheckContext) -> Rejection? {
        guard let text = context.request[field] else { return nil }
        let id = UUID(uuidString: text)?.uuidString
        let isUpperCase = text != id?.lowercased()
        guard id == text.uppercased(), !isUpperCase || context.policy.acceptsUpperCaseID else {
            let cause = "an \(field) in upper case; --accept upper-case-id accepts it"
            return .because(.badMessageID, id == nil ? nil : cause)
        }
        context.id = text
        return nil
    }
}
