public import Foundation

// The constants of the deprecated module that extensions still use as type hints. They are `CFString` on a phone.

/// The uniform type identifier `public.item`.
public var kUTTypeItem: NSString { "public.item" }
/// The uniform type identifier `public.data`.
public var kUTTypeData: NSString { "public.data" }
/// The uniform type identifier `public.image`.
public var kUTTypeImage: NSString { "public.image" }
/// The uniform type identifier `public.movie`.
public var kUTTypeMovie: NSString { "public.movie" }
/// The uniform type identifier `public.video`.
public var kUTTypeVideo: NSString { "public.video" }
/// The uniform type identifier `public.audio`.
public var kUTTypeAudio: NSString { "public.audio" }
/// The uniform type identifier `public.text`.
public var kUTTypeText: NSString { "public.text" }
/// The uniform type identifier `public.plain-text`.
public var kUTTypePlainText: NSString { "public.plain-text" }
/// The uniform type identifier `public.url`.
public var kUTTypeURL: NSString { "public.url" }
/// The uniform type identifier `public.file-url`.
public var kUTTypeFileURL: NSString { "public.file-url" }
/// The uniform type identifier `public.png`.
public var kUTTypePNG: NSString { "public.png" }
/// The uniform type identifier `public.jpeg`.
public var kUTTypeJPEG: NSString { "public.jpeg" }
/// The uniform type identifier `com.compuserve.gif`.
public var kUTTypeGIF: NSString { "com.compuserve.gif" }
/// The uniform type identifier `public.mp3`.
public var kUTTypeMP3: NSString { "public.mp3" }
/// The uniform type identifier `public.mpeg-4-audio`.
public var kUTTypeMPEG4Audio: NSString { "public.mpeg-4-audio" }
/// The uniform type identifier `com.microsoft.waveform-audio`.
public var kUTTypeWaveformAudio: NSString { "com.microsoft.waveform-audio" }
/// The uniform type identifier `public.aiff-audio`.
public var kUTTypeAudioInterchangeFileFormat: NSString { "public.aiff-audio" }
/// The uniform type identifier `public.mpeg`.
public var kUTTypeMPEG: NSString { "public.mpeg" }
/// The uniform type identifier `public.mpeg-2-video`.
public var kUTTypeMPEG2Video: NSString { "public.mpeg-2-video" }
/// The uniform type identifier `public.mpeg-4`.
public var kUTTypeMPEG4: NSString { "public.mpeg-4" }
/// The uniform type identifier `public.avi`.
public var kUTTypeAVIMovie: NSString { "public.avi" }
/// The uniform type identifier `com.apple.quicktime-movie`.
public var kUTTypeQuickTimeMovie: NSString { "com.apple.quicktime-movie" }
/// The uniform type identifier `com.adobe.pdf`.
public var kUTTypePDF: NSString { "com.adobe.pdf" }
/// The uniform type identifier `public.json`.
public var kUTTypeJSON: NSString { "public.json" }
