public import SealedEnvelope

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Opener {
    /// Opens an envelope on its own and decodes its content, such as the state of a Live Activity in a widget.
    ///
    /// ```swift
    /// let state = try opener.open(DeliveryState.self, from: context.state.sealed, purpose: .contentState)
    /// ```
    ///
    /// - Throws: ``Refusal``; with `badMessage` if the content cannot be decoded as `Content`. The reason contains
    ///   nothing of the content.
    public func open<Content: Decodable>(
        _ type: Content.Type, from envelope: String, purpose: Purpose, request: String? = nil
    ) throws(Refusal) -> Content {
        let opened = try open(envelope: envelope, purpose: purpose, request: request)
        do {
            return try JSONDecoder().decode(type, from: Data(opened.content.serialized()))
        } catch {
            throw Refusal(.badMessage, "the content is not a \(type)")
        }
    }
}
