import Foundation

/// A type of image that a phone decodes, by its uniform type identifier.
package enum ImageType: String, Sendable {
    case png = "public.png"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case webp = "org.webmproject.webp"
    case heic = "public.heic"

    /// The type of an image by its first bytes; nil for another one.
    ///
    /// The rest is not decoded.
    package init?(_ data: Data) {
        func has(_ text: String, at offset: Int) -> Bool { data.dropFirst(offset).starts(with: text.utf8) }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if data.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0) && has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypheic", at: 4) || has("ftypheix", at: 4) {
            self = .heic
        } else {
            return nil
        }
    }
}
