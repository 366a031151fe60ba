public import Foundation
public import UserNotifications

/// Data that changes, by Core Foundation's name.
public typealias CFMutableData = NSMutableData

/// A file or data to which one image is written as it is encoded: an image is converted into no other type.
public final class CGImageDestination: NSObject {
    private let type: ImageType
    private let write: (Data) -> Bool
    private var image: CGImage?

    init?(_ type: CFString, count: Int, write: @escaping (Data) -> Bool) {
        guard count == 1, let type = ImageType(rawValue: String(describing: type)) else { return nil }
        self.type = type
        self.write = write
    }

    func add(_ image: CGImage?) {
        if self.image == nil { self.image = image }
    }

    func finalize() -> Bool { image?.data(as: type).map(write) ?? false }
}

/// Returns a destination that writes a file; nil for another type than PNG, JPEG, GIF, WebP and HEIC, and for several images.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    guard url.isFileURL else { return nil }
    let file = url as URL
    return CGImageDestination(type, count: count) { (try? $0.write(to: file)) != nil }
}

/// Returns a destination that appends to data; nil for another type than PNG, JPEG, GIF, WebP and HEIC, and for several images.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(type, count: count) {
        data.append($0)
        return true
    }
}

/// Adds the image; its properties, such as the quality, have no effect here.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image)
}

/// Adds an image of a source; its properties, such as the quality, have no effect here.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    idst.add(CGImageSourceCreateImageAtIndex(isrc, index, nil))
}

/// Writes the image; returns false without one, for an image of another type, which a phone converts, and if the file cannot be
/// written.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finalize() }

/// The quality from 0 to 1; no effect here.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
