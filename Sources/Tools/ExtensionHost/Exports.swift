// A host runs the service of an app, and delivers the content that the service makes.
@_exported public import SealedNotifications
