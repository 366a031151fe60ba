public import Foundation

/// A color in the extended sRGB color space; nothing here draws with it.
open class UIColor: NSObject, @unchecked Sendable {
    // Unchecked: the values are immutable, and subclasses are the app's own concern, as on a phone.
    private let components: SIMD4<Double>

    /// Creates a color of its components, from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double) {
        components = [red, green, blue, alpha]
    }

    /// Creates a gray.
    public convenience init(white: Double, alpha: Double) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Black.
    open class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// White.
    open class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// Transparent.
    open class var clear: UIColor { UIColor(white: 0, alpha: 0) }

    /// Whether the other object is the same color.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.components == components }

    /// The hash of the components.
    open override var hash: Int { components.hashValue }
}
