// `import PushOpener` also provides the payload and key types that a device half uses.
@_exported public import KeyManagement
@_exported public import PushPayload

@_exported public import struct SealedEnvelope.Purpose
@_exported public import enum SealedEnvelope.SealingSuite
