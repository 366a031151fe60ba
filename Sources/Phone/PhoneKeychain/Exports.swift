// The names of Core Foundation, which come with Foundation on a phone.
@_exported public import UserNotifications
