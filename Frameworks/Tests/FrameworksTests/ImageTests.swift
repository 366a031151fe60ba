import Foundation
import ImageIO
import PhoneState
import Testing
import UIKit

@Suite("Images, by their encoded data")
struct ImageTests {
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0])

    @Test(
        "the first bytes of an image determine its type",
        arguments: [
            (png, "public.png"), (jpeg, "public.jpeg"), (Data("GIF89a…".utf8), "com.compuserve.gif"),
            (Data("RIFF0000WEBPVP8".utf8), "org.webmproject.webp"), (Data("0000ftypheic".utf8), "public.heic"),
            (Data("RIFF0000WAVE".utf8), nil), (Data("<svg>".utf8), nil), (png.dropLast(2), nil), (Data(), nil),
        ] as [(Data, String?)])
    func types(data: Data, type: String?) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
        #expect(CGImageSourceGetType(source) == type.map { $0 as CFString })
        let options = [kCGImageSourceThumbnailMaxPixelSize: 256] as CFDictionary
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) == nil)
        #expect((UIImage(data: data) == nil) == (type == nil))
        #expect((UIImage(contentsOfFile: file.path) == nil) == (type == nil))
    }

    @Test("an image has the data of its own type, and is converted into no other")
    func conversion() {
        #expect(UIImage(data: Self.png)?.pngData() == Self.png)
        #expect(UIImage(data: Self.png)?.jpegData(compressionQuality: 1) == nil)
        #expect(UIImage(data: Self.jpeg)?.pngData() == nil)
        #expect(UIImage(data: Self.jpeg)?.jpegData(compressionQuality: 0.5) == Self.jpeg)
        // A slice of data whose first index is not zero.
        #expect(UIImage(data: (Data([0]) + Self.png).dropFirst())?.pngData() == Self.png)
    }

    @Test("a source is made of a readable file only")
    func sources() {
        #expect(CGImageSourceCreateWithURL(URL(filePath: "/nowhere.png") as CFURL, nil) == nil)
        #expect(
            URL(string: "https://example.com/a.png").map { CGImageSourceCreateWithURL($0 as CFURL, nil) } == .some(nil))
        #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
    }

    @Test("colors are equal by their components")
    func colors() {
        #expect(UIColor.white == UIColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(UIColor.black != UIColor.clear)
    }

    @Test("the pasteboard is that of the phone of the code")
    func pasteboard() {
        let phone = Phone()
        phone.perform { UIPasteboard.general.string = "1234" }
        #expect(phone.pasteboard == "1234")
        #expect(phone.perform { UIPasteboard.general.hasStrings })
        #expect(Phone().pasteboard == nil)
    }
}
