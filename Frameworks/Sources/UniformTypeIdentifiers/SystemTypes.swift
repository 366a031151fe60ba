extension UTType {
    /// Any item of a file system.
    public static var item: UTType { UTType(declared: "public.item") }
    /// Any content.
    public static var content: UTType { UTType(declared: "public.content") }
    /// Any bytes.
    public static var data: UTType { UTType(declared: "public.data") }
    /// Content of several parts.
    public static var compositeContent: UTType { UTType(declared: "public.composite-content") }
    /// Sound, moving pictures or both.
    public static var audiovisualContent: UTType { UTType(declared: "public.audiovisual-content") }
    /// Any image.
    public static var image: UTType { UTType(declared: "public.image") }
    /// Any moving pictures with or without sound.
    public static var movie: UTType { UTType(declared: "public.movie") }
    /// Moving pictures without sound.
    public static var video: UTType { UTType(declared: "public.video") }
    /// Any sound.
    public static var audio: UTType { UTType(declared: "public.audio") }
    /// Any text.
    public static var text: UTType { UTType(declared: "public.text") }
    /// Any archive of files.
    public static var archive: UTType { UTType(declared: "public.archive") }
    /// A PNG image.
    public static var png: UTType { UTType(declared: "public.png") }
    /// A JPEG image.
    public static var jpeg: UTType { UTType(declared: "public.jpeg") }
    /// A GIF image.
    public static var gif: UTType { UTType(declared: "com.compuserve.gif") }
    /// An HEIC image.
    public static var heic: UTType { UTType(declared: "public.heic") }
    /// An HEIF image.
    public static var heif: UTType { UTType(declared: "public.heif-standard") }
    /// A WebP image.
    public static var webP: UTType { UTType(declared: "org.webmproject.webp") }
    /// A TIFF image.
    public static var tiff: UTType { UTType(declared: "public.tiff") }
    /// A bitmap of Windows.
    public static var bmp: UTType { UTType(declared: "com.microsoft.bmp") }
    /// An SVG image.
    public static var svg: UTType { UTType(declared: "public.svg-image") }
    /// MP3 sound.
    public static var mp3: UTType { UTType(declared: "public.mp3") }
    /// MPEG-4 sound.
    public static var mpeg4Audio: UTType { UTType(declared: "public.mpeg-4-audio") }
    /// AIFF sound.
    public static var aiff: UTType { UTType(declared: "public.aiff-audio") }
    /// WAV sound.
    public static var wav: UTType { UTType(declared: "com.microsoft.waveform-audio") }
    /// An MPEG-1 or MPEG-2 movie.
    public static var mpeg: UTType { UTType(declared: "public.mpeg") }
    /// An MPEG-2 video.
    public static var mpeg2Video: UTType { UTType(declared: "public.mpeg-2-video") }
    /// An MPEG-4 movie.
    public static var mpeg4Movie: UTType { UTType(declared: "public.mpeg-4") }
    /// A QuickTime movie.
    public static var quickTimeMovie: UTType { UTType(declared: "com.apple.quicktime-movie") }
    /// An AVI movie.
    public static var avi: UTType { UTType(declared: "public.avi") }
    /// Text without markup.
    public static var plainText: UTType { UTType(declared: "public.plain-text") }
    /// Text in UTF-8 without markup.
    public static var utf8PlainText: UTType { UTType(declared: "public.utf8-plain-text") }
    /// An HTML page.
    public static var html: UTType { UTType(declared: "public.html") }
    /// An XML document.
    public static var xml: UTType { UTType(declared: "public.xml") }
    /// A JSON text.
    public static var json: UTType { UTType(declared: "public.json") }
    /// A URL.
    public static var url: UTType { UTType(declared: "public.url") }
    /// A file URL.
    public static var fileURL: UTType { UTType(declared: "public.file-url") }
    /// A PDF document.
    public static var pdf: UTType { UTType(declared: "com.adobe.pdf") }
    /// A ZIP archive.
    public static var zip: UTType { UTType(declared: "public.zip-archive") }
}
