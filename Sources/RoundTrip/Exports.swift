// Who checks a round trip has the payload it checks, the keys it checks with, and what both halves say.
@_exported public import KeyManagement
@_exported public import PushPayload

@_exported public import struct PushOpener.Refusal
@_exported public import struct PushSealer.Placeholder
@_exported public import struct PushSealer.SealOptions
@_exported public import enum SealedEnvelope.Padding
@_exported public import enum SealedEnvelope.SealingSuite
