@_exported public import Foundation
// On a phone `import ImageIO` also imports Foundation, and extensions rely on that.
@_exported public import UserNotifications
