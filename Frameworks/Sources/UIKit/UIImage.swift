public import Foundation
import ImageIO

/// An image, as its encoded data.
///
/// Nothing is decoded or drawn on Linux: the type is determined by the first bytes, and an image cannot be converted into
/// another type. Not available: size, symbols, asset catalogs and drawing.
open class UIImage: NSObject, @unchecked Sendable {
    // Unchecked: the values are immutable, and subclasses are the app's own concern, as on a phone.
    private let data: Data
    private let type: ImageType

    /// Creates an image from its encoded data; nil if that is not PNG, JPEG, GIF, WebP or HEIC.
    public init?(data: Data) {
        guard let type = ImageType(data) else { return nil }
        self.data = data
        self.type = type
    }

    /// Creates an image from a file; nil if the file cannot be read or has another type.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Returns the image's data if the image is a PNG; nil for another type, which a phone converts.
    open func pngData() -> Data? { type == .png ? data : nil }

    /// Returns the image's data, whatever the quality, if the image is a JPEG; nil for another type, which a phone converts.
    open func jpegData(compressionQuality: Double) -> Data? { type == .jpeg ? data : nil }
}
