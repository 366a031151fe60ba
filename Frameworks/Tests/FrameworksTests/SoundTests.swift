import AVFAudio
// Importable, and otherwise empty.
import AudioToolbox
import BackgroundTasks
import CoreData
import Foundation
import Testing

@Suite("Files of sound")
struct SoundTests {
    @Test("a file of sound cannot be opened")
    func sound() {
        #expect(throws: CocoaError.self) { try AVAudioFile(forReading: URL(filePath: "/sound.caf")) }
        #expect(throws: CocoaError.self) { try AVAudioFile(forWriting: URL(filePath: "/sound.caf"), settings: [:]) }
    }
}
