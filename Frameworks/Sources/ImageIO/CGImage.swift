public import Foundation

/// An image, as its encoded data: nothing is decoded on Linux.
public final class CGImage: NSObject, Sendable {
    private let data: Data
    let type: ImageType
    private let size: ImageSize?

    /// Creates an image of its encoded data; nil if that is no image of a type that a phone decodes.
    package init?(_ data: Data) {
        guard let type = ImageType(data) else { return nil }
        self.data = data
        self.type = type
        size = ImageSize(data, type)
    }

    /// The width in pixels; 0 for WebP and HEIC.
    public var width: Int { size?.width ?? 0 }
    /// The height in pixels; 0 for WebP and HEIC.
    public var height: Int { size?.height ?? 0 }

    /// Returns nil, as for a rectangle outside of the image, unless the rectangle has the whole image.
    public func cropping(to rect: CGRect) -> CGImage? {
        size != nil && rect.contains(CGRect(x: 0, y: 0, width: width, height: height)) ? self : nil
    }

    /// Returns the encoded data if it has a type; nil for another type, which a phone converts.
    package func data(as type: ImageType) -> Data? { type == self.type ? data : nil }
}
