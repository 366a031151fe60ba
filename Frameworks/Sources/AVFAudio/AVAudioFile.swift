public import Foundation

/// A position in a file, or a number of frames.
public typealias AVAudioFramePosition = Int64
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// A file of sound.
///
/// There is no decoder on Linux: both initializers throw, so that an extension keeps the original sound, as with a file that
/// a phone cannot read.
open class AVAudioFile: NSObject {
    /// The format of the buffers that are read or written.
    public let processingFormat: AVAudioFormat
    /// The number of frames.
    public var length: AVAudioFramePosition { 0 }
    /// The position of the next frame that is read or written.
    open var framePosition: AVAudioFramePosition = 0

    /// Throws `CocoaError.featureUnsupported`.
    public init(forReading fileURL: URL) throws { throw CocoaError(.featureUnsupported) }

    /// Throws `CocoaError.featureUnsupported`.
    public init(forWriting fileURL: URL, settings: [String: Any]) throws { throw CocoaError(.featureUnsupported) }

    /// Throws `CocoaError.featureUnsupported`.
    open func read(into buffer: AVAudioPCMBuffer) throws { throw CocoaError(.featureUnsupported) }

    /// Throws `CocoaError.featureUnsupported`.
    open func write(from buffer: AVAudioPCMBuffer) throws { throw CocoaError(.featureUnsupported) }
}

/// The format of sound; only a file has one, so none can be made here.
open class AVAudioFormat: NSObject {
    private override init() {}

    /// The number of frames in a second.
    open var sampleRate: Double { 0 }
    /// The number of channels.
    open var channelCount: AVAudioChannelCount { 0 }
    /// The settings of a file in this format.
    open var settings: [String: Any] { [:] }
}

/// Sound in memory; its initializer returns nil.
open class AVAudioPCMBuffer: NSObject {
    /// The format of the sound.
    public let format: AVAudioFormat
    /// The number of valid frames.
    open var frameLength: AVAudioFrameCount = 0
    /// The samples of each channel: none.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { nil }

    /// Returns nil.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) { return nil }
}
