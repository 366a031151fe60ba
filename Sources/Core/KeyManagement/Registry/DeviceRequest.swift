public import Platform
public import StrictJSON

/// A request about keys of the app on a device to its server, for ``DeviceRegistry/respond(to:from:at:)``.
///
/// The name of a request, such as the last component of a URL's path, is that of its case.
public enum DeviceRequest: Sendable {
    /// The provider's published set, for the device to pin; the response is a JWK Set.
    case keys(KeysRequest)
    /// The offer of a new key; the response is a ``KeyChallenge``.
    case offer(KeyOffer)
    /// The answer to the challenge; the response is a ``KeyConfirmation``.
    case answer(KeyAnswer)
    /// A report on a key that a push named; the response is the name of the ``KeyReport/Action``.
    case report(KeyReport)

    /// Parses the message of the request of a name; nil for another name.
    ///
    /// - Throws: ``KeyError`` with `invalidRequest`.
    public init?(_ name: String, parsing message: [UInt8]) throws(KeyError) {
        do throws(KeyError) {
            switch name {
            case "keys": self = .keys(try KeysRequest(parsing: message))
            case "offer": self = .offer(try KeyOffer(parsing: message))
            case "answer": self = .answer(try KeyAnswer(parsing: message))
            case "report": self = .report(try KeyReport(parsing: message))
            default: return nil
            }
        } catch {
            throw KeyError(.invalidRequest, error.reason)
        }
    }
}

extension DeviceRegistry {
    /// Responds to a request of a device; the caller has authenticated the device by the app's own session.
    ///
    /// - Throws: ``KeyError`` as ``challenge(_:for:audience:at:)``, ``confirm(_:for:at:)`` and ``receive(_:for:at:)`` do. The request
    ///   is at fault with `invalidName`, `notFound`, `cannotOpen`, `noChallenge`, `tooLate`, `wrongAnswer` and `wrongState`, the provider with all
    ///   other codes.
    public func respond(to request: DeviceRequest, from id: UTF8Text, at now: Date = Date()) async throws -> [UInt8] {
        switch request {
        case .keys(let request):
            try await take(request.pinnedVersion, of: id)
            return try currentProvider(readsNow: true).publicJWKSet()
        case .offer(let offer):
            return try await challenge(offer, for: id, at: now).serialized()
        case .answer(let answer):
            return try await confirm(answer, for: id, at: now).serialized()
        case .report(let report):
            return try await Array(receive(report, for: id, at: now).rawValue.utf8)
        }
    }
}
