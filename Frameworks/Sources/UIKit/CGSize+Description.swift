public import Foundation

// On a phone these descriptions come with Core Graphics.

extension CGSize: @retroactive CustomDebugStringConvertible {
    /// The width and the height.
    public var debugDescription: String { "(\(width), \(height))" }
}
