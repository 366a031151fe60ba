// The modules in the API of a round trip: payloads and keys, and the options and results of both halves.
@_exported public import PushOpener
@_exported public import PushSealer
