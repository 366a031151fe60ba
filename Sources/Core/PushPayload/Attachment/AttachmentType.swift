/// The file types that Apple lists for attachments ("UNNotificationAttachment", table 1), by uniform type identifier.
package enum AttachmentType: String, CaseIterable, Sendable, Codable {
    case aiff = "public.aiff-audio"
    case wave = "com.microsoft.waveform-audio"
    case mp3 = "public.mp3"
    case mpeg4Audio = "public.mpeg-4-audio"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case png = "public.png"
    case mpeg = "public.mpeg"
    case mpeg2Video = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// Returns the type of a file name's extension, or nil if Apple does not list it.
    package init?(fileExtension: String) {
        let lowercase = fileExtension.lowercased()
        guard let type = Self.allCases.first(where: { $0.fileExtensions.contains(lowercase) }) else { return nil }
        self = type
    }

    /// The extension of a file of the type, by which the system recognizes it.
    package var fileExtension: String { fileExtensions.first ?? "" }

    private var fileExtensions: [String] {
        switch self {
        case .aiff: ["aiff", "aif", "aifc"]
        case .wave: ["wav", "wave"]
        case .mp3: ["mp3"]
        case .mpeg4Audio: ["m4a"]
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .gif: ["gif"]
        case .png: ["png"]
        case .mpeg: ["mpg", "mpeg"]
        case .mpeg2Video: ["m2v"]
        case .mpeg4: ["mp4", "m4v"]
        case .avi: ["avi"]
        }
    }
}
