public import Foundation
public import UserNotifications

/// The source of an image: a file or data.
///
/// Its type and size are read from the header. Nothing is decoded on Linux, so there is no thumbnail.
public final class CGImageSource: NSObject {
    let image: CGImage?

    init(_ data: Data) { image = CGImage(data) }
}

/// Returns the source of an image file; nil if the URL is not that of a readable file.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let data = try? Data(contentsOf: url as URL) else { return nil }
    return CGImageSource(data)
}

/// Returns the source of an image's data.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(data as Data)
}

/// Returns the uniform type identifier of a source, `public.png` for example; nil if its type is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.image.map { $0.type.rawValue as CFString } }

/// Returns the number of images of a source: 1, also for an animation; 0 if its type is not known.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.image == nil ? 0 : 1 }

/// Returns the image of a source as its encoded data; nil for another index than 0, and if the type is not known.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { index == 0 ? isrc.image : nil }

/// Returns the width and the height of the image of a source; nil if they are not known.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0, let image = isrc.image, image.width > 0 else { return nil }
    return [kCGImagePropertyPixelWidth: image.width, kCGImagePropertyPixelHeight: image.height] as CFDictionary
}

/// Returns nil, as for an image that a phone cannot decode.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { nil }

// Computed, since `NSString` is not `Sendable`; Apple's are constants.

/// Whether the decoded image is kept; no effect here.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Whether the image is decoded at once; no effect here.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Whether a thumbnail is made although the file has one; no effect here.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// Whether a thumbnail is made if the file has none; no effect here.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// Whether the thumbnail is rotated as the image says; no effect here.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// The maximum width and height of the thumbnail in pixels; no effect here.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// The property for the width in pixels.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The property for the height in pixels.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
