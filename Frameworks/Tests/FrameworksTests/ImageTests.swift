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

    /// A PNG of 3 by 2 pixels, a GIF of 300 by 2, and a JPEG of 513 by 258, each up to its size; the JPEG has a segment before it.
    static let sized: [(Data, CGSize)] = [
        (
            png.dropLast() + Data([0, 0, 0, 13]) + Data("IHDR".utf8) + Data([0, 0, 0, 3, 0, 0, 0, 2]),
            CGSize(width: 3, height: 2)
        ),
        (Data("GIF89a".utf8) + Data([0x2C, 1, 2, 0]), CGSize(width: 300, height: 2)),
        (
            Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 17, 8, 1, 2, 2, 1]),
            CGSize(width: 513, height: 258)
        ),
    ]

    @Test(
        "the size of a PNG, GIF or JPEG is read from its header",
        arguments: sized)
    func size(data: Data, size: CGSize) throws {
        let image = try #require(UIImage(data: data, scale: 2))
        #expect(image.size == CGSize(width: size.width / 2, height: size.height / 2))
        #expect(CGSize(width: 3, height: 0.5).debugDescription == "(3.0, 0.5)")
        let whole = try #require(image.cgImage)
        #expect(whole.width == Int(size.width) && whole.height == Int(size.height))
        #expect(
            UIImage(cgImage: whole, scale: 1, orientation: .left).size == CGSize(width: size.height, height: size.width)
        )
        #expect(whole.cropping(to: CGRect(origin: .zero, size: size)) === whole)
        #expect(whole.cropping(to: CGRect(x: 1, y: 0, width: size.width, height: size.height)) == nil)
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        #expect(properties?[kCGImagePropertyPixelWidth] as? Int == Int(size.width))
        #expect(properties?[kCGImagePropertyPixelHeight] as? Int == Int(size.height))
        for count in 0..<data.count {
            #expect(UIImage(data: data.prefix(count))?.size ?? .zero == .zero)
        }
    }

    @Test("an image is written as it is encoded, and to no file of another type")
    func destination() throws {
        let source = try #require(CGImageSourceCreateWithData(Self.png as CFData, nil))
        #expect(CGImageSourceGetCount(source) == 1)
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(UIImage(cgImage: image).pngData() == Self.png)
        for (type, written) in [("public.png", Self.png), ("public.jpeg", nil)] {
            let file = FileManager.default.temporaryDirectory.appending(path: "written-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let data = CFMutableData()
            let options = [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary
            for destination in [
                CGImageDestinationCreateWithURL(file as CFURL, type as CFString, 1, nil),
                CGImageDestinationCreateWithData(data, type as CFString, 1, nil),
            ] {
                let destination = try #require(destination)
                #expect(!CGImageDestinationFinalize(destination))
                CGImageDestinationAddImage(destination, image, options)
                #expect(CGImageDestinationFinalize(destination) == (written != nil))
            }
            #expect((try? Data(contentsOf: file)) == written)
            #expect(data as Data == written ?? Data())
        }
        #expect(CGImageDestinationCreateWithData(CFMutableData(), "public.text" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithData(CFMutableData(), "public.gif" as CFString, 2, nil) == nil)
    }

    @Test("nothing is drawn")
    func drawing() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 30, height: 30), false, 0)
        defer { UIGraphicsEndImageContext() }
        try #require(UIImage(data: Self.png)).draw(in: CGRect(x: 0, y: 0, width: 30, height: 30))
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
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
