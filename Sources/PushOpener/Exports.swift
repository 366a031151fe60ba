// A device half writes `import PushOpener` and has the payload it opens and the keys it opens with.
@_exported public import KeyManagement
@_exported public import PushPayload

@_exported public import struct SealedEnvelope.Purpose
@_exported public import enum SealedEnvelope.SealingSuite
