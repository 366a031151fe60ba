// A process host delivers what every host delivers.
@_exported public import ExtensionHost
