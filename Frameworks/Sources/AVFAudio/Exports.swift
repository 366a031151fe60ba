// On a phone `import AVFAudio` also imports Foundation, and extensions rely on that.
@_exported public import Foundation
