// The modules and types in the API of a round trip: payloads, keys, and the results of both halves.
@_exported public import KeyManagement
@_exported public import PushPayload
@_exported public import SealedEnvelope

@_exported public import struct PushOpener.Refusal
@_exported public import struct PushSealer.Placeholder
@_exported public import struct PushSealer.SealOptions
