public import Foundation
@_spi(Frameworks) import UserNotifications

/// A picture: of a person, or of a group.
///
/// A file or an address is not read here. Not available: `imageData` of UIKit's images and `keyImage`.
open class INImage: NSObject, NSCopying {
    let picture: Communication.Picture

    init(_ picture: Communication.Picture) { self.picture = picture }

    /// Creates a picture from an image of the app's bundle.
    public convenience init(named name: String) { self.init(.named(name)) }

    /// Creates a picture from a file's data.
    public convenience init(imageData: Data) { self.init(.data(imageData)) }

    /// Creates a picture from an address.
    public convenience init?(url URL: URL) { self.init(.url(URL)) }

    /// Creates a picture from an address; its size is not used here.
    public convenience init?(url URL: URL, width: Double, height: Double) { self.init(.url(URL)) }

    /// Returns a picture of a symbol of the system.
    open class func systemImageNamed(_ systemImageName: String) -> INImage { INImage(.symbol(systemImageName)) }

    /// Returns the picture itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same picture.
    open override func isEqual(_ object: Any?) -> Bool { (object as? INImage)?.picture == picture }

    /// The hash of the picture's source.
    open override var hash: Int { picture.hashValue }
}
