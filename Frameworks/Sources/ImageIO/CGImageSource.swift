public import Foundation
public import UserNotifications

/// The source of an image: a file or data.
///
/// Its type is available, by the first bytes. Nothing is decoded on Linux, so there is no thumbnail, and the functions for images
/// and properties are not available.
public final class CGImageSource: NSObject {
    let type: ImageType?

    init(_ data: Data) { type = ImageType(data) }
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
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? { source.type.map { $0.rawValue as CFString } }

/// A decoded image; none can be made here.
public final class CGImage: NSObject {
    private override init() {}
}

/// Returns nil, as for an image that a phone cannot decode.
public func CGImageSourceCreateThumbnailAtIndex(
    _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { nil }

// Computed, since `NSString` is not `Sendable`; Apple's are constants.

/// Whether the decoded image is kept; no effect here.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Whether the image is decoded at once; no effect here.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Whether a thumbnail is made although the file has one; no effect here.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// Whether the thumbnail is rotated as the image says; no effect here.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// The maximum width and height of the thumbnail in pixels; no effect here.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
