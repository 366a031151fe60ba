public import Foundation
public import ImageIO

/// An image, as its encoded data.
///
/// Nothing is decoded or drawn on Linux: the type and the size are read from the header, and an image cannot be converted
/// into another type. Not available: symbols, asset catalogs and animations.
open class UIImage: NSObject, @unchecked Sendable {
    // Unchecked: the values are immutable, and subclasses are the app's own concern, as on a phone.

    /// The direction in which an image is shown.
    public enum Orientation: Int, Sendable {
        /// As it is encoded.
        case up = 0
        /// Rotated by 180 degrees.
        case down = 1
        /// Rotated by 90 degrees counterclockwise.
        case left = 2
        /// Rotated by 90 degrees clockwise.
        case right = 3
        /// Mirrored horizontally.
        case upMirrored = 4
        /// Rotated by 180 degrees and mirrored.
        case downMirrored = 5
        /// Rotated by 90 degrees counterclockwise and mirrored.
        case leftMirrored = 6
        /// Rotated by 90 degrees clockwise and mirrored.
        case rightMirrored = 7
    }

    private let image: CGImage

    /// The number of pixels of a point.
    public let scale: CGFloat

    /// The direction in which the image is shown; the tag of a JPEG is not read.
    public let imageOrientation: Orientation

    /// Creates an image.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        image = cgImage
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
    }

    /// Creates an image that is shown as it is encoded.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// Creates an image from its encoded data; nil if that is not PNG, JPEG, GIF, WebP or HEIC.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = CGImage(data) else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }

    /// Creates an image from its encoded data; nil if that is not PNG, JPEG, GIF, WebP or HEIC.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Creates an image from a file; nil if the file cannot be read or has another type.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// The image without scale and direction.
    open var cgImage: CGImage? { image }

    /// The size in points; zero for WebP and HEIC.
    open var size: CGSize {
        let size = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
        switch imageOrientation {
        case .up, .down, .upMirrored, .downMirrored: return size
        case .left, .right, .leftMirrored, .rightMirrored: return CGSize(width: size.height, height: size.width)
        }
    }

    /// Has no effect.
    open func draw(in rect: CGRect) {}

    /// Has no effect.
    open func draw(at point: CGPoint) {}

    /// Returns the image's data if the image is a PNG; nil for another type, which a phone converts.
    open func pngData() -> Data? { image.data(as: .png) }

    /// Returns the image's data, whatever the quality, if the image is a JPEG; nil for another type, which a phone converts.
    open func jpegData(compressionQuality: CGFloat) -> Data? { image.data(as: .jpeg) }
}
