// The part of Apple's framework that is here: passwords and keys as data. On a phone `import Security` also imports Foundation.
@_exported public import Foundation
@_exported public import PhoneKeychain
