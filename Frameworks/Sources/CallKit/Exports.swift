// On a phone `import CallKit` also imports Foundation, and extensions rely on that.
@_exported public import Foundation
@_exported public import FoundationAdditions
