/// A type that the system declares: identifier, supertypes, extensions and MIME types, the preferred ones first.
///
/// From Apple's "System-declared uniform type identifiers".
struct Declaration {
    let identifier: String
    let supertypes: [String]
    let extensions: [String]
    let mimeTypes: [String]

    init(
        _ identifier: String, _ supertypes: [String] = [], _ extensions: [String] = [], _ mimeTypes: [String] = []
    ) {
        self.identifier = identifier
        self.supertypes = supertypes
        self.extensions = extensions
        self.mimeTypes = mimeTypes
    }

    static let all: [Declaration] = abstract + images + movies + audio + texts

    private static let abstract: [Declaration] = [
        .init("public.item"),
        .init("public.content"),
        .init("public.data", ["public.item"]),
        .init("public.composite-content", ["public.content"]),
        .init("public.audiovisual-content", ["public.data", "public.content"]),
        .init("public.image", ["public.data", "public.content"]),
        .init("public.movie", ["public.audiovisual-content"]),
        .init("public.video", ["public.movie"]),
        .init("public.audio", ["public.audiovisual-content"]),
        .init("public.text", ["public.data", "public.content"]),
        .init("public.archive", ["public.data"]),
    ]

    private static let images: [Declaration] = [
        .init("public.png", ["public.image"], ["png"], ["image/png"]),
        .init("public.jpeg", ["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
        .init("com.compuserve.gif", ["public.image"], ["gif"], ["image/gif"]),
        .init("public.heic", ["public.heif-standard"], ["heic"], ["image/heic"]),
        .init("public.heif-standard", ["public.image"], ["heif"], ["image/heif"]),
        .init("public.heif", ["public.heif-standard"]),
        .init("org.webmproject.webp", ["public.image"], ["webp"], ["image/webp"]),
        .init("public.tiff", ["public.image"], ["tiff", "tif"], ["image/tiff"]),
        .init("com.microsoft.bmp", ["public.image"], ["bmp", "dib"], ["image/bmp"]),
        .init("public.svg-image", ["public.image", "public.xml"], ["svg", "svgz"], ["image/svg+xml"]),
    ]

    private static let audio: [Declaration] = [
        .init("public.mp3", ["public.audio"], ["mp3", "mpga"], ["audio/mpeg", "audio/mp3"]),
        .init("public.mpeg-4-audio", ["public.mpeg-4", "public.audio"], ["mp4", "mpg4"], ["audio/mp4"]),
        .init("com.apple.m4a-audio", ["public.audio"], ["m4a"], ["audio/x-m4a"]),
        .init("public.aiff-audio", ["public.audio"], ["aiff", "aif", "aifc"], ["audio/aiff", "audio/x-aiff"]),
        .init("com.microsoft.waveform-audio", ["public.audio"], ["wav", "wave"], ["audio/vnd.wave", "audio/wav"]),
        .init("com.apple.coreaudio-format", ["public.audio"], ["caf"], ["audio/x-caf"]),
    ]

    private static let movies: [Declaration] = [
        .init("public.mpeg", ["public.movie"], ["mpg", "mpeg", "mpe"], ["video/mpeg"]),
        .init("public.mpeg-2-video", ["public.video"], ["m2v"], ["video/mpeg2"]),
        .init("public.mpeg-4", ["public.movie"], ["mp4", "mpg4"], ["video/mp4", "video/mpeg4"]),
        .init("com.apple.m4v-video", ["public.movie"], ["m4v"], ["video/x-m4v"]),
        .init("com.apple.quicktime-movie", ["public.movie"], ["mov", "qt"], ["video/quicktime"]),
        .init("public.avi", ["public.movie"], ["avi"], ["video/avi", "video/x-msvideo"]),
    ]

    private static let texts: [Declaration] = [
        .init("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"]),
        .init("public.utf8-plain-text", ["public.plain-text"]),
        .init("public.html", ["public.text"], ["html", "htm"], ["text/html"]),
        .init("public.xml", ["public.text"], ["xml"], ["application/xml", "text/xml"]),
        .init("public.json", ["public.text"], ["json"], ["application/json"]),
        .init("public.url", ["public.data"]),
        .init("public.file-url", ["public.url"]),
        .init("com.adobe.pdf", ["public.data", "public.composite-content"], ["pdf"], ["application/pdf"]),
        .init("public.zip-archive", ["public.archive"], ["zip"], ["application/zip"]),
    ]
}
